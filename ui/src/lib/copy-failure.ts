import { shellToasts } from '../../../contracts/shell-toasts.ts';
import type { ToastText } from '../../../contracts/toasts.ts';

/** What is said where a text could not be copied: of a link that it can be copied by hand, of all else the title alone. */
export function copyFailure(text: string): ToastText {
  const { title, description } = shellToasts.copyFailed;
  return /^https?:\/\//.test(text) ? { title, description } : { title };
}
