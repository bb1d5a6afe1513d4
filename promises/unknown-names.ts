import ts from 'typescript';

/**
 * Names that a code uses as values and that nothing in it declares: what the language or the browser has, and what is
 * not there at all, which only a run would tell. Where a name is declared does not matter.
 * @param file tells by its ending how to read the code; what is no TypeScript has none
 */
export function unknownNames(file: string, code: string): ReadonlySet<string> {
  if (!/\.tsx?$/.test(file)) return new Set();
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node)) (isDeclared(node) ? declared : used).add(node.text);
    ts.forEachChild(node, (child) => {
      if (!isLabel(node, child)) visit(child);
    });
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return used.difference(declared);
}

function isDeclared(name: ts.Identifier): boolean {
  const { parent } = name;
  return 'name' in parent && parent.name === name && DECLARING.has(parent.kind);
}

const DECLARING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.ImportClause,
  ts.SyntaxKind.NamespaceImport,
  ts.SyntaxKind.ImportSpecifier,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
]);

/** A name that stands for itself: of a property, a method, an attribute, a tag, an export of another file. */
function isLabel(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) return child === parent.propertyName;
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) {
    return child === parent.tagName && /^[a-z]/.test(parent.tagName.getText());
  }
  return 'name' in parent && child === parent.name && ts.isIdentifier(child) && !DECLARING.has(parent.kind);
}
