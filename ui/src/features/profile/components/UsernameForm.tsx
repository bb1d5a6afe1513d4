import { type SubmitEvent, useState } from 'react';
import { USERNAME_MAX, USERNAME_MIN } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showNotice } from '../../../lib/toast/toast.ts';
import { useKeptPlace } from '../../../lib/use-kept-place.ts';
import { useChangeUsername } from '../api/use-change-username.ts';
import { usernameFault } from '../model/username-fault.ts';

type UsernameFormProps = { readonly current: string; readonly walletAddress: string };

/** With another name it is another form, in the place of the one before; what is typed and not sent stays. */
export function UsernameForm(props: UsernameFormProps) {
  const place = useKeptPlace<HTMLDivElement>(props.current);
  return (
    <div ref={place} tabIndex={-1}>
      <Form key={props.current} {...props} />
    </div>
  );
}

function Form({ current, walletAddress }: UsernameFormProps) {
  const [typed, setTyped, forgetDraft] = useDraft('username', current);
  const [fault, setFault] = useState<string>();
  const { change, isPending, error, forgetError } = useChangeUsername(walletAddress, () =>
    forgetDraft(typed),
  );

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const found = usernameFault(typed, current);
    setFault(found?.text);
    const name = typed.trim();
    if (!found) change(name);
    else if (name === current) showNotice(found.toast);
    else showError(found.toast);
  }

  return (
    <form noValidate onSubmit={submit} className="border-t border-line pt-4">
      <Field
        label="Change username"
        value={typed}
        minLength={USERNAME_MIN}
        pattern={`[A-Za-z0-9_]{${USERNAME_MIN},${USERNAME_MAX}}`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // Not disabled: whoever sent it by Enter, and is refused, goes on where they are.
        readOnly={isPending}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(undefined);
          if (error) forgetError();
        }}
        error={fault ?? (error ? errorText(error) : undefined)}
        hint={`${USERNAME_MIN} to ${USERNAME_MAX} letters, digits or underscores.`}
        action={
          <Button type="submit" pending={isPending} busyText="Saving…">
            Save
          </Button>
        }
      />
    </form>
  );
}
