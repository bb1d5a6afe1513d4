import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';

type BulkToolbarProps = {
  readonly count: number;
  /** Loaded in the list, and matching it on the server. */
  readonly shown: number;
  readonly matching: number;
  /** How many were found so far, while everyone who matches is being selected. */
  readonly found: number | undefined;
  readonly onSelectMatching: () => void;
  readonly onClear: () => void;
  readonly onRemove: () => void;
};

/** What is selected, how far that reaches, and what to do with it. */
export function BulkToolbar(props: BulkToolbarProps) {
  const { count, shown, matching, found, onSelectMatching, onClear, onRemove } = props;
  const isCollecting = found !== undefined;
  return (
    <div
      role="toolbar"
      aria-label="Selected users"
      className="sticky bottom-0 z-10 max-[1320px]:bottom-(--player) flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-b-card border-t border-line bg-surface-2 px-5 py-3"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
        <p role="status" className="font-medium tabular-nums">
          {isCollecting
            ? `Selecting ${found.toLocaleString('en')} of ${matching.toLocaleString('en')}…`
            : reach(count, shown, matching)}
        </p>
        {!isCollecting && count < matching && count >= shown && (
          <button
            type="button"
            onClick={onSelectMatching}
            className="-mx-1 inline-flex h-8 items-center rounded-sm px-1 text-accent underline-offset-4 hover:underline"
          >
            Select all {matching.toLocaleString('en')} matching
          </button>
        )}
      </div>
      <div className="flex items-center gap-2 sm:ml-auto">
        <span className="text-[13px] text-faint max-lg:hidden">Esc clears</span>
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

function reach(count: number, shown: number, matching: number): string {
  const selected = count.toLocaleString('en');
  if (count === matching) return count === 1 ? '1 selected' : `All ${selected} matching selected`;
  return count === shown ? `All ${selected} shown selected` : `${selected} selected`;
}
