/** Undefined in browsers that do not know what people see as one character; there code points are. */
const characters = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : undefined;

/**
 * At most `max` code points, with an ellipsis where cut; never in the middle of what is seen as one character: an emoji,
 * a flag, a letter with its accents.
 */
export function cutText(text: string, max: number): string {
  let kept = '';
  let room = max;
  for (const character of characters ? segmentsOf(characters, text) : text) {
    room -= [...character].length;
    if (room < 0) return `${kept.trimEnd()}…`;
    kept += character;
  }
  return text;
}

function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}
