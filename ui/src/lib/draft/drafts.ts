import { lowerCase } from '../../../../contracts/wallet-address-text.ts';

/**
 * What a person has typed and not sent, by account: it outlives the end of a session, for the same account alone. It
 * is kept for this tab only, and is gone with it, with a disconnect, and when another account signs in.
 */
const PREFIX = 'draft:';
const ofAccount = (account: string): string => `${PREFIX}${lowerCase(account)}:`;

export function readDraft(account: string, field: string): string | undefined {
  return attempt(() => sessionStorage.getItem(ofAccount(account) + field)) ?? undefined;
}

export function keepDraft(account: string, field: string, text: string): void {
  attempt(() => sessionStorage.setItem(ofAccount(account) + field, text));
}

export function dropDraft(account: string, field: string): void {
  attempt(() => sessionStorage.removeItem(ofAccount(account) + field));
}

const listeners = new Set<(except: string | undefined) => void>();

/** For drafts that storage cannot hold: told when all but those of one account, or all, are to be forgotten. */
export function whenDraftsAreForgotten(listener: (except: string | undefined) => void): void {
  listeners.add(listener);
}

export function forgetDrafts(): void {
  forget(() => true);
  for (const listener of listeners) listener(undefined);
}

export function forgetDraftsOfOthers(account: string): void {
  forget((key) => !key.startsWith(ofAccount(account)));
  for (const listener of listeners) listener(account);
}

/** What somebody has typed about himself, for who erases that. */
export function forgetPersonalDrafts(account: string): void {
  const own = ofAccount(account);
  forget((key) => key.startsWith(own) && PERSONAL.test(key.slice(own.length)));
}

const PERSONAL = /^(email$|handle:|username)/;

function forget(isGone: (key: string) => boolean): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && isGone(key)) sessionStorage.removeItem(key);
    }
  });
}

/** A browser that forbids storage, or has no room, loses nothing but the draft. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
