import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Rows of which it is seen where the list has gone: of three that went two different ways, two say which. */
const LOOKED_AT = 3;
/** Rows among which those are: so many are on screen. */
const ON_SCREEN = 10;

export type StillRows = {
  /** Rows that came above what is on screen, until somebody scrolls up to them. */
  readonly above: number;
  readonly showTop: () => void;
  /** For the frame, whenever it scrolls. */
  readonly onScroll: () => void;
};

type List = {
  readonly users: readonly { readonly id: string }[];
  /** What the list is of: another one begins at its top. */
  readonly of: string;
  /** In pixels, of each row. */
  readonly rowHeight: number;
};

/**
 * Keeps the rows of a list where they are on screen as others come and go above them: whoever is about to select one of
 * them would press another. The frame scrolls by as much.
 * @param frame scrolls, with `overflow-anchor: none`; `content` is all that it holds
 */
export function useStillRows(
  frame: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { users, of, rowHeight }: List,
): StillRows {
  const [above, setAbove] = useState(0);
  const seen = useRef<Pick<List, 'users' | 'of'>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: where the rows have gone is looked at once, as they come.
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { users, of };
    if (!frame.current || !content.current || !before) return;
    if (before.of !== of) return letGo();
    const moved = movedBy(before.users, users, Math.floor(frame.current.scrollTop / rowHeight));
    // A list that is no longer than its frame grows with it.
    if (moved === 0 || frame.current.scrollHeight <= frame.current.clientHeight) return;
    const top = Math.max(0, frame.current.scrollTop + moved * rowHeight);
    if (top === 0) {
      frame.current.scrollTop = 0;
      return letGo();
    }
    // One that is hardly longer has to be able to scroll by as much.
    content.current.style.minHeight = `${frame.current.clientHeight + top}px`;
    frame.current.scrollTop = top;
    setAbove((known) => Math.max(0, known + moved));
  }, [users, of]);

  function letGo(): void {
    if (content.current) content.current.style.minHeight = '';
    setAbove(0);
  }

  return {
    above,
    showTop() {
      frame.current?.scrollTo({ top: 0 });
      // What was pressed for it goes.
      frame.current?.focus({ preventScroll: true });
    },
    onScroll() {
      if (above > 0 && frame.current && frame.current.scrollTop <= 0) letGo();
    },
  };
}

/** By how many rows those from `first` on have gone down; negative: up. */
function movedBy(before: List['users'], now: List['users'], first: number): number {
  if (before === now) return 0;
  const places = new Map(now.map(({ id }, at) => [id, at]));
  const moves: number[] = [];
  for (const [at, { id }] of before.slice(first, first + ON_SCREEN).entries()) {
    const place = places.get(id);
    if (place !== undefined && moves.length < LOOKED_AT) moves.push(place - first - at);
  }
  return moves.toSorted((a, b) => a - b)[Math.floor((moves.length - 1) / 2)] ?? 0;
}
