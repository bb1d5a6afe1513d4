import type { LedgerEventType } from './events/ledger-event.ts';
import { exactEvo } from './money.ts';

/**
 * What an event of the ledger means, for everybody: by its type and the EVO that it moved alone. What people wrote, and
 * whose event it is, stands in the event itself.
 * @param moved base units
 */
export function eventWords(type: string, moved: bigint): string {
  if (!isWorded(type)) return type;
  const words = WORDS[type];
  return typeof words === 'string' ? words : words(`${exactEvo(moved, 0)} EVO`);
}

const isWorded = (type: string): type is LedgerEventType => Object.hasOwn(WORDS, type);

/** The texts of what moves EVO take the amount. */
const WORDS: Readonly<Record<LedgerEventType, string | ((amount: string) => string)>> = {
  AccountOpened: 'An account was opened',
  WalletLinked: 'An account was linked with a wallet',
  UsernameChanged: 'An account changed its name',
  RewardGranted: (amount) => `${amount} granted to an account`,
  PrizeForgone: 'The prize of a place in a raffle was forgone',
  RewardsClaimed: (amount) => `${amount} claimed`,
  BalanceCleared: (amount) => `${amount} of unclaimed rewards cleared`,
  RewardsReset: (amount) => `The rewards of an account were reset: ${amount}`,
  SocialConnected: 'An account was connected with one on another platform',
  TaskVerified: 'A task on another platform was verified',
  EmailSignedUp: 'An account signed up with an email address',
  EmailVerified: 'An email address was verified',
  CheckedIn: 'A daily check-in',
  WhitelistJoined: 'An account joined the whitelist',
  RewardRevoked: (amount) => `${amount} taken back from an account`,
  RewardsRestored: (amount) => `A reset of an account was undone: ${amount} given back`,
  ClaimsHeld: 'The claims of an account were held',
  ClaimsReleased: 'The claims of an account were released',
  AccountRemoved: 'An account was removed',
  AccountReinstated: 'A removed account was let in again',
  Reserved: 'A name, wallet, mailbox or platform account was set aside for one account',
  Confirmed: 'An owner of a mailbox or platform account was confirmed',
  Released: 'A name, mailbox or platform account was given free',
  AdminAdded: 'A wallet was made an admin',
  AdminRemoved: 'A wallet lost its admin rights',
  AuditorAdded: 'A wallet was made an auditor',
  AuditorRemoved: 'A wallet is no longer an auditor',
  SeedCommitted: 'The hash of the secret seed of a raffle was published',
  RaffleCommitted: 'A raffle was begun',
  EntriesFrozen: 'The entries of a raffle were frozen',
  RaffleDrawn: 'The winners of a raffle were drawn',
  RaffleFailed: 'A raffle failed, and nobody was drawn',
  PrizePaid: 'A prize of a raffle was paid',
  PrizeSkipped: 'A prize of a raffle was not paid',
  RaffleCompleted: 'A raffle was completed',
  MassClearRequested: 'The unclaimed rewards of all accounts are to be cleared',
  MassClearCompleted: 'The unclaimed rewards of all accounts were cleared',
  MassResetRequested: 'The rewards of all accounts are to be reset',
  MassResetCompleted: 'The rewards of all accounts were reset',
  MassRestoreRequested: 'A reset of all accounts is to be undone',
  MassRestoreCompleted: 'A reset of all accounts was undone',
  RewardReserved: 'A reward by hand took its place in the limit of the day',
  RewardRequested: 'A reward by hand needs a second admin',
  RewardApproved: 'A second admin approved a reward by hand',
  RewardDeclined: 'A reward by hand was declined',
  MusicTrackAdded: 'A track was added to the playlist',
  MusicTrackRemoved: 'A track was removed from the playlist',
  DataExported: 'An admin took a file of data',
  AccessDenied: 'Somebody was refused what only admins may do',
  DenialsCounted: 'More refusals were counted',
  RevisionTaken: 'A place that an admin without a right might have used was taken',
  NotaryKeySet: 'The notary began to sign with a key',
  LedgerSealed: 'The ledger up to here was sealed with a signature',
};
