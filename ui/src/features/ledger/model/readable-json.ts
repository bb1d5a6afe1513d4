/**
 * JSON for people to read, that shows all that is there: what is invisible or turns the direction of writing is written
 * as its escape, so that no text in an event can look like another one. It is still the same JSON.
 */
export function readableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'undefined';
  return text.replaceAll(UNSEEN, (sign) => sign.replaceAll(/[\s\S]/g, escaped));
}

/** Controls, formats (bidirectional marks, zero-width joiners), separators of lines, and what is for nobody. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u007f-\u009f\u00a0\u115f\u1160\u3164\uffa0]/gu;

/** One UTF-16 unit. */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
