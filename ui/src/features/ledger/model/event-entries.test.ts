import { afterEach, expect, test, vi } from 'vitest';
import { createEventClose, oneMoreEvent } from './event-entries.ts';

type Entry = { readonly path: string; readonly state: unknown };

const LIST: Entry = { path: '/ledger?part=events', state: null };
const LINK: Entry = { path: '/ledger?event=a', state: null };

afterEach(() => void vi.useRealTimers());

test('an event that is closed leaves its entry, and so do those that were opened from it', async () => {
  const { trail, open, close } = history([LIST]);
  open('a');
  close();
  await gone();
  expect(trail()).toBe('[part=events] part=events&event=a');
  open('b');
  open('c');
  open('d');
  close();
  await gone();
  expect(trail()).toBe('[part=events] part=events&event=b part=events&event=c part=events&event=d');
});

test('of an event that a link from elsewhere led to the entry stays, without the event', async () => {
  const alone = history([LIST, LINK]);
  alone.close();
  await gone();
  expect(alone.trail()).toBe('part=events []');
  const further = history([LIST, LINK]);
  further.open('b');
  further.close();
  await gone();
  expect(further.trail()).toBe('part=events [] event=b');
});

test('closed twice before the browser has gone back, it is gone back from once', async () => {
  const { trail, open, close } = history([LIST, LIST]);
  open('a');
  close();
  close();
  await gone();
  expect(trail()).toBe('part=events [part=events] part=events&event=a');
});

test('a copy of the tab that has the entry alone, or a browser that goes nowhere, shows the page without the event', async () => {
  const copy = history([{ path: '/ledger?event=b', state: { events: 2 } }]);
  copy.close();
  expect(copy.trail()).toBe('[]');
  vi.useFakeTimers();
  const stuck = history([LIST], { goes: false });
  stuck.open('a');
  stuck.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stuck.trail()).toBe('part=events [part=events]');
});

const gone = () => new Promise((resolve) => setTimeout(resolve));

/** A window of its own whose history, as that of a browser, goes a moment after it was told to. */
function history(entries: Entry[], { goes = true } = {}) {
  let at = entries.length - 1;
  const here = (): Entry => entries[at] ?? LIST;
  const queryOf = ({ path }: Entry): string => path.split('?')[1] ?? '';
  let heard: (() => void)[] = [];
  const go = (by = 0): void =>
    void Promise.resolve().then(() => {
      if (!goes || !entries[at + by]) return;
      at += by;
      const listeners = heard;
      heard = [];
      for (const listener of listeners) listener();
    });
  const close = createEventClose({
    history: {
      get state() {
        return here().state;
      },
      get length() {
        return entries.length;
      },
      go,
    },
    location: {
      get search() {
        return `?${queryOf(here())}`;
      },
    },
    addEventListener: (_, listener) => void heard.push(listener),
  });
  function changed(change: (query: URLSearchParams) => void): string {
    const query = new URLSearchParams(queryOf(here()));
    change(query);
    return query.size === 0 ? '/ledger' : `/ledger?${query}`;
  }
  return {
    /** What the addresses of all entries ask for; the one where the page is stands in brackets. */
    trail: () => entries.map((one, index) => (index === at ? `[${queryOf(one)}]` : queryOf(one))).join(' '),
    /** As a link to an event does. */
    open(event: string) {
      const path = changed((query) => query.set('event', event));
      entries.splice(at + 1, entries.length, { path, state: oneMoreEvent(here().state) });
      at += 1;
    },
    close: () =>
      close(() => {
        entries[at] = { path: changed((query) => query.delete('event')), state: null };
      }),
  };
}
