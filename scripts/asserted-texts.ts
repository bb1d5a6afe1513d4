import ts from 'typescript';
import { type Assertions, createReader, type Declared, rootOf } from './asserting.ts';
import type { NamedTest } from './named-test.ts';
import {
  bare,
  bodyOf,
  isAction,
  isCalled,
  isWaiting,
  literalOf,
  localOf,
  nameOf,
  pathOf,
  resultOf,
  tablesOf,
  testOf,
} from './test-syntax.ts';

/** What both sides agree on, and what only tests have. */
const OF_TESTS = /^contracts\/|\/(testing|e2e|contract-suite)\/|\.(test|e2e|chaos)\.tsx?$/;
/** Names that lead to names; nobody who reads a test follows more. */
const DEPTH = 6;

/**
 * Reads from the syntax of tests which texts and numbers they assert: those that stand in an assertion, in what a name
 * within one stands for (a constant of contracts/, a locator of the test), in the assertions of functions that the test
 * calls, and in the table of a `test.each`. Numbers are in plain digits, patterns without their backslashes; names of
 * properties and methods within an assertion count too (`isDisabled`).
 * @throws Error where there is no such test
 */
export function createTextReader(reader = createReader()): (test: NamedTest) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return ([file, name]) => {
    const key = `${file}\0${name}`;
    const texts = known.get(key) ?? [...textsOf(file, name, reader)];
    known.set(key, texts);
    return texts;
  };
}

/** Whether a text or a number is among the texts, as words of its own: 2 is not in 12, nor "Claim" in "Claimed". */
export function isAmong(figure: string | number, texts: readonly string[]): boolean {
  const text = String(figure);
  const pattern = new RegExp(
    `${START.get(kindOf(text.at(0)))}${RegExp.escape(text)}${END.get(kindOf(text.at(-1)))}`,
    'u',
  );
  return texts.some((one) => pattern.test(one));
}

type Kind = 'digit' | 'letter' | 'other';
const START = new Map<Kind, string>([
  ['digit', '(?<!\\d|\\d[.,])'],
  ['letter', '(?<!\\p{L})'],
  ['other', ''],
]);
const END = new Map<Kind, string>([
  ['digit', '(?!\\d|[.,]\\d)'],
  ['letter', '(?!\\p{L})'],
  ['other', ''],
]);

function kindOf(character = ''): Kind {
  if (/\d/.test(character)) return 'digit';
  return /\p{L}/u.test(character) ? 'letter' : 'other';
}

type Reader = ReturnType<typeof createReader>;

function textsOf(file: string, name: string, reader: Reader): Set<string> {
  const texts = new Set<string>();
  const followed = new Set<ts.Node>();

  /** The assertions of a code, and of what it calls. */
  function readCode(code: ts.Node, of: Assertions): void {
    if (followed.has(code)) return;
    followed.add(code);
    const visit = (node: ts.Node): void => {
      if (!ts.isCallExpression(node)) {
        ts.forEachChild(node, visit);
        return;
      }
      const called = node.expression;
      if (rootOf(node) === 'expect' && of.isAssertion(node)) {
        readWhole(node, of, 0);
        return;
      }
      for (const { node: body, file: where } of codeOf(called, of, of.isAssertion(node))) {
        readCode(body, reader.assertionsOf(where));
      }
      if (!of.isAssertion(node)) {
        if (isAction(called)) readWhole(called, of, 0);
        ts.forEachChild(node, visit);
        return;
      }
      readWhole(called, of, 0);
      for (const argument of node.arguments) {
        // What is handed over to be called asserts by itself, or not at all.
        if (ts.isFunctionLike(argument) && !isWaiting(called)) visit(bodyOf(argument));
        // What a helper is to do first is no assertion: the words count that it is given outright.
        else if (!ts.isObjectLiteralExpression(argument) || isWaiting(called)) readWhole(argument, of, 0);
      }
    };
    visit(code);
  }

  /** What a call runs of the project's own; for a method everything that has its name, and asserts. */
  function codeOf(called: ts.Expression, of: Assertions, isAsserting: boolean): readonly Declared[] {
    if (ts.isIdentifier(called)) {
      const found = of.declared(called.text);
      return found && OF_TESTS.test(found.file) ? [found] : [];
    }
    return ts.isPropertyAccessExpression(called) && isAsserting ? of.methods(called.name.text) : [];
  }

  /** Every text of a node, and of what its names stand for. */
  function readWhole(node: ts.Node, of: Assertions, depth: number): void {
    if (depth > DEPTH) return;
    const text = literalOf(node);
    if (text !== undefined) texts.add(text);
    if (ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node)) texts.add(node.name.text);
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
      texts.add(node.name.getText());
    const path = pathOf(node);
    if (path) {
      readPath(path, of, depth, isCalled(node));
      return;
    }
    // What a function of the project is given is where an assertion begins, not what it says.
    const isGiven = (child: ts.Node) =>
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ts.isObjectLiteralExpression(child);
    ts.forEachChild(node, (child) => {
      if (child !== nameOf(node) && !isGiven(child)) readWhole(child, of, depth);
    });
  }

  /** `errorToasts.invalidHandle`: the property alone, where the name stands for an object that is written out. */
  function readPath(path: readonly ts.Identifier[], of: Assertions, depth: number, called: boolean): void {
    const [root, ...properties] = path;
    if (!root) return;
    const local = localOf(root);
    const found = local ? { node: local, of } : declaredOf(root.text, of);
    if (!found) {
      // A kind of error, and what else has a name of its own.
      if (/^[A-Z][a-z]/.test(root.text)) texts.add(root.text);
      return;
    }
    let { node } = found;
    for (const { text } of properties) {
      const object = bare(node);
      if (!ts.isObjectLiteralExpression(object)) break;
      const property = object.properties.find((one) => one.name?.getText() === text);
      if (!property) return;
      node = ts.isPropertyAssignment(property) ? property.initializer : property;
    }
    if (ts.isFunctionLike(node)) {
      const given = called ? resultOf(node) : undefined;
      if (given) readWhole(given, found.of, depth + 1);
      return;
    }
    readWhole(node, found.of, depth + 1);
  }

  /** What the code under test calls something says nothing of what it should be. */
  function declaredOf(of: string, within: Assertions): { node: ts.Node; of: Assertions } | undefined {
    const found = within.declared(of);
    return found && OF_TESTS.test(found.file)
      ? { node: found.node, of: reader.assertionsOf(found.file) }
      : undefined;
  }

  const module = reader.assertionsOf(file);
  const [call, code] = testOf(module.source, name) ?? [];
  if (!call || !code) throw new Error(`${file} has no test "${name}"`);
  readCode(code, module);
  for (const table of tablesOf(call)) readWhole(table, module, 0);
  return texts;
}
