import { useRef } from 'react';
import { limitText } from '../../../../../contracts/admin-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { type Matching, matchingText } from '../model/matching.ts';
import type { Selected } from '../model/use-selection.ts';

type BulkToolbarProps = {
  readonly selected: Selected;
  /** Who is loaded in the list. */
  readonly users: readonly { readonly id: string }[];
  /** How many match it on the server. */
  readonly matching: Matching;
  /** How many were found so far, while everyone who matches is being selected. */
  readonly found: number | undefined;
  /** Until when that waits for a limit; undefined while it goes on. */
  readonly waitsUntil: Date | undefined;
  readonly onSelectMatching: () => void;
  readonly onClear: () => void;
  readonly onRemove: () => void;
};

/** What is selected, how far that reaches, and what to do with it. */
export function BulkToolbar(props: BulkToolbarProps) {
  const { selected, users, matching, found, waitsUntil, onSelectMatching, onClear, onRemove } = props;
  const isCollecting = found !== undefined;
  const waits = waitsUntil ? ` ${limitText(waitsUntil.toLocaleTimeString())}` : '';
  const toolbar = useRef<HTMLDivElement>(null);
  const count = selected.size;
  // Since somebody was selected, others may have come into the list and gone from it: as many are not the same ones.
  const isAllShown = users.every(({ id }) => selected.has(id));
  const areMore = count < matching.matching || (matching.moreMatch && count === users.length);
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label="Selected users"
      tabIndex={-1}
      className="sticky bottom-0 z-10 max-[1320px]:bottom-(--player) flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-b-card border-t border-line bg-surface-2 px-5 py-3"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
        <p role="status" className="font-medium tabular-nums">
          {isCollecting
            ? `Selecting ${found.toLocaleString('en')} of ${matchingText(matching)}…${waits}`
            : isAllShown
              ? reach(count, users.length, matching)
              : some(count)}
        </p>
        {!isCollecting && isAllShown && areMore && (
          <button
            type="button"
            onClick={() => {
              // It goes as soon as it is pressed.
              toolbar.current?.focus({ preventScroll: true });
              onSelectMatching();
            }}
            className="-mx-1 inline-flex h-8 items-center pointer-coarse:h-11 rounded-sm px-1 text-accent underline-offset-4 hover:underline"
          >
            Select all {matchingText(matching)} matching
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <span className="text-note text-faint max-lg:hidden">Esc clears</span>
        <Button size="sm" onClick={onClear}>
          Clear Selection
        </Button>
        <Button size="sm" variant="danger" disabled={isCollecting} onClick={onRemove}>
          <Icon name="trash" className="size-4" /> Remove Selected
        </Button>
      </div>
    </div>
  );
}

/** How far the selection reaches; a list of one has no all. */
function reach(count: number, shown: number, { matching, moreMatch = false }: Matching): string {
  const selected = count.toLocaleString('en');
  if (count === matching && !moreMatch && count > 1) return `All ${selected} matching selected`;
  return count === shown && (count < matching || moreMatch) ? `All ${selected} shown selected` : some(count);
}

const some = (count: number): string => `${count.toLocaleString('en')} selected`;
