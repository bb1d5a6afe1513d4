import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../../lib/class-names.ts';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'> & {
  readonly label: string;
  /** Where the panel around it says already what the field is. */
  readonly hidesLabel?: boolean;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** What stands inside the field before the text: "@". */
  readonly prefix?: string;
  /** The button that sends the field. */
  readonly action?: ReactNode;
};

/** A text field with its label, and below it what is wrong, or else what it is for. */
export function Field({
  label,
  hidesLabel = false,
  error,
  hint,
  prefix,
  action,
  className,
  ...input
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={cx('mb-1.5 block text-note font-medium', hidesLabel && 'sr-only')}>
        {label}
      </label>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          {prefix && (
            <span aria-hidden="true" className="absolute inset-y-0 left-3 grid place-items-center text-faint">
              {prefix}
            </span>
          )}
          <input
            {...input}
            id={id}
            aria-invalid={error !== undefined}
            {...(note !== undefined && { 'aria-describedby': noteId })}
            className={cx(
              'h-10 w-full pointer-coarse:h-11 rounded-control border bg-field px-3 text-base text-ellipsis placeholder:text-faint sm:text-sm',
              'transition-colors duration-150 hover:border-muted disabled:opacity-55',
              prefix && 'pl-7',
              error === undefined ? 'border-control' : 'border-danger',
            )}
          />
        </div>
        {action}
      </div>
      {note !== undefined && (
        <p id={noteId} className={cx('mt-1.5 text-note', error === undefined ? 'text-muted' : 'text-danger')}>
          {note}
        </p>
      )}
    </div>
  );
}
