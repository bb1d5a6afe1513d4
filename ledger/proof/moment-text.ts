/** RFC 3339; in words where the calendar has no such day, as of a round that nobody lives to see. @param moment milliseconds since the epoch */
export function momentText(moment: number): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? 'a time beyond the calendar' : date.toISOString();
}
