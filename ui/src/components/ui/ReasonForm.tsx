import type { FormEvent } from 'react';
import { reasonFault } from '../../lib/reason-fault.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

type ReasonFormProps = {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly hint: string;
  /** The word of its button. */
  readonly label: string;
  readonly variant: 'primary' | 'danger';
  readonly pending: boolean;
  /** Given the reason without the spaces around it; never an empty one. */
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
};

/** Below what an admin decides about: why. */
export function ReasonForm({
  typed,
  onType,
  hint,
  label,
  variant,
  pending,
  onReason,
  onClose,
}: ReasonFormProps) {
  const reason = typed.trim();
  const fault = reasonFault(typed);
  const isReady = reason !== '' && fault === undefined;
  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    if (isReady) onReason(reason);
  }
  return (
    <form onSubmit={submit} className="mt-3 grid gap-3 rounded-control bg-surface-2 p-4">
      <Field
        label="Reason"
        hint={hint}
        error={fault}
        value={typed}
        autoFocus
        autoComplete="off"
        onChange={({ target }) => onType(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant={variant} pending={pending} disabled={!isReady}>
          {label}
        </Button>
      </div>
    </form>
  );
}
