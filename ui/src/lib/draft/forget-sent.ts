import { VERIFIED_KEY, VERIFYING_KEY } from '../storage/browser-storage.ts';

/** An act that nobody has said the end of is kept by what was sent: an address, a name elsewhere or here. */
const PERSONAL_ACT =
  /^draft:\w+:act:\S+ \/api\/(email\/signup|social\/connect|users\/:walletAddress\/username) /;

/**
 * For who erases what is known of them: what they have sent from this tab without hearing of it, and what the last link
 * of a mail came to, which names the mailbox.
 */
export function forgetSent(): void {
  try {
    const acts = Object.keys(sessionStorage).filter((key) => PERSONAL_ACT.test(key));
    for (const key of [VERIFIED_KEY, VERIFYING_KEY, ...acts]) sessionStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
