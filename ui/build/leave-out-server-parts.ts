import { type ESTree, type Plugin, parseAst, Visitor } from 'vite';

/**
 * What a call is for, what it takes and how it is refused stand in its contract for the server and for whoever reads
 * about the API. No page looks at them at runtime, so they are not in the program that everybody loads.
 */
export function leaveOutServerParts(): Plugin {
  return {
    name: 'leave-out-server-parts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: /\/contracts\/[\w/-]+\.ts$/ },
      // None does anything as it is loaded: what is only imported for such a part goes as well.
      handler: (code) => ({ code: withoutServerParts(code), map: null, moduleSideEffects: false }),
    },
  };
}

const PARTS = /^(summary|request|refusals?|also)$/;

/**
 * A module of contracts, as JavaScript, in which these parts of each call are undefined, and without the imports that only
 * they used: what a page imports, whether it uses it or not, comes with it.
 */
export function withoutServerParts(code: string): string {
  return withoutUnusedImports(withoutParts(code));
}

function withoutParts(code: string): string {
  const values: ESTree.Expression[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      if (definition?.type !== 'ObjectExpression') return;
      for (const property of definition.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        if (PARTS.test(property.key.name)) values.push(property.value);
      }
    },
  }).visit(parseAst(code));
  // From the last on, so that the places of the others stay.
  return values.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`,
    code,
  );
}

function withoutUnusedImports(code: string): string {
  const imports: ESTree.ImportDeclaration[] = [];
  const names: { readonly name: string; readonly start: number }[] = [];
  new Visitor({
    ImportDeclaration(declaration) {
      imports.push(declaration);
    },
    Identifier({ name, start }) {
      names.push({ name, start });
    },
  }).visit(parseAst(code));
  const used = new Set(
    names
      .filter(({ start: at }) => !imports.some(({ start, end }) => at >= start && at < end))
      .map(({ name }) => name),
  );
  return imports
    .filter(
      ({ specifiers }) => specifiers.length > 0 && !specifiers.some(({ local }) => used.has(local.name)),
    )
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}
