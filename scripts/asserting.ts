import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * What of a file's code asserts: calls of `expect`, of a page's `waitFor…`, of fast-check's `assert`, of functions and
 * methods of the project that do so themselves, and of its functions `expect…` and `assert…` that throw. Read from the
 * syntax alone: a name stands for whatever has it.
 */
export type Assertions = {
  readonly isAssertion: (node: ts.Node) => boolean;
  readonly source: ts.SourceFile;
  /** What the file's top level, or a file that it imports from, has under that name. */
  readonly declared: (name: string) => Declared | undefined;
  /** The code of all methods of that name, of the objects that the file may have in hand. */
  readonly methods: (name: string) => readonly Declared[];
};

export type Declared = { readonly node: ts.Node; readonly file: string };

const FOR_TESTS = /\/(testing|e2e|contract-suite)\//;

type Module = {
  readonly file: string;
  readonly source: ts.SourceFile;
  /** Functions of the file's top level. */
  readonly functions: ReadonlyMap<string, ts.Node>;
  /** Functions that are properties of objects made in the file: `{ thenEvents(…) {…} }`. */
  readonly methods: ReadonlyMap<string, readonly ts.Node[]>;
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
};

/** Reads each file once, however many tests import it. */
export function createReader(read: (file: string) => string | undefined = readIfThere): {
  assertionsOf: (file: string) => Assertions;
} {
  const modules = new Map<string, Module | undefined>();
  const answers = new Map<ts.Node, boolean>();
  const throwing = new Map<ts.Node, boolean>();

  function moduleAt(file: string): Module | undefined {
    if (!modules.has(file)) {
      const text = read(file);
      modules.set(file, text === undefined ? undefined : readModule(file, text));
    }
    return modules.get(file);
  }

  function asserts(body: ts.Node, module: Module): boolean {
    const known = answers.get(body);
    if (known !== undefined) return known;
    // A function that calls itself asserts by what else it does.
    answers.set(body, false);
    // What a function gives back may assert when it is called, and only then.
    const answer = some(body, (node) => isAssertion(node, module), isMethod);
    answers.set(body, answer);
    return answer;
  }

  function isAssertion(node: ts.Node, module: Module): boolean {
    if (!ts.isCallExpression(node)) return false;
    const { expression } = node;
    if (ts.isIdentifier(expression)) return isAssertingFunction(expression.text, module);
    if (!ts.isPropertyAccessExpression(expression)) return false;
    const method = expression.name.text;
    if (rootOf(expression) === 'expect') return method !== 'extend' && method !== 'poll';
    if (method.startsWith('waitFor') && rootOf(expression) !== 'vi') return true;
    if (method === 'assert' && rootOf(expression) === 'fc') return true;
    return isAssertingMethod(method, module);
  }

  function isAssertingFunction(name: string, module: Module): boolean {
    const found = functionOf(name, module);
    if (!found) return false;
    return asserts(found.body, found.module) || (/^(expect|assert)[A-Z]/.test(name) && throws(found));
  }

  function functionOf(name: string, module: Module): { body: ts.Node; module: Module } | undefined {
    const own = module.functions.get(name);
    if (own) return { body: own, module };
    const imported = module.imports.get(name);
    const from = imported && moduleAt(imported.file);
    // Or it passes it on: `export { … } from`.
    return from && functionOf(imported.name, from);
  }

  function throws({ body, module }: { body: ts.Node; module: Module }): boolean {
    const known = throwing.get(body);
    if (known !== undefined) return known;
    throwing.set(body, false);
    const answer = some(body, (node) => {
      if (ts.isThrowStatement(node)) return true;
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
      const called = functionOf(node.expression.text, module);
      return called !== undefined && throws(called);
    });
    throwing.set(body, answer);
    return answer;
  }

  function isAssertingMethod(name: string, module: Module): boolean {
    return [...within(module)].some((each) => each.methods.get(name)?.some((body) => asserts(body, each)));
  }

  /** The module and what it imports, and what that imports in turn of the rooms for tests. */
  function within(module: Module, seen = new Set<Module>()): Set<Module> {
    seen.add(module);
    for (const { file } of module.imports.values()) {
      const next = moduleAt(file);
      if (!next || seen.has(next)) continue;
      if (FOR_TESTS.test(file)) within(next, seen);
      else seen.add(next);
    }
    return seen;
  }

  return {
    assertionsOf(file) {
      const module = moduleAt(file);
      if (!module) throw new Error(`${file} is not there`);
      return {
        source: module.source,
        isAssertion: (node) => isAssertion(node, module),
        declared: (name) => {
          const found = functionOf(name, module);
          return found && { node: found.body, file: found.module.file };
        },
        methods: (name) =>
          [...within(module)].flatMap((each) =>
            (each.methods.get(name) ?? []).map((node) => ({ node, file: each.file })),
          ),
      };
    },
  };
}

/** The name that a chain of calls and properties begins with: `expect` of `expect(a).not.toBe(b)`. */
export function rootOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isAwaitExpression(node))
    return rootOf(node.expression);
  return undefined;
}

/** Whether it holds for the node or one below it, those aside that are `without`. */
export function some(
  node: ts.Node,
  holds: (node: ts.Node) => boolean,
  without: (node: ts.Node) => boolean = () => false,
): boolean {
  const below = (child: ts.Node) => (!without(child) && some(child, holds, without)) || undefined;
  return holds(node) || (ts.forEachChild(node, below) ?? false);
}

const isMethod = (node: ts.Node): boolean => methodIn(node) !== undefined;

function readModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const functions = new Map<string, ts.Node>();
  const methods = new Map<string, ts.Node[]>();
  const imports = new Map<string, { file: string; name: string }>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) functions.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) functions.set(name.text, initializer);
      }
    }
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
      readImports(statement, file, imports);
  }
  const visit = (node: ts.Node): void => {
    const body = methodIn(node);
    if (body) methods.set(body.name, [...(methods.get(body.name) ?? []), body.code]);
    if (!functions.has(nestedName(node) ?? '')) {
      const name = nestedName(node);
      if (name) functions.set(name, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { file, source, functions, methods, imports };
}

/** A function that is declared within another: it is called by its name there. */
function nestedName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return undefined;
  return ts.isFunctionLike(node.initializer) ? node.name.text : undefined;
}

function methodIn(node: ts.Node): { name: string; code: ts.Node } | undefined {
  if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) return { name: node.name.text, code: node };
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return undefined;
  const { initializer } = node;
  return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)
    ? { name: node.name.text, code: initializer }
    : undefined;
}

function readImports(
  declaration: ts.ImportDeclaration | ts.ExportDeclaration,
  file: string,
  imports: Map<string, { file: string; name: string }>,
): void {
  const { moduleSpecifier } = declaration;
  const named = ts.isImportDeclaration(declaration)
    ? declaration.importClause?.namedBindings
    : declaration.exportClause;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.'))
    return;
  if (!named || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return;
  const target = join(dirname(file), moduleSpecifier.text);
  for (const { name, propertyName } of named.elements)
    imports.set(name.text, { file: target, name: (propertyName ?? name).text });
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
