import type { Deadline } from '../deadline.ts';
import type { CommandHandler } from '../handle-command.ts';
import { readReservation } from '../reservations/find-owner.ts';
import { erasedMailboxOf } from './erase.ts';
import { readAccount } from './read-account.ts';
import type { AccountState } from './state.ts';

/** The account that an address belongs to, as the ledger has it at this moment. */
export type EmailOwner = {
  readonly userId: string;
  readonly state: AccountState;
  /** Whether it has proved to read the mailbox; its verification may not stand in the ledger yet. */
  readonly confirmed: boolean;
  /** Undefined when it reserved the address and has not signed up with it (yet). */
  readonly sealedEmail: string | undefined;
};

/**
 * Straight from the ledger; undefined when the address belongs to nobody.
 * @throws LedgerUnavailable
 */
export async function findEmailOwner(
  handler: CommandHandler,
  emailHash: string,
  deadline?: Deadline,
): Promise<EmailOwner | undefined> {
  const { owner: userId, confirmed } = await readReservation(handler, 'email', emailHash, deadline);
  if (userId === undefined) return undefined;
  const state = await readAccount(handler, userId, deadline);
  const { email } = state;
  return {
    userId,
    state,
    confirmed,
    sealedEmail: email?.emailHash === emailHash ? email.sealedEmail : undefined,
  };
}

/** Whether somebody has proved at this account that the mailbox is theirs. */
export function hasVerified({ state }: EmailOwner, emailHash: string): boolean {
  return state.email?.emailHash === emailHash && state.email.verified;
}

/**
 * Whether an account was removed because its mailbox went over to another one. Only an account without a wallet is, which
 * was paid nothing; earlier releases let an admin give the same word as a reason, and a wallet's account keeps what it was
 * paid for.
 */
export const hasGivenMailboxAway = ({ removed, merged, walletAddress }: AccountState): boolean =>
  removed && merged && walletAddress === undefined;

/**
 * Whether who proves to read the mailbox may take the address over: from an account without a wallet, and from one
 * that never proved it, so that nobody can keep an address from its owner. A removed account keeps its address, and so
 * does one that has proved and erased it: a mailbox is paid for once.
 * @param isSpelling whether the address that the account has is a spelling of the same mailbox. What it has reserved
 * beside a mailbox of its own it keeps only then: it may have named another one before, and have erased that
 */
export function isClaimable(owner: EmailOwner, emailHash: string, isSpelling: boolean): boolean {
  if (owner.state.removed) return hasGivenMailboxAway(owner.state);
  if (owner.state.walletAddress === undefined) return true;
  if (owner.state.email?.emailHash !== emailHash && owner.state.email?.verified && isSpelling) return false;
  if (owner.state.erasedMailbox === erasedMailboxOf(emailHash)) return false;
  return !owner.confirmed && !hasVerified(owner, emailHash);
}
