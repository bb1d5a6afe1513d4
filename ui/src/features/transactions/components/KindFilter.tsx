import { cx } from '../../../lib/class-names.ts';
import { KINDS, type Kind, kindNames } from '../model/ledger-lines.ts';

type KindFilterProps = { readonly kind: Kind; readonly onChange: (kind: Kind) => void };

/** Narrows the list to one kind. */
export function KindFilter({ kind, onChange }: KindFilterProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Show</legend>
      {KINDS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          onClick={() => onChange(one)}
          className={cx(
            'h-8 rounded-full border px-3 text-[13px] transition-colors duration-150',
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
