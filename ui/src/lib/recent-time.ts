/**
 * When something was that is of today as a rule, where the reader is: its time alone, and with its date where it is of
 * another day.
 * @param at milliseconds since 1970, by the clock of this device
 */
export function recentTime(at: number, locale?: 'en'): string {
  const then = new Date(at);
  const isOfToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(locale, { timeStyle: 'short', ...(!isOfToday && { dateStyle: 'medium' }) });
}
