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
]);

/** Of these what an admin noted by the own right, before accounts forwent prizes. */
const NOTED_BY_RIGHT: ReadonlySet<string> = new Set<LedgerEventType>(['PrizeSkipped', 'RaffleCompleted']);

/** What the program does because nobody has asked, in any version. */
const OF_NOBODY: ReadonlySet<string> = new Set<LedgerEventType>([
  'DenialsCounted',
  'NotaryKeySet',
  'LedgerSealed',
  'RevisionTaken',
]);

/**
 * Why nobody of that kind can have done it; undefined where that can be. What friends earn only the program pays, and how
 * many were refused only it counts: neither is because somebody asked, who would stand for it in the history of admins.
 * Nor are seals, the places that it takes from late acts, and the tracks that come with a local trial.
 */
export function programsActFault({ type, data, metadata }: AuditedEvent): string | undefined {
  const { actor, right } = metadata;
  const { kind, wallet } = actor;
  const isOfNobody = OF_NOBODY.has(type) || (type === 'RewardGranted' && data.source.startsWith('referral'));
  const isOther = isOfNobody ? kind !== 'system' : PROGRAMS_ACTS.has(type) && kind === 'user';
  if (isOther) return `is the program's own, and is of kind '${kind}'`;
  const isUnasked = isOfNobody || (type === 'MusicTrackAdded' && kind === 'system');
  if (isUnasked && wallet !== undefined) return `is the program's own, and names ${wallet}`;
  const isByRight = right !== undefined && PROGRAMS_ACTS.has(type) && !NOTED_BY_RIGHT.has(type);
  return isByRight ? "is the program's own, and names the right of an admin" : undefined;
}
