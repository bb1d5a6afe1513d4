import type { AroundNavHandler } from 'wouter';

/** What is used of the window, so that a test can have another. */
export type View = {
  readonly history: Pick<History, 'state' | 'length' | 'go' | 'pushState' | 'replaceState'>;
  readonly location: Pick<Location, 'origin' | 'pathname'>;
  readonly addEventListener: (type: 'popstate', listener: () => void) => void;
};

export type DialogEntries = {
  /**
   * A dialog is open; a step back calls `close`.
   * @returns for when it is closed, by whatever
   */
  readonly opened: (close: () => void) => () => void;
  /**
   * Goes back over entries of which the address tells what is open, and calls `arrived` there, or here where there is
   * nowhere to go. A second call while it goes does nothing.
   */
  readonly goBack: (entries: number, arrived: () => void) => void;
  /** Around each navigation of the router. */
  readonly aroundNav: AroundNavHandler;
};

/** No step back takes as long: a browser that has not gone by then has nowhere to go. */
const GONE_MS = 1_000;

/**
 * Gives each open dialog an entry of its own in the history, so that a step back closes it and the page stays. An entry
 * is there for as long as its dialog: it is left when that closes, a link in the dialog takes its place, and a step
 * forward to it leads nowhere. What the platform has for it (`CloseWatcher`) hears nothing of the browser's own button.
 */
export function createDialogEntries(view: View): DialogEntries {
  const { history } = view;
  /** The topmost one last. */
  const open: { readonly close: () => void }[] = [];
  /** While entries of what was closed are being left. */
  let leaving: ReturnType<typeof setTimeout> | undefined;
  /** Where that has led to. */
  let arrivedThere: (() => void) | undefined;
  let waiting: (() => void)[] = [];
  /** What the page wrote over its address while a dialog was open; its own entry still has the one before. */
  let written: string | undefined;

  const pathOf = (address: string): string => new URL(address, view.location.origin).pathname;

  /** As many entries as there are dialogs. */
  function settle(): void {
    if (leaving !== undefined) return;
    const depth = depthOf(history.state);
    for (let next = depth + 1; next <= open.length; next += 1) history.pushState({ [DEPTH]: next }, '');
    if (depth > open.length) leave(depth - open.length);
  }

  function leave(entries: number, arrived?: () => void): void {
    // A tab that was opened as a copy may have the entry alone.
    if (history.length <= entries) {
      history.replaceState(null, '');
      arrived?.();
      return;
    }
    arrivedThere = arrived;
    leaving = setTimeout(arrive, GONE_MS);
    history.go(-entries);
  }

  function arrive(): void {
    clearTimeout(leaving);
    leaving = undefined;
    arrivedThere?.();
    const all = waiting;
    waiting = [];
    for (const go of all) go();
    settle();
  }

  const aroundNav: AroundNavHandler = (navigate, to, options) => {
    if (leaving !== undefined) {
      waiting.push(() => aroundNav(navigate, to, options));
    } else if (depthOf(history.state) === 0) {
      navigate(to, options);
    } else if (options?.replace) {
      written = to;
      navigate(to, { ...options, state: history.state });
    } else {
      navigate(to, { ...options, replace: true });
      // A dialog that does not go with the page.
      setTimeout(settle);
    }
  };

  view.addEventListener('popstate', () => {
    const depth = depthOf(history.state);
    if (written !== undefined && pathOf(written) === view.location.pathname) {
      history.replaceState(history.state, '', written);
    }
    if (depth === 0) written = undefined;
    if (leaving !== undefined) return arrive();
    const over = open.slice(depth).reverse();
    for (const { close } of over) close();
    // One may stay, with what it does under way.
    if (over.length > 0) setTimeout(settle);
    else settle();
  });

  // The page was loaded again, or come back to, where a dialog had been open.
  settle();

  return {
    opened(close) {
      const dialog = { close };
      open.push(dialog);
      // Where one takes the place of another at once, it takes its entry as well.
      queueMicrotask(settle);
      return () => {
        open.splice(open.indexOf(dialog), 1);
        queueMicrotask(settle);
      };
    },
    goBack(entries, arrived) {
      // A second Esc must not go back by as much again.
      if (leaving !== undefined) return;
      if (entries === 0) arrived();
      else leave(entries, arrived);
    },
    aroundNav,
  };
}

/** In the state of an entry: how many dialogs are open there. */
const DEPTH = 'dialogs';

function depthOf(state: unknown): number {
  const depth: unknown = Reflect.get(Object(state), DEPTH);
  return typeof depth === 'number' ? depth : 0;
}
