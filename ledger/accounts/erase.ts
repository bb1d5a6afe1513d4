import { hash } from 'node:crypto';
import type { AccountEvent } from '../../contracts/events/account.ts';
import type { ErasePersonalData, SealedWhen } from './commands.ts';
import { ErasedMeanwhile } from './errors.ts';
import { type AccountState, hasProvenIdentity } from './state.ts';

/** Once is enough, until there is something to erase again. */
export function erasePersonalData({ reason }: ErasePersonalData, state: AccountState): AccountEvent[] {
  if (state.erased) return [];
  return [{ type: 'PersonalDataErased', data: reason === undefined ? {} : { reason } }];
}

/**
 * What was sealed before an erasure must not stand behind it: its key goes with the erasure, and the account would have
 * for ever what nobody can read.
 * @throws ErasedMeanwhile
 */
export function requireSealedSince({ sealedAfter = 0 }: SealedWhen, { erasures }: AccountState): void {
  if (sealedAfter !== erasures) throw new ErasedMeanwhile();
}

/**
 * The account without what names a person. What it was paid for stays known, so that nothing is paid twice, and so does a
 * platform's own id of a confirmed account. Its name is the one that every account begins with.
 */
export function erased(state: AccountState): AccountState {
  const socials = Object.entries(state.socials).flatMap(([platform, { platformUserId }]) =>
    platformUserId === undefined ? [] : [[platform, { platformUserId }] as const],
  );
  return {
    ...state,
    erased: true,
    erasures: state.erasures + 1,
    wasProven: hasProvenIdentity(state),
    erasedMailbox:
      state.erasedMailbox ?? (state.email?.verified ? erasedMailboxOf(state.email.emailHash) : undefined),
    username: undefined,
    usernameUse: undefined,
    likenessUse: undefined,
    email: undefined,
    socials: Object.fromEntries(socials),
  };
}

/** Of the keyed hash of a mailbox, which itself is erased: only who has it can ask whether it was this one. */
export function erasedMailboxOf(emailHash: string): string {
  return hash('sha256', emailHash);
}
