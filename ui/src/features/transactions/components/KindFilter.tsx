import { cx } from '../../../lib/class-names.ts';
import { KINDS, type Kind, kindNames } from '../model/ledger-lines.ts';

type KindFilterProps = { readonly kind: Kind; readonly onChange: (kind: Kind) => void };

/** Narrows the list to one kind. */
export function KindFilter({ kind, onChange }: KindFilterProps) {
  return (
    <fieldset className="flex min-w-0 gap-1 max-sm:overflow-x-auto max-sm:pb-1 sm:flex-wrap">
      <legend className="sr-only">Show</legend>
      {KINDS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          onClick={() => onChange(one)}
          className={cx(
            'h-8 shrink-0 pointer-coarse:h-11 pointer-coarse:min-w-11 rounded-full border px-3 text-note transition-colors duration-150',
            one === kind
              ? 'border-accent/40 bg-accent/10 text-accent'
              : 'border-transparent text-muted hover:bg-surface-2 hover:text-text',
          )}
        >
          {kindNames[one]}
        </button>
      ))}
    </fieldset>
  );
}
