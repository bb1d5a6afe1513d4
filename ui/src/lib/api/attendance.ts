/** Milliseconds after the last sign of a person until the page counts as left alone. */
const LEFT_ALONE_MS = 5 * 60_000;

const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Where a person shows: the window of the page. */
type Signs = Pick<EventTarget, 'addEventListener'>;

/**
 * Tells what a person asks for from what a page that was left alone asks for by itself: an open tab that looks for
 * news must not keep a session alive. Call once for a page.
 * @returns whether somebody is there
 */
export function watchAttendance(page: Signs, now: () => number): () => boolean {
  let last = now();
  const seen = (): void => {
    last = now();
  };
  // Before any handler that stops the event.
  for (const sign of SIGNS) page.addEventListener(sign, seen, { capture: true, passive: true });
  return () => now() - last < LEFT_ALONE_MS;
}
