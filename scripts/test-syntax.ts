import ts from 'typescript';

/** What a page object waits for by itself: each of these fails where there is no such thing on the page. */
const ACTIONS = new Set(['click', 'fill', 'hover', 'press', 'check', 'uncheck', 'focus', 'selectOption']);

/** The text of a literal; for a template its own parts, with a blank for each of the others. */
export function literalOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isJsxText(node)) return node.text;
  if (ts.isBigIntLiteral(node)) return node.text.replace(/n$/, '');
  if (ts.isRegularExpressionLiteral(node)) {
    return node.text
      .replace(/^\/|\/\w*$/g, '')
      .replace(/\\([^\w\s])/g, '$1')
      .replace(/\\b/g, '');
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => ` … ${literal.text}`).join('');
}

/** The test's call, and its code. */
export function testOf(
  source: ts.SourceFile,
  name: string,
): [call: ts.CallExpression, code: ts.Node] | undefined {
  let found: [ts.CallExpression, ts.Node] | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [title, code] = node.arguments;
      if (title && code && ts.isStringLiteralLike(title) && title.text === name && ts.isFunctionLike(code)) {
        found ??= [node, code];
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Of the test, and of the groups that it stands in. */
export function tablesOf(call: ts.CallExpression): ts.Node[] {
  const tables: ts.Node[] = [];
  for (let node: ts.Node = call; node; node = node.parent) {
    if (!ts.isCallExpression(node)) continue;
    const { expression } = node;
    if (ts.isCallExpression(expression) && isEach(expression.expression))
      tables.push(...expression.arguments);
    if (ts.isTaggedTemplateExpression(expression) && isEach(expression.tag)) tables.push(expression.template);
  }
  return tables;
}

const isEach = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) && ['each', 'for'].includes(node.name.text);

export const isWaiting = (called: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(called) && called.name.text.startsWith('waitFor');

export const isAction = (called: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(called) && ACTIONS.has(called.name.text);

/** A name, or `a.b.c` as its names; undefined for all else, and where something is called on the way. */
export function pathOf(node: ts.Node): ts.Identifier[] | undefined {
  if (ts.isIdentifier(node)) return [node];
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.name)) return undefined;
  const path = pathOf(node.expression);
  return path && [...path, node.name];
}

/** What a name stands for within the function that it is used in; undefined for a parameter and at the top level. */
export function localOf(name: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node = name.parent; scope && !ts.isSourceFile(scope); scope = scope.parent) {
    if (ts.isForOfStatement(scope) && declares(scope.initializer, name.text)) return scope.expression;
    if (!ts.isBlock(scope)) continue;
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((one) => binds(one.name, name.text));
      if (found) return found.initializer;
    }
  }
  return undefined;
}

const declares = (list: ts.Node, name: string): boolean =>
  ts.isVariableDeclarationList(list) && list.declarations.some((one) => binds(one.name, name));

function binds(bound: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(bound)) return bound.text === name;
  return bound.elements.some((one) => ts.isBindingElement(one) && binds(one.name, name));
}

/** Without what only the types need. */
export function bare(node: ts.Node): ts.Node {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}

export const bodyOf = (code: ts.SignatureDeclaration): ts.Node =>
  'body' in code && code.body ? code.body : code;

export const isCalled = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression === node;

/** What a function of one expression gives; undefined for a longer one. */
export function resultOf(node: ts.SignatureDeclaration): ts.Node | undefined {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return node.body;
  if (!ts.isFunctionDeclaration(node) && !ts.isFunctionExpression(node) && !ts.isArrowFunction(node))
    return undefined;
  const [first, ...more] = node.body && ts.isBlock(node.body) ? node.body.statements : [];
  return first && more.length === 0 && ts.isReturnStatement(first) ? first.expression : undefined;
}

/** A name that is no value: of a property in an object, of what is looked up in one. */
export function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node) || ts.isMethodDeclaration(node))
    return node.name;
  return undefined;
}
