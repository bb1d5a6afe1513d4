import { VERIFIED_KEY, VERIFYING_KEY } from './browser-storage.ts';

/** For who erases what is known of them: what the last link of a mail came to names the mailbox. */
export function forgetLinks(): void {
  for (const key of [VERIFIED_KEY, VERIFYING_KEY]) {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // A browser that forbids storage has kept nothing.
    }
  }
}
