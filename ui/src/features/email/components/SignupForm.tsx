import { type SubmitEvent, useState } from 'react';
import * as z from 'zod/mini';
import { isEmail } from '../../../../../contracts/email.ts';
import { validation } from '../../../../../contracts/messages.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useDraft, useFormDraft } from '../../../lib/draft/use-draft.ts';
import { showError } from '../../../lib/toast/toast.ts';
import { useSignUp } from '../api/use-sign-up.ts';

const choice = z.boolean();

type SignupFormProps = {
  /** The wallet that signs up, or none. */
  readonly walletAddress: string | null;
  readonly onSignedUp: (email: string) => void;
};

export function SignupForm({ walletAddress, onSignedUp }: SignupFormProps) {
  const [typed, setTyped, forgetDraft] = useDraft('email');
  const [marketingOptIn, setMarketingOptIn, forgetChoice] = useFormDraft('email:news', false, choice);
  const [fault, setFault] = useState<string>();
  const { signUp, isPending, error, forgetError } = useSignUp(() => {
    forgetDraft(typed);
    forgetChoice();
    onSignedUp(typed.trim());
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const email = typed.trim();
    const toast = email === '' ? errorToasts.emailRequired : isEmail(email) ? null : errorToasts.emailInvalid;
    if (toast) {
      setFault(validation.emailInvalid);
      showError(toast);
      return;
    }
    signUp({ email, marketingOptIn, ...(walletAddress && { walletAddress }) });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label="Email address"
        // Not type="email": browsers would hand over a blank text as an empty one, and encode what they dislike.
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@example.com"
        value={typed}
        // Not disabled: whoever sent it by Enter, and is refused, goes on where they are.
        readOnly={isPending}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(undefined);
          if (error) forgetError();
        }}
        error={fault ?? (error ? errorText(error) : undefined)}
        action={
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            busyText="Signing up…"
            disabled={typed === ''}
          >
            Sign Up
          </Button>
        }
      />
      <label className="flex items-start gap-2.5 text-note text-muted">
        <input
          type="checkbox"
          checked={marketingOptIn}
          disabled={isPending}
          onChange={({ target }) => setMarketingOptIn(target.checked)}
          className="touch-area size-6 shrink-0 sm:size-5"
        />
        Send me news about EVO as well. Erasing your personal data, in your profile, ends it.
      </label>
    </form>
  );
}
