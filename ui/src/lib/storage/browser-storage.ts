import type { Role } from '../../../../contracts/api/user.ts';
import { STORAGE_KEYS } from '../../../../contracts/constants.ts';

/**
 * Entries that tell other tools which wallet is connected. They are claims: nothing here is read back to
 * decide what a person may see or do. A browser that forbids storage loses nothing.
 */
export type SignedInWallet = { readonly walletAddress: string; readonly role: Role };

/** Which wallet extension to ask for its accounts on the next load, by its EIP-6963 rdns; not an identity. */
const LAST_WALLET_KEY = 'lastWallet';

/** The same for the dialog, where it is marked; it says nothing of an account, and stays after a disconnect. */
const RECENT_WALLET_KEY = 'recentWallet';

export function rememberSignIn({ walletAddress, role }: SignedInWallet, lastWallet: string): void {
  write(STORAGE_KEYS.connectedWallet, walletAddress);
  write(LAST_WALLET_KEY, lastWallet);
  write(RECENT_WALLET_KEY, lastWallet);
  if (role === 'admin' || role === 'superAdmin') {
    write(STORAGE_KEYS.isAdmin, 'true');
    write(STORAGE_KEYS.adminWallet, walletAddress);
  } else {
    remove(STORAGE_KEYS.isAdmin);
    remove(STORAGE_KEYS.adminWallet);
  }
}

/** What the last link of a mail came to, in the tab that opened it. */
export const VERIFIED_KEY = 'evo:verified';

/** What was sent for the last link of a mail, in the tab that opened it. */
export const VERIFYING_KEY = 'evo:verifying';

export function forgetSignIn(): void {
  for (const key of [VERIFIED_KEY, VERIFYING_KEY]) attempt(() => sessionStorage.removeItem(key));
  for (const key of [...Object.values(STORAGE_KEYS), LAST_WALLET_KEY]) remove(key);
}

export function lastWallet(): string | undefined {
  return read(LAST_WALLET_KEY);
}

export function recentWallet(): string | undefined {
  return read(RECENT_WALLET_KEY);
}

export function read(key: string): string | undefined {
  return attempt(() => localStorage.getItem(key)) ?? undefined;
}

export function write(key: string, value: string): void {
  attempt(() => localStorage.setItem(key, value));
}

export function remove(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
