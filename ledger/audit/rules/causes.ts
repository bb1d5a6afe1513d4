import { CAUSED_BY } from '../../../contracts/events/caused-by.ts';
import { formatPosition, type LedgerPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { PROGRAM_STREAM } from '../../program/program.ts';
import { AscendingPositions } from './ascending-positions.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/** Whether an event that was told stands at that place of the ledger. */
export type Stands = (position: LedgerPosition) => boolean;

/**
 * What a process did names that process and the event that it acted on: one that stands in the ledger, before it. By that an
 * account knows how far the process has come there, so that nothing else may name one.
 * @param hasOwnPositions whether the positions that events name are this ledger's
 */
export function causes(hasOwnPositions: boolean): Rule & { readonly stands: Stands } {
  /** Of events whose two numbers are one, as the program's stores have it. */
  const positions = new AscendingPositions();
  /** Of all others, as texts. */
  const others = new Set<string>();
  const has = ({ commit, prepare }: LedgerPosition) => {
    // What is eligible at a position is compared with both.
    if (prepare !== commit) return others.has(formatPosition({ commit, prepare }));
    return positions.has(commit);
  };
  const judge = (event: AuditedEvent) => {
    const { cause, actor } = event.metadata;
    const process = processOf(event);
    // Others know by the ids of their commands what they did where they name nothing, as in a community that was made up.
    must(
      process !== CAUSED_BY.massActs || cause !== undefined || isOfFirst(event),
      () => `${named(event)} is the doing of the process ${process}, and names nothing that caused it`,
    );
    if (!cause) return;
    must(actor.kind !== 'user', () => `${named(event)} was done by a user, and names what caused it`);
    const isIts =
      cause.process === process ||
      (cause.process === CAUSED_BY.massActsOfFirst && process === CAUSED_BY.massActs && isOfFirst(event));
    must(isIts, () => `${named(event)} says that it was done by the process ${cause.process}`);
    if (!hasOwnPositions) return;
    const position = parsePosition(cause.position);
    must(
      position !== undefined && has(position),
      () => `${named(event)} says that it was caused at ${cause.position}, where no event before it stands`,
    );
  };
  return {
    name: 'causes',
    stands: has,
    add(event) {
      try {
        judge(event);
      } finally {
        // Also of one that was judged before, by fewer rules: later ones may name it.
        const { commit, prepare } = event.position;
        if (prepare !== commit) others.add(formatPosition(event.position));
        else positions.add(commit);
      }
    },
  };
}

/** The process whose doing the event is, as far as processes name what they act on. */
function processOf(event: AuditedEvent): string | undefined {
  const isBySystem = event.metadata.actor.kind === 'system';
  switch (event.type) {
    case 'MassClearCompleted':
    case 'MassResetCompleted':
    case 'MassRestoreCompleted':
    case 'RewardsReset':
    case 'RewardsRestored':
      return CAUSED_BY.massActs;
    case 'BalanceCleared':
      return isBySystem ? CAUSED_BY.massActs : undefined;
    case 'RewardGranted':
      if (!event.data.source.startsWith('referral')) return undefined;
      return event.data.source === 'referral_friend' ? CAUSED_BY.friends : CAUSED_BY.referrals;
    case 'Reserved':
    case 'Confirmed':
      return isBySystem ? CAUSED_BY.mailboxes : undefined;
    case 'LedgerSealed':
      return CAUSED_BY.notary;
    default:
      return undefined;
  }
}

/** The first version's processes named no cause, or went by another name; single amounts tell its events, or its stream. */
const isOfFirst = ({ stream, metadata }: AuditedEvent) =>
  stream === PROGRAM_STREAM || metadata.schemaVersion === 1;
