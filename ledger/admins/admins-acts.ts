import type { EventMetadata } from '../../contracts/events/event.ts';
import type { LedgerEventType } from '../../contracts/events/ledger-event.ts';
import { isMerger } from '../accounts/merger.ts';

/** What an admin's right does not reach to. */
export const SUPER_ADMINS_ACTS: ReadonlySet<string> = new Set<LedgerEventType>([
  'AdminRemoved',
  'AuditorAdded',
  'AuditorRemoved',
]);

/** What nobody but an admin does, in any version of the program. */
const ADMINS_ACTS: ReadonlySet<string> = new Set<LedgerEventType>([
  'AdminAdded',
  'AdminRemoved',
  'AuditorAdded',
  'AuditorRemoved',
  'MassClearRequested',
  'MassResetRequested',
  'MassRestoreRequested',
  'RewardReserved',
  'RewardRequested',
  'RewardApproved',
  'RewardDeclined',
  'RewardRevoked',
  'AccountReinstated',
  'ClaimsHeld',
  'ClaimsReleased',
  'RaffleCommitted',
  'PrizeForgone',
  'DataExported',
  'MusicTrackRemoved',
]);

/** What the program does beside them: clears in an act on all accounts, and the samples that it adds to a local trial. */
const ADMINS_OR_PROGRAMS: ReadonlySet<string> = new Set<LedgerEventType>([
  'BalanceCleared',
  'MusicTrackAdded',
]);

type Told = { readonly type: string; readonly data: object; readonly metadata: EventMetadata };

/**
 * Whether an event can only be the act of an admin, whoever it names. The program itself clears a balance in an act on
 * all accounts, grants what was approved, and removes an account whose mailbox somebody else has proved to read.
 */
export function isAdminsAct(told: Told): boolean {
  const { type, data, metadata } = told;
  const isProgram = metadata.actor.kind === 'system';
  if (ADMINS_OR_PROGRAMS.has(type)) return !isProgram;
  if (type === 'AccountRemoved') return !isMerger(told);
  if (type !== 'RewardGranted' || !('source' in data)) return ADMINS_ACTS.has(type);
  return data.source === 'raffle' || (data.source === 'admin' && !isProgram);
}
