import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';

type BulkToolbarProps = {
  readonly count: number;
  /** More match than one act takes. */
  readonly isCut: boolean;
  readonly onClear: () => void;
  readonly onRemove: () => void;
};

export function BulkToolbar({ count, isCut, onClear, onRemove }: BulkToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selected users"
      className="sticky bottom-0 z-10 flex animate-rise flex-wrap items-center gap-x-6 gap-y-2 rounded-b-card border-t border-line bg-surface-2 px-5 py-3"
    >
      <p role="status" className="text-sm">
        <span className="font-medium tabular-nums">{count.toLocaleString('en')} selected</span>
        {isCut && <span className="text-muted"> · at most {count} at a time</span>}
        <span className="text-faint max-sm:hidden"> · Esc clears</span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={onClear}>
          Clear Selection
        </Button>
        <Button size="sm" variant="danger" onClick={onRemove}>
          <Icon name="trash" className="size-4" /> Remove Selected
        </Button>
      </div>
    </div>
  );
}
