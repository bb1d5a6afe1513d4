/**
 * A mail's HTML, written anew from what it says: of its tags and attributes those stay that only say how a text looks, and
 * links to the web and to mailboxes. Whatever it holds, what comes out runs nothing and asks for nothing: no other tag or
 * attribute is ever written, and every text is text.
 */
export function readableMail(html: string): string {
  const written: string[] = [];
  let at = 0;
  while (at < html.length) {
    PART.lastIndex = at;
    const [part = html.slice(at), closes = '', name = '', attributes = ''] = PART.exec(html) ?? [];
    at += part.length;
    const tag = name.toLowerCase();
    if (tag === '') {
      if (!part.startsWith('<!') && !part.startsWith('<?')) written.push(asText(part));
    } else if (WITHOUT_CONTENT.has(tag)) {
      if (closes === '') at = endOf(tag, html, at);
    } else if (tag === 'img' && closes === '') {
      written.push(asText(attributeOf('alt', attributes) ?? ''));
    } else {
      const shown = tag === 'body' ? 'div' : tag;
      if (SHOWN.has(shown)) written.push(closes === '' ? opening(shown, attributes) : `</${shown}>`);
    }
  }
  return written.join('');
}

/** At a place: a comment or declaration, a tag with its attributes, a text, or a `<` that begins nothing. */
const PART =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>|[^<]+|</iy;

/** What is in them is for programs, or another language than HTML. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set([
  ...['script', 'style', 'title', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math'],
  ...['video', 'audio', 'textarea', 'select', 'xmp', 'plaintext', 'noembed', 'noframes'],
]);

/** Where the content of an element ends; the end of everything where it does not. */
function endOf(tag: string, html: string, from: number): number {
  const end = new RegExp(`</${tag}[^>]*>`, 'gi');
  end.lastIndex = from;
  return end.exec(html) === null ? html.length : end.lastIndex;
}

const SHOWN: ReadonlySet<string> = new Set([
  ...['a', 'b', 'blockquote', 'br', 'center', 'code', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'li'],
  ...['ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th'],
  ...['thead', 'tr', 'u', 'ul'],
]);

function opening(tag: string, attributes: string): string {
  const style = safeStyle(attributeOf('style', attributes) ?? '');
  const href = tag === 'a' ? attributeOf('href', attributes) : undefined;
  return [
    `<${tag}`,
    ...(style === '' ? [] : [` style="${style}"`]),
    // As it stands: an entity in it is no part of the scheme any more, and can end no attribute.
    ...(href !== undefined && LINK.test(href)
      ? [` href="${href}" target="_blank" rel="noopener noreferrer"`]
      : []),
    '>',
  ].join('');
}

const LINK = /^(?:https?:\/\/|mailto:)[^\s"'<>`]+$/i;

/** Of the attributes of a tag, unquoted. */
function attributeOf(name: string, attributes: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

const STYLES =
  /^(?:color|background-color|font-family|font-size|font-weight|font-style|line-height|letter-spacing|text-align|text-decoration|max-width|width|border|border-radius|border-collapse|display|(?:margin|padding)(?:-(?:top|right|bottom|left))?)$/;
/** No parentheses, no escapes, no quotes: nothing that could name an address. */
const STYLE_VALUE = /^[\w#%., -]+$/;

function safeStyle(style: string): string {
  return style
    .split(';')
    .map((one) => one.split(':').map((part) => part.trim()))
    .filter(
      ([property = '', value = '', ...more]) =>
        more.length === 0 && STYLES.test(property) && STYLE_VALUE.test(value),
    )
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ');
}

/** Its entities stay: none of them is ever a tag. */
const asText = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
