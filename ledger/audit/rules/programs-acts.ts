import type { LedgerEventType } from '../../../contracts/events/ledger-event.ts';
import type { AuditedEvent } from './rule.ts';

/** What no person does, in any version of the program; some of it was once written in the name of the admin who had asked. */
const PROGRAMS_ACTS: ReadonlySet<string> = new Set<LedgerEventType>([
  'SeedCommitted',
  'EntriesFrozen',
  'RaffleDrawn',
  'RaffleFailed',
  'PrizePaid',
  'PrizeSkipped',
  'RaffleCompleted',
  'MassClearCompleted',
  'MassResetCompleted',
  'MassRestoreCompleted',
  'NotaryKeySet',
  'LedgerSealed',
  'RevisionTaken',
]);

/**
 * Why nobody of that kind can have done it; undefined where that can be. What friends earn only the program pays, and how
 * many were refused only it counts: neither is because somebody asked, who would stand for it in the history of admins.
 */
export function programsActFault({ type, data, metadata }: AuditedEvent): string | undefined {
  const { kind, wallet } = metadata.actor;
  const isProgramsAlone =
    type === 'DenialsCounted' || (type === 'RewardGranted' && data.source.startsWith('referral'));
  const isOther = isProgramsAlone ? kind !== 'system' : PROGRAMS_ACTS.has(type) && kind === 'user';
  if (isOther) return `is the program's own, and is of kind '${kind}'`;
  return isProgramsAlone && wallet !== undefined ? `is the program's own, and names ${wallet}` : undefined;
}
