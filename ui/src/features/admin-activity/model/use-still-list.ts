import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export type StillList = {
  /** Rows that came above what was on screen, until somebody scrolls up to them. */
  readonly newer: number;
  readonly showNewest: () => void;
  /** For the frame, whenever it scrolls. */
  readonly onScroll: () => void;
};

/**
 * A list of newest first in a frame that scrolls: what comes in at its top moves nothing that is being read, or is about
 * to be pressed. The frame scrolls on by as much as came above; the browser's own anchoring does that at every place but
 * the top, and has to be off (`overflow-anchor: none`).
 * @param frame scrolls, and is as high as it always is; `list` holds the rows, and is its only content before the end
 * @param ids of the rows, in their order
 * @param of what the list is of: another one begins at its top
 */
export function useStillList(
  frame: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  of: string,
): StillList {
  const [newer, setNewer] = useState(0);
  const shown = useRef<{ readonly of: string; readonly first: string | undefined }>(undefined);
  const [first] = ids;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is above the row that was first is measured once, as it comes.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { of, first };
    const isOther = before?.of !== of;
    // Also while there is nothing yet to scroll in.
    if (isOther) setNewer(0);
    if (!frame.current || !list.current) return;
    if (isOther) {
      list.current.style.minHeight = '';
      frame.current.scrollTop = 0;
      return;
    }
    const came = before.first === undefined ? 0 : ids.indexOf(before.first);
    const row = list.current.children[came];
    if (came <= 0 || !(row instanceof HTMLElement)) return;
    const top = frame.current.scrollTop + row.getBoundingClientRect().top - topOf(list.current);
    // A list that is shorter than its frame has to be able to scroll by as much.
    list.current.style.minHeight = `${frame.current.clientHeight + top}px`;
    frame.current.scrollTop = top;
    setNewer((known) => known + came);
  }, [first, of]);

  return {
    newer,
    showNewest() {
      frame.current?.scrollTo({ top: 0 });
      // What was pressed for it goes.
      frame.current?.focus({ preventScroll: true });
    },
    onScroll() {
      if (newer === 0 || !frame.current || !list.current || frame.current.scrollTop > 0) return;
      list.current.style.minHeight = '';
      setNewer(0);
    },
  };
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;
