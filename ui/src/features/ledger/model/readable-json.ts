import { visibleText } from '../../../../../contracts/visible-text.ts';

/**
 * JSON for people to read, that shows all that is there: what is invisible or turns the direction of writing is written
 * as its escape, so that no text in an event can look like another one. It is still the same JSON.
 */
export function readableJson(value: unknown): string {
  return visibleText(JSON.stringify(value, null, 2) ?? 'undefined');
}
