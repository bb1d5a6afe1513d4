import { afterEach, expect, test, vi } from 'vitest';
import { createDialogEntries } from './create-dialog-entries.ts';

type Entry = { readonly path: string; readonly state: unknown };

const HOME = { path: '/', state: null };
const PAGE = { path: '/rewards', state: null };

afterEach(() => void vi.useRealTimers());

test('a step back closes the dialog, and the page stays', async () => {
  const { trail, open, back } = history();
  const dialog = await open();
  expect(trail()).toBe('/ /rewards [/rewards]');
  await back();
  expect(dialog.isOpen()).toBe(false);
  expect(trail()).toBe('/ [/rewards] /rewards');
  await back();
  expect(trail()).toBe('[/] /rewards /rewards');
});

test('one that is closed by hand leaves its entry, and a step forward to that leads nowhere', async () => {
  const { trail, open, forward } = history();
  const dialog = await open();
  await dialog.close();
  expect(trail()).toBe('/ [/rewards] /rewards');
  await forward();
  expect(trail()).toBe('/ [/rewards] /rewards');
});

test('each of two has its own; both closed at once are left together, and one in place of another takes its entry', async () => {
  const { trail, open, back } = history();
  const [below, above] = [await open(), await open()];
  expect(trail()).toBe('/ /rewards /rewards [/rewards]');
  await back();
  expect([below.isOpen(), above.isOpen()]).toEqual([true, false]);
  const next = await open();
  void next.close();
  const instead = await open();
  expect(trail()).toBe('/ /rewards /rewards [/rewards]');
  void instead.close();
  await below.close();
  expect(trail()).toBe('/ [/rewards] /rewards /rewards');
});

test('one that cannot be closed yet keeps an entry', async () => {
  const { trail, open, back } = history();
  const dialog = await open({ stays: true });
  await back();
  expect(trail()).toBe('/ /rewards [/rewards]');
  await dialog.close();
  expect(trail()).toBe('/ [/rewards] /rewards');
});

test('a link in a dialog takes its place, also one that is followed as the dialog closes', async () => {
  const { trail, open, navigate, back } = history();
  const dialog = await open();
  navigate('/ledger');
  await dialog.close();
  expect(trail()).toBe('/ /rewards [/ledger]');
  await back();
  const second = await open();
  void second.close();
  navigate('/ledger?a=1');
  await settled();
  expect(trail()).toBe('/ /rewards [/ledger?a=1]');
  // And one that is followed while its entry is being left.
  const third = await open();
  void third.close();
  await Promise.resolve();
  navigate('/raffle');
  await settled();
  expect(trail()).toBe('/ /rewards /ledger?a=1 [/raffle]');
});

test('what the page writes over its address while a dialog is open is its address after it', async () => {
  const { trail, open, navigate, back } = history();
  const dialog = await open();
  navigate('/rewards?search=ada', { replace: true });
  await dialog.close();
  expect(trail()).toBe('/ [/rewards?search=ada] /rewards?search=ada');
  await open();
  navigate('/rewards', { replace: true });
  await back();
  expect(trail()).toBe('/ [/rewards] /rewards');
  await back();
  expect(trail()).toBe('[/] /rewards /rewards');
});

test('a page that is loaded again where dialogs were open is at its own entry, a copy without one as well', async () => {
  const left = (dialogs: number): Entry => ({ path: '/rewards', state: { dialogs } });
  const again = history([HOME, PAGE, left(1), left(2)]);
  await settled();
  expect(again.trail()).toBe('/ [/rewards] /rewards /rewards');
  const copy = history([left(1)]);
  copy.navigate('/ledger');
  await settled();
  expect(copy.trail()).toBe('/rewards [/ledger]');
});

test('what the address tells of is left with all that was opened from it, once, and a link that is followed meanwhile waits', async () => {
  const { trail, navigate, goBack } = history();
  navigate('/rewards?event=a');
  navigate('/rewards?event=b');
  const arrived: string[] = [];
  goBack(2, () => arrived.push(trail()));
  goBack(2, () => arrived.push('again'));
  navigate('/raffle');
  await settled();
  expect(arrived).toEqual(['/ [/rewards] /rewards?event=a /rewards?event=b']);
  expect(trail()).toBe('/ /rewards [/raffle]');
});

test('where there is nowhere to go, what is to be done there is done here: a link from elsewhere, a copy of the tab, a browser that stands still', async () => {
  const event = { path: '/rewards?event=b', state: { events: 2 } };
  const arrived: string[] = [];
  const elsewhere = history([HOME, event]);
  elsewhere.goBack(0, () => arrived.push(elsewhere.trail()));
  const copy = history([event]);
  copy.goBack(2, () => arrived.push(copy.trail()));
  expect(arrived).toEqual(['/ [/rewards?event=b]', '[/rewards?event=b]']);
  vi.useFakeTimers();
  const stuck = history([HOME, PAGE, event], { goes: false });
  stuck.goBack(1, () => arrived.push(stuck.trail()));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(arrived.at(-1)).toBe('/ /rewards [/rewards?event=b]');
  // What comes after it is not told of it once more.
  stuck.navigate('/ledger');
  expect(stuck.trail()).toBe('/ /rewards /rewards?event=b [/ledger]');
});

/** A window of its own whose history, as that of a browser, goes a moment after it was told to. */
function history(entries: Entry[] = [HOME, PAGE], { goes = true } = {}) {
  let at = entries.length - 1;
  const here = (): Entry => entries[at] ?? HOME;
  const listeners: (() => void)[] = [];
  const step = async (by: number): Promise<void> => {
    await Promise.resolve();
    await Promise.resolve();
    if (!goes || !entries[at + by]) return;
    at += by;
    for (const listener of listeners) listener();
    await settled();
  };
  const put = (index: number, state: unknown, address: string | URL | null | undefined): void => {
    const path = String(address ?? here().path);
    entries.splice(index, index === at ? 1 : entries.length, { path, state });
    at = index;
  };
  const dialogs = createDialogEntries({
    history: {
      get state() {
        return here().state;
      },
      get length() {
        return entries.length;
      },
      go: (by = 0) => void step(by),
      pushState: (state, _, address) => put(at + 1, state, address),
      replaceState: (state, _, address) => put(at, state, address),
    },
    location: {
      origin: 'http://localhost',
      get pathname() {
        return new URL(here().path, 'http://localhost').pathname;
      },
    },
    addEventListener: (_, listener) => void listeners.push(listener),
  });
  return {
    /** The addresses of all entries; the one where the page is stands in brackets. */
    trail: () => entries.map((one, index) => (index === at ? `[${one.path}]` : one.path)).join(' '),
    back: () => step(-1),
    forward: () => step(1),
    goBack: dialogs.goBack,
    navigate: (to: string, options?: { readonly replace: boolean }) =>
      dialogs.aroundNav(
        (path, { replace = false, state = null } = {}) => put(replace ? at : at + 1, state, path),
        to,
        options,
      ),
    async open({ stays = false } = {}) {
      let isOpen = true;
      const left = dialogs.opened(() => void (stays || close()));
      const close = (): Promise<void> => {
        isOpen = false;
        left();
        return settled();
      };
      await settled();
      return { close, isOpen: () => isOpen };
    },
  };
}

/** All that was planned has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}
