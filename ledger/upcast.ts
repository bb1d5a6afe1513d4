import { type EventMetadata, eventMetadata } from '../contracts/events/event.ts';
import { eventSchemas, isKnownEventType, type LedgerEvent } from '../contracts/events/ledger-event.ts';
import { LedgerAhead, LedgerCorrupt } from './domain-error.ts';

/** Turns the data of one old version into the next one's. */
type Upcaster = (data: unknown) => unknown;

/** For a version whose schema only accepts more. */
const asItWas: Upcaster = (data) => data;

/** By event type: the upcaster from version 1 to 2 first, and so on. A type that is not here is at version 1. */
const upcasters: Readonly<Record<string, readonly Upcaster[]>> = {
  // Version 2 may name a beacon.
  RaffleCommitted: [asItWas],
  // Version 2 may name a block, version 3 a round; where none is named its hash stays what it was.
  EntriesFrozen: [asItWas, asItWas],
  // Version 2 may hold the signature of the round.
  RaffleDrawn: [asItWas],
  // Version 2 may name the use of the name.
  Released: [asItWas],
  // Version 3 may name the use of its likeness.
  UsernameChanged: [asItWas, asItWas],
  // Version 2 seals the handle; that of version 1 stays readable.
  SocialConnected: [asItWas],
  // Version 2 holds sums with more digits than a single amount; fewer digits stay as they are.
  RewardGranted: [asItWas],
  RewardsClaimed: [asItWas],
  BalanceCleared: [asItWas],
  RewardsReset: [asItWas],
  RewardRevoked: [asItWas],
  RewardsRestored: [asItWas],
  MassClearCompleted: [asItWas],
  MassResetCompleted: [asItWas],
  MassRestoreCompleted: [asItWas],
  RaffleCompleted: [asItWas],
};

/** Whether data of that version are read as they were written. */
export function isReadAsWritten(type: string, schemaVersion: number): boolean {
  if (!isKnownEventType(type)) return false;
  const { version } = eventSchemas[type];
  if (schemaVersion >= version) return schemaVersion === version;
  const steps = (upcasters[type] ?? []).slice(schemaVersion - 1);
  return steps.every((step) => step === asItWas);
}

/**
 * What was read from the ledger, as the newest version of its event.
 * @throws LedgerAhead on an unknown type or a version from the future
 * @throws LedgerCorrupt on data or metadata that do not fit
 */
export function upcast(
  type: string,
  data: unknown,
  metadata: unknown,
): {
  readonly event: LedgerEvent;
  readonly metadata: EventMetadata;
  /** Whether it was written in the newest version, so that nothing was changed. */
  readonly isNewest: boolean;
} {
  if (!isKnownEventType(type)) throw new LedgerAhead(`unknown event type ${type}`);
  const parsedMetadata = eventMetadata.safeParse(metadata);
  if (!parsedMetadata.success)
    throw new LedgerCorrupt(`metadata of ${type} do not fit`, parsedMetadata.error);
  const schema = eventSchemas[type];
  const { schemaVersion } = parsedMetadata.data;
  if (schemaVersion > schema.version) {
    throw new LedgerAhead(`${type} has version ${schemaVersion}, this program knows ${schema.version}`);
  }
  const newest = (upcasters[type] ?? []).slice(schemaVersion - 1).reduce((old, step) => step(old), data);
  const parsed = schema.data.safeParse(newest);
  if (!parsed.success) throw new LedgerCorrupt(`data of ${type} do not fit`, parsed.error);
  // The schema that just accepted the data is the one that the union's member of this type is inferred from.
  const event = { type, data: parsed.data } as LedgerEvent;
  return { event, metadata: parsedMetadata.data, isNewest: schemaVersion === schema.version };
}
