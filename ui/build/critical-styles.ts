/**
 * The part of a style sheet that some markup needs: rules whose selectors could match it, with all that stands
 * around them, in their order. It leaves out more than it keeps, and never what applies without a class.
 * @param css as the build wrote it: minified, and without a brace in a string
 */
export function criticalStyles(css: string, markup: string): string {
  const classes = new Set(
    [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => unescaped(names).split(/\s+/)),
  );
  return keep(css, classes);
}

/** At-rules whose insides are rules with selectors. */
const GROUPS = /^@(layer|media|supports|container)\b/;

function keep(css: string, classes: ReadonlySet<string>): string {
  let kept = '';
  for (const { head, body } of statements(css)) {
    if (body === undefined) kept += `${head};`;
    else if (GROUPS.test(head)) {
      const inside = keep(body, classes);
      if (inside !== '') kept += `${head}{${inside}}`;
    } else if (head.startsWith('@')) kept += `${head}{${body}}`;
    else {
      const selectors = split(head, ',').filter((selector) => couldMatch(selector, classes));
      if (selectors.length > 0) kept += `${selectors.join(',')}{${body}}`;
    }
  }
  return kept;
}

type Statement = {
  readonly head: string /** Undefined: it ends with a semicolon. */;
  readonly body?: string;
};

/** The statements of one level. */
function statements(css: string): readonly Statement[] {
  const found: Statement[] = [];
  let from = 0;
  let opened = 0;
  let depth = 0;
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') {
      if (depth === 0) opened = at;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) continue;
      found.push({ head: text.slice(from, opened).trim(), body: text.slice(opened + 1, at) });
      from = at + 1;
    } else if (sign === ';' && depth === 0) {
      const head = text.slice(from, at).trim();
      if (head !== '') found.push({ head });
      from = at + 1;
    }
  }
  if (depth !== 0) throw new Error('the style sheet has a brace too many or too few');
  return found;
}

/** All classes that the selector asks for are there. What it asks for inside `:is()` and the like may be absent. */
function couldMatch(selector: string, classes: ReadonlySet<string>): boolean {
  const needed = withoutFunctions(selector).match(/\.((?:\\.|[\w-])+)/g) ?? [];
  return needed.every((name) => classes.has(name.slice(1).replaceAll(/\\(.)/g, '$1')));
}

/** Without what stands in parentheses, for `:not(.a)` matches where there is no `.a`. */
function withoutFunctions(selector: string): string {
  let depth = 0;
  let kept = '';
  for (let at = 0; at < selector.length; at += 1) {
    const sign = selector[at] ?? '';
    if (sign === '\\') {
      if (depth === 0) kept += sign + (selector[at + 1] ?? '');
      at += 1;
    } else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0) kept += sign;
  }
  return kept;
}

/** By a sign that stands in no parentheses. */
function split(text: string, by: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === by && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** As React escapes attributes. */
function unescaped(text: string): string {
  return text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
