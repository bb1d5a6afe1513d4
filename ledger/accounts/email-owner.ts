import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { account } from './account.ts';
import type { AccountState } from './state.ts';

/** Why an account without a wallet was removed when a wallet's account took its address over. */
export const MERGED = 'merged';

/** The account that an address belongs to, as the ledger has it at this moment. */
export type EmailOwner = {
  readonly userId: string;
  readonly state: AccountState;
  /** Undefined when it reserved the address and has not signed up with it (yet). */
  readonly sealedEmail: string | undefined;
  /** Whether it was removed in favour of a wallet's account. */
  readonly merged: boolean;
};

/**
 * Straight from the ledger; undefined when the address belongs to nobody.
 * @throws LedgerUnavailable
 */
export async function findEmailOwner(store: EventStore, emailHash: string): Promise<EmailOwner | undefined> {
  const userId = await findOwner(store, 'email', emailHash);
  if (userId === undefined) return undefined;
  let state = account.initialState;
  let sealedEmail: string | undefined;
  let merged = false;
  try {
    for await (const stored of store.readStream(streamOf('account', userId), 0n)) {
      // An account's stream holds account events only.
      const event = stored as unknown as AccountEvent;
      state = account.evolve(state, event);
      if (event.type === 'EmailSignedUp' && event.data.emailHash === emailHash) {
        sealedEmail = event.data.sealedEmail;
      }
      if (event.type === 'AccountRemoved') merged = event.data.reason === MERGED;
    }
  } catch (error) {
    if (error instanceof LedgerCorrupt) throw error;
    throw new LedgerUnavailable(error);
  }
  return { userId, state, sealedEmail, merged };
}

/** Whether somebody has proved at this account that the mailbox is theirs. */
export function hasVerified({ state }: EmailOwner, emailHash: string): boolean {
  return state.email?.emailHash === emailHash && state.email.verified;
}

/**
 * Whether who proves to read the mailbox may take the address over: from an account without a wallet, and from one
 * that never proved it, so that nobody can keep an address from its owner. A removed account keeps its address.
 */
export function isClaimable(owner: EmailOwner, emailHash: string): boolean {
  if (owner.state.removed) return owner.merged;
  return owner.state.walletAddress === undefined || !hasVerified(owner, emailHash);
}
