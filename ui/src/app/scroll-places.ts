const KEY = 'scrollPlaces';
/** Milliseconds for which a page may grow, also above the place in it. */
const GROWTH_MS = 5_000;
/** And after which it is as high as it will be, at the least. */
const DRAWN_MS = 1_500;
/** The part of the shell that is as high as the page in it. */
const CONTENT = 'content';
/** After one of these a person decides where the page is. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

export type ScrollPlaces = {
  /** Goes to where the entry of the history was left, or to the top of one that is new. */
  readonly arrive: () => void;
  readonly stop: () => void;
};

/**
 * Where each entry of the history was scrolled to. The browser's own memory is of no use here: it scrolls before the
 * page that it goes back to is drawn.
 * @returns undefined in browsers that do not tell entries apart, which go on by themselves
 */
export function createScrollPlaces(): ScrollPlaces | undefined {
  // Younger than the other parts of the platform that are used here, whatever the types say.
  const navigation: Navigation | undefined = window.navigation;
  if (!navigation) return undefined;
  const places = read();
  const entry = (): string => navigation.currentEntry?.key ?? '';
  let arrival: Arrival | undefined;

  const left = (): void => {
    if (arrival?.isWaiting()) return;
    const height = document.getElementById(CONTENT)?.offsetHeight ?? 0;
    places.set(entry(), { top: window.scrollY, height });
  };
  const keep = (): void => {
    try {
      const kept = [...places].slice(-50).map(([key, { top, height }]) => [key, top, height]);
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Where storage is forbidden, a reload begins at the top.
    }
  };

  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', left, { passive: true });
  window.addEventListener('pagehide', keep);

  return {
    arrive() {
      arrival?.stop();
      arrival = goTo(places.get(entry()) ?? { top: 0, height: 0 });
    },
    stop() {
      arrival?.stop();
      history.scrollRestoration = 'auto';
      window.removeEventListener('scroll', left);
      window.removeEventListener('pagehide', keep);
    },
  };
}

type Arrival = {
  /** The page is at its top until what was there is drawn again: that is no place that anybody chose. */
  readonly isWaiting: () => boolean;
  readonly stop: () => void;
};

/**
 * Scrolls to a place once the page is as high as it was there, and again whenever it grows, for as long as its parts may
 * still come. Before that its beginning is seen, where every part has its size already: at the place itself all that
 * comes above it would move what is read.
 */
function goTo({ top, height }: Place): Arrival {
  window.scrollTo(0, 0);
  if (top === 0) return { isWaiting: () => false, stop: () => {} };
  let isWaiting = true;
  const arrive = (): void => {
    isWaiting = false;
    window.scrollTo(0, top);
  };
  const grown = (): void => {
    if (!isWaiting || (document.getElementById(CONTENT)?.offsetHeight ?? 0) >= height) arrive();
  };
  const observer = new ResizeObserver(grown);
  // A page that is shorter than it was.
  const late = setTimeout(arrive, DRAWN_MS);
  const end = setTimeout(stop, GROWTH_MS);
  function stop(): void {
    isWaiting = false;
    clearTimeout(late);
    clearTimeout(end);
    observer.disconnect();
    for (const move of OWN_MOVES) window.removeEventListener(move, stop, { capture: true });
  }
  grown();
  observer.observe(document.body);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { capture: true, passive: true });
  return { isWaiting: () => isWaiting, stop };
}

type Place = { readonly top: number; readonly height: number };

function read(): Map<string, Place> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    const all = Array.isArray(kept) ? kept.filter(isPlace) : [];
    return new Map(all.map(([key, top, height]) => [key, { top, height }]));
  } catch {
    return new Map();
  }
}

const isPlace = (one: unknown): one is [string, number, number] =>
  Array.isArray(one) &&
  typeof one[0] === 'string' &&
  typeof one[1] === 'number' &&
  typeof one[2] === 'number';
