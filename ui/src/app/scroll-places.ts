const KEY = 'scrollPlaces';
/** Milliseconds for which a page may grow, also above the place in it. */
const GROWTH_MS = 5_000;
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
  let stopGrowing = (): void => {};

  const left = (): void => {
    places.set(entry(), window.scrollY);
  };
  const keep = (): void => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-50)));
    } catch {
      // Where storage is forbidden, a reload begins at the top.
    }
  };

  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', left, { passive: true });
  window.addEventListener('pagehide', keep);

  return {
    arrive() {
      stopGrowing();
      stopGrowing = goTo(places.get(entry()) ?? 0);
    },
    stop() {
      stopGrowing();
      history.scrollRestoration = 'auto';
      window.removeEventListener('scroll', left);
      window.removeEventListener('pagehide', keep);
    },
  };
}

/** Scrolls to a place, and again whenever the page grows, for as long as its parts may still come. */
function goTo(top: number): () => void {
  window.scrollTo(0, top);
  if (top === 0) return () => {};
  const observer = new ResizeObserver(() => window.scrollTo(0, top));
  const timer = setTimeout(stop, GROWTH_MS);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const move of OWN_MOVES) window.removeEventListener(move, stop, { capture: true });
  }
  observer.observe(document.body);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { capture: true, passive: true });
  return stop;
}

function read(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isPlace) : []);
  } catch {
    return new Map();
  }
}

const isPlace = (one: unknown): one is [string, number] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number';
