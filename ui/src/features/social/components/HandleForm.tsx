import { type SubmitEvent, useState } from 'react';
import type { SocialConnection } from '../../../../../contracts/api/social.ts';
import { platformNames, validation } from '../../../../../contracts/messages.ts';
import { normalHandle } from '../../../../../contracts/social-handle.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError } from '../../../lib/toast/toast.ts';

type HandleFormProps = {
  readonly connection: SocialConnection;
  readonly isPending: boolean;
  /** Why the server did not take the handle. */
  readonly error: string | undefined;
  /** Told when something else is typed. */
  readonly forgetError: () => void;
  /** `named` is to be told once the account has it. */
  readonly onConnect: (handle: string, named: () => void) => void;
};

export function HandleForm({ connection, isPending, error, forgetError, onConnect }: HandleFormProps) {
  const { platform, handle, status } = connection;
  const [typed, setTyped, forgetDraft] = useDraft(
    `handle:${platform}:${status}:${handle ?? ''}`,
    handle ?? '',
  );
  const [isInvalid, setInvalid] = useState(false);
  const name = platformNames[platform];
  const label = isPending ? 'Connecting…' : connectLabels[status];

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const normal = normalHandle(platform, typed);
    setInvalid(normal === undefined);
    if (normal === undefined) showError(errorToasts.invalidHandle);
    else onConnect(normal, () => forgetDraft(typed));
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field
        label={`${name} handle`}
        hidesLabel
        prefix="@"
        placeholder="handle"
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // Not disabled: whoever sent it by Enter, and is refused, goes on where they are.
        readOnly={isPending}
        onChange={({ target }) => {
          setTyped(target.value);
          setInvalid(false);
          if (error) forgetError();
        }}
        error={isInvalid ? validation.handleInvalid : error}
        action={
          <Button type="submit" pending={isPending} busyText={label} aria-label={`${label} ${name}`}>
            {label}
          </Button>
        }
      />
    </form>
  );
}

export const connectLabels: Record<SocialConnection['status'], string> = {
  none: 'Connect',
  unproven: 'Confirm',
  expired: 'Reconnect',
  confirmed: 'Connect',
};
