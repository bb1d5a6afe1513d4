import { Icon } from '../../../components/ui/Icon.tsx';

/** The files that were chosen and not taken, each with why. */
export function RefusedFiles({ faults, onClose }: { faults: readonly string[]; onClose: () => void }) {
  return (
    <div role="alert" className="max-h-1/2 shrink-0 overflow-y-auto empty:hidden">
      {faults.length > 0 && (
        <div className="flex items-start gap-3 rounded-control border border-danger/40 bg-danger/10 py-2 pr-2 pl-4">
          <ul className="min-w-0 flex-1 py-1 text-note text-danger">
            {faults.map((fault) => (
              <li key={fault} className="[overflow-wrap:anywhere]">
                {fault}
              </li>
            ))}
          </ul>
          <button
            type="button"
            aria-label="Dismiss the refused files"
            onClick={onClose}
            className="grid size-8 shrink-0 place-items-center rounded-control text-danger hover:bg-danger/15"
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
