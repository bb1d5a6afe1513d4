import { type ComponentProps, useId } from 'react';
import { cx } from '../../lib/class-names.ts';

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> & {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => void;
};

/** The browser's own list of choices, in the look of a field. */
export function Select<Value extends string>({
  label,
  hidesLabel = false,
  value,
  options,
  onChoose,
  className,
  ...select
}: SelectProps<Value>) {
  const id = useId();
  // The keys of a record are its key type; Object.keys only forgets that.
  const values = Object.keys(options) as Value[];
  return (
    <div className={className}>
      <label htmlFor={id} className={cx('mb-1.5 block text-note font-medium', hidesLabel && 'sr-only')}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = values.find((one) => one === target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
        className="h-10 w-full pointer-coarse:h-11 rounded-control border border-control bg-field px-2.5 text-base hover:border-muted sm:text-sm"
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
