import { validation } from '../../../../../contracts/messages.ts';
import { errorToasts, type ToastText } from '../../../../../contracts/toasts.ts';
import { username } from '../../../../../contracts/username.ts';
import { isReservedUsername } from '../../../../../contracts/username-skeleton.ts';

/** Why a typed name cannot be sent, with the notice for it; undefined when it can. */
export function usernameFault(
  typed: string,
  current: string,
): { readonly text: string; readonly toast: ToastText } | undefined {
  const name = typed.trim();
  if (name === '') return failed(validation.usernameEmpty);
  if (name === current) return { text: validation.usernameSame, toast: errorToasts.noChanges };
  if (!username.safeParse(name).success) return failed(validation.usernamePattern);
  return isReservedUsername(name) ? failed(validation.usernameReserved) : undefined;
}

const failed = (text: string) => ({ text, toast: errorToasts.updateFailed(text) });
