/**
 * A text that somebody else wrote, with what cannot be seen, steers a terminal or turns the direction of writing written
 * out as JSON escapes it: no text can look like another one. Its lines stay lines.
 */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (sign) => sign.replaceAll(/[\s\S]/g, escaped));
}

/** The same in one line: what stands in it cannot pass for the next one. */
export const visibleLine = (text: string): string => visibleText(text).replaceAll('\n', '\\n');

/** Controls, formats (bidirectional marks, zero-width joiners), separators of lines, and what is for nobody. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u00a0\u115f\u1160\u3164\uffa0]/gu;

/** One UTF-16 unit. */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
