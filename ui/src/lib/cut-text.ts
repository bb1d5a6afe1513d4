/** At most `max` characters (code points, so that no emoji is cut in half), with an ellipsis where cut. */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('').trimEnd()}…`;
}
