/** In the state of an entry of the history: how many events were opened one over the other to come to it. */
const EVENTS = 'events';

/** As many entries are left where all of them are closed; none of an event that a link from elsewhere led to. */
export function eventsAt(state: unknown): number {
  const events: unknown = Reflect.get(Object(state), EVENTS);
  return typeof events === 'number' ? events : 0;
}

/** The state of an entry that opens one more event. @param state of the entry that it is opened from */
export const oneMoreEvent = (state: unknown): { readonly [EVENTS]: number } => ({
  [EVENTS]: eventsAt(state) + 1,
});
