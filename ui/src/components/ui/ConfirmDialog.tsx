import { type ReactNode, useRef, useState } from 'react';
import { actTexts } from '../../../../contracts/act-messages.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { HeldHeight } from './HeldHeight.tsx';
import { Skeleton } from './Skeleton.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  readonly description: string;
  /** The act in the words of its button: "Remove User". */
  readonly confirmLabel: string;
  readonly pending: boolean;
  /** What it would do is not known yet, or it cannot be done. */
  readonly disabled?: boolean;
  /** It takes something away. */
  readonly danger?: boolean;
  /** A word to type first, for what concerns everyone. */
  readonly typed?: string;
  /**
   * What the wallet will be asked to sign; null where that is not known yet, so that its place is kept; undefined for an
   * act that needs no signature.
   */
  readonly toSign?: string | null | undefined;
  /** The wallet is being asked. */
  readonly signing?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What it would do. */
  readonly children: ReactNode;
};

/** Asks before an act that cannot be undone lightly. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  pending,
  disabled = false,
  danger = false,
  typed,
  toSign,
  signing = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const [word, setWord] = useState('');
  const wordField = useRef<HTMLInputElement>(null);
  const isTyped = typed === undefined || word.trim() === typed;
  return (
    <Dialog open onClose={onClose} title={title} description={description} initialFocus={wordField}>
      <HeldHeight>
        <div className="text-sm">{children}</div>
        {typed !== undefined && (
          <Field
            ref={wordField}
            className="mt-4"
            label={`Type ${typed} to confirm`}
            value={word}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setWord(target.value)}
          />
        )}
        {toSign !== undefined && (
          <div className="mt-4 border-l-2 border-accent-solid py-1 pl-3 text-note">
            <p className="text-muted">{actTexts.willSign}</p>
            {toSign === null ? (
              <Skeleton className="h-[1.5em]" />
            ) : (
              <p className="font-medium break-words">{toSign}</p>
            )}
          </div>
        )}
        {/* What is signed is waited for: the line of that is there before, and moves nothing. */}
        <p
          role="status"
          className={toSign !== undefined || signing ? 'mt-3 min-h-5 text-note text-muted' : 'sr-only'}
        >
          {signing && actTexts.waiting}
        </p>
        <div className="mt-auto flex flex-wrap justify-end gap-2 pt-5">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            disabled={disabled || !isTyped}
            onClick={onConfirm}
            // A sum in it may have more digits than a phone has room for in one line.
            className="h-auto! min-h-10 shrink! py-2 whitespace-normal! [overflow-wrap:anywhere]"
          >
            {confirmLabel}
          </Button>
        </div>
      </HeldHeight>
    </Dialog>
  );
}
