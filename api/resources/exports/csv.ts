import { stringify } from 'csv-stringify/sync';

/**
 * One line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe: also one
 * that hides the sign behind spaces, control characters or a NUL, and the wide forms of the signs. Where lists are
 * separated by semicolons, as in most of Europe, what stands behind one is a cell of its own.
 */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'string' ? disarmed(cell) : String(cell ?? '')))], {
    record_delimiter: 'windows',
    // Of itself it quotes only its own end of a line.
    quoted_match: /[\r\n]/,
  });
}

const disarmed = (text: string): string => text.split(';').map(disarm).join(';');

function disarm(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a formula may hide behind.
const FORMULA = /^[\s\u0000-\u0020\u007f-\u00a0\u200b-\u200f\ufeff\ufffd]*[=+\-@|%＝＋－＠]|^[\t\r\n\u0000]/u;
