/** What is used of the window, so that a test can have another. */
export type View = {
  readonly history: Pick<History, 'state' | 'length' | 'go'>;
  readonly location: Pick<Location, 'search'>;
  readonly addEventListener: (
    type: 'popstate',
    listener: () => void,
    options: { readonly once: true },
  ) => void;
};

/** In the state of an entry of the history: how many events were opened one over the other to come to it. */
const EVENTS = 'events';

function eventsAt(state: unknown): number {
  const events: unknown = Reflect.get(Object(state), EVENTS);
  return typeof events === 'number' ? events : 0;
}

/** The state of an entry that opens one more event. @param state of the entry that it is opened from */
export const oneMoreEvent = (state: unknown): { readonly [EVENTS]: number } => ({
  [EVENTS]: eventsAt(state) + 1,
});

/** No step back takes as long: a browser that has not gone by then has nowhere to go. */
const GONE_MS = 1_000;

/**
 * Closes the event that the address names: goes back over the entries of all that were opened since the page was without
 * one, so that no step back opens one again.
 * @returns called with what takes the event out of an address that still names one: that of a link from elsewhere
 */
export function createEventClose(view: View): (takeOut: () => void) => void {
  const { history } = view;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  return (takeOut) => {
    // A second Esc must not go back by as much again.
    if (leaving !== undefined) return;
    const events = eventsAt(history.state);
    // A tab that was opened as a copy may have the entry alone.
    if (events === 0 || history.length <= events) return takeOut();
    const arrive = (): void => {
      if (leaving === undefined) return;
      clearTimeout(leaving);
      leaving = undefined;
      if (new URLSearchParams(view.location.search).has('event')) takeOut();
    };
    leaving = setTimeout(arrive, GONE_MS);
    view.addEventListener('popstate', arrive, { once: true });
    history.go(-events);
  };
}
