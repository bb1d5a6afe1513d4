import ts from 'typescript';
import { createReader, rootOf, some } from './asserting.ts';

/** A test that cannot turn red, and why; lines count from 1. */
export type TestFault = { readonly file: string; readonly line: number; readonly why: string };

/**
 * Tests that assert nothing, or only where a branch happens to be taken, or that are left out without a reason said in
 * a comment above them.
 */
export function testFaults(file: string, reader = createReader()): TestFault[] {
  const { source, isAssertion } = reader.assertionsOf(file);
  const faults: TestFault[] = [];
  const add = (node: ts.Node, why: string) =>
    faults.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, why });

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const left = leftOut(node.expression);
      if (left === 'only') add(node, 'leaves all other tests out');
      else if (left && !hasComment(node, source)) add(node, `is left out (${left}) and does not say why`);
      const body = left === 'skip' || left === 'todo' ? undefined : bodyOfTest(node, source);
      const why = body && faultOfBody(body, isAssertion);
      if (why) add(node, why);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

const STARTS: readonly (string | undefined)[] = ['test', 'it'];
const LEFT_OUT = ['skip', 'todo', 'only', 'skipIf', 'runIf'];

function leftOut(callee: ts.Expression): string | undefined {
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  if (![...STARTS, 'describe'].includes(rootOf(callee))) return undefined;
  return LEFT_OUT.find((word) => callee.name.text === word);
}

/** What the test does; undefined where the call is no test. */
function bodyOfTest(call: ts.CallExpression, source: ts.SourceFile): ts.Node | undefined {
  if (!STARTS.includes(rootOf(call.expression))) return undefined;
  if (
    ts.isPropertyAccessExpression(call.expression) &&
    /^(each|for|extend|skipIf|runIf)$/.test(call.expression.name.text)
  )
    return undefined;
  const [name, ...rest] = call.arguments;
  if (!name) return undefined;
  const code = rest.find((argument) => ts.isFunctionLike(argument));
  if (code) return code;
  const named = rest.find((argument) => ts.isIdentifier(argument));
  return named && declared(named.getText(source), source);
}

function declared(name: string, source: ts.SourceFile): ts.Node | undefined {
  return source.statements.find(
    (statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === name,
  );
}

function faultOfBody(body: ts.Node, isAssertion: (node: ts.Node) => boolean): string | undefined {
  const assertions: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    if (isAssertion(node)) assertions.push(node);
    ts.forEachChild(node, collect);
  };
  collect(body);
  if (assertions.length === 0) return 'asserts nothing';
  const counts = some(body, (node) => /^expect\.(assertions|hasAssertions)$/.test(calleeText(node)));
  if (!counts && assertions.every((node) => isConditional(node, body)))
    return 'asserts only where a branch is taken, and does not count its assertions';
  return undefined;
}

const calleeText = (node: ts.Node): string => (ts.isCallExpression(node) ? node.expression.getText() : '');

/** Whether the node stands in a branch or a catch below `body`. */
function isConditional(node: ts.Node, body: ts.Node): boolean {
  for (let at = node; at !== body; at = at.parent) {
    const { parent } = at;
    if (ts.isCatchClause(parent) || ts.isCaseOrDefaultClause(parent)) return true;
    if (ts.isIfStatement(parent) && at !== parent.expression) return true;
    if (ts.isConditionalExpression(parent) && at !== parent.condition) return true;
  }
  return false;
}

function hasComment(node: ts.Node, source: ts.SourceFile): boolean {
  let at = node;
  while (!ts.isStatement(at) && at.parent) at = at.parent;
  return (ts.getLeadingCommentRanges(source.text, at.getFullStart()) ?? []).length > 0;
}
