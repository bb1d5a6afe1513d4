const KEY = 'scrollPlaces';
/** Milliseconds for which the parts of a page may come: no call is waited for any longer. */
const COMING_MS = 20_000;
/** After which a page that has its parts is as high as it will be. */
const DRAWN_MS = 1_500;
/** For which one that was too short for its place may grow. */
const GROWTH_MS = 5_000;
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
 * Scrolls to a place once the page is as high as it was there and nothing above the place is still to come, however long
 * that takes: it would move what is read. Before that its beginning is seen, where every part has its size already. A page
 * that is too short goes on to the place as it grows; one that is there is left alone.
 */
function goTo({ top, height }: Place): Arrival {
  window.scrollTo(0, 0);
  if (top === 0) return { isWaiting: () => false, stop: () => {} };
  let isWaiting = true;
  let isLate = false;
  const arrive = (): void => {
    if (isWaiting) {
      const content = document.getElementById(CONTENT);
      if (!content || isComing(content, top) || !(isLate || content.offsetHeight >= height)) return;
      isWaiting = false;
      drawing.disconnect();
      clearTimeout(end);
      end = setTimeout(stop, GROWTH_MS);
    }
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 1) stop();
  };
  let frame: number | undefined;
  // Once what has come is drawn: in the same frame it would count as moved.
  const look = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = undefined;
        arrive();
      });
    });
  };
  const growth = new ResizeObserver(look);
  const drawing = new MutationObserver(look);
  // A page that is shorter than it was.
  const late = setTimeout(() => {
    isLate = true;
    look();
  }, DRAWN_MS);
  let end = setTimeout(stop, COMING_MS);
  function stop(): void {
    isWaiting = false;
    clearTimeout(late);
    clearTimeout(end);
    if (frame !== undefined) cancelAnimationFrame(frame);
    growth.disconnect();
    drawing.disconnect();
    for (const move of OWN_MOVES) window.removeEventListener(move, stop, { capture: true });
  }
  growth.observe(document.body);
  drawing.observe(document.body, { childList: true, subtree: true });
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { capture: true, passive: true });
  arrive();
  return { isWaiting: () => isWaiting, stop };
}

/** Whether something that is still to come stands above a place, or on the screen that begins there. */
function isComing(content: HTMLElement, top: number): boolean {
  const end = top + window.innerHeight - window.scrollY;
  return [...content.querySelectorAll('[data-skeleton]')].some(
    (one) => one.getClientRects().length > 0 && one.getBoundingClientRect().top < end,
  );
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
