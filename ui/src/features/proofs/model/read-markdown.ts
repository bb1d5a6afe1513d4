/**
 * The part of Markdown that the pages in `docs/` are written in: headings, paragraphs, lists, tables; bold, emphasis
 * and code in their lines.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: readonly Piece[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Piece[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Piece[])[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };

export type Cell = readonly Piece[];
export type Piece = { readonly look: 'plain' | 'strong' | 'em' | 'code'; readonly text: string };

/** @throws Error at what is not understood, rather than show half of a page */
export function readMarkdown(source: string): readonly Block[] {
  return source
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => readBlock(part.trim().split('\n')));
}

const ORDERED = /^\d+\. /;
const BULLET = /^- /;

function readBlock(lines: readonly string[]): Block {
  const first = lines[0] ?? '';
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading?.[1] && heading[2] && lines.length === 1) {
    return { kind: 'heading', level: heading[1].length, text: readLine(heading[2]) };
  }
  if (first.startsWith('|')) return readTable(lines);
  if (ORDERED.test(first)) return { kind: 'list', isOrdered: true, items: readItems(lines, ORDERED) };
  if (BULLET.test(first)) return { kind: 'list', isOrdered: false, items: readItems(lines, BULLET) };
  if (/^(```|>|#|<|!\[|\s)/.test(first)) throw new Error(`not understood: ${first}`);
  return { kind: 'paragraph', text: readLine(lines.join(' ')) };
}

function readItems(lines: readonly string[], mark: RegExp): readonly (readonly Piece[])[] {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items.map(readLine);
}

function readTable(lines: readonly string[]): Block {
  const [head, rule, ...rows] = lines;
  if (!head || !rule || !/^\|[-| :]+\|$/.test(rule)) throw new Error(`a table without a head: ${lines[0]}`);
  return { kind: 'table', head: readRow(head), rows: rows.map(readRow) };
}

const readRow = (line: string): readonly Cell[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readLine(cell.trim()));

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;

function readLine(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(PIECE)) {
    pieces.push(...plain(line.slice(end, match.index)));
    const [whole, code, strong, em] = match;
    pieces.push(
      code !== undefined
        ? { look: 'code', text: code }
        : strong !== undefined
          ? { look: 'strong', text: strong }
          : { look: 'em', text: em ?? '' },
    );
    end = match.index + whole.length;
  }
  return [...pieces, ...plain(line.slice(end))];
}

function plain(text: string): readonly Piece[] {
  if (/[`*]|\]\(/.test(text)) throw new Error(`not understood: ${text}`);
  return text === '' ? [] : [{ look: 'plain', text }];
}
