import { randomUUID } from 'node:crypto';
import { CAUSED_BY } from '../../contracts/events/caused-by.ts';
import { InconsistentLedger, type SealTree } from '../../ledger/audit/notary/seal-tree.ts';
import { SEALS_STREAM, type SealsCommand, type SealsState, seals } from '../../ledger/audit/notary/seals.ts';
import { nextKey, signedSeal } from '../../ledger/audit/notary/sign-seal.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { uuidV5 } from '../../ledger/proof/uuid-v5.ts';
import type { Seeds } from '../../ledger/seed-file.ts';
import type { Database } from '../../projector/database.ts';
import { type Clock, timestamp } from '../http/clock.ts';
import { keepNewestSeal } from './newest-seal.ts';

/**
 * The hashes of the events with the numbers from `from` up to `to`, as the read models have them: 32 bytes each, those
 * that there are, from the first on.
 */
export type Projected = (from: number, to: number) => Promise<Uint8Array>;

/** The newest seal that the read models took in; undefined where they have none. */
export type LastSealed = () => Promise<{ readonly size: number; readonly root: string } | undefined>;

type Sealing = {
  readonly pool: Database;
  readonly handler: CommandHandler;
  readonly seeds: Seeds;
  readonly origin: string;
  readonly clock: Clock;
  readonly projected: Projected;
  readonly lastSealed: LastSealed;
};

/** Of the ids of the notary's commands. */
const NAMESPACE = '6f0a6f0c-3f1e-4b57-8d0b-5b3f5f3f9a10';

/**
 * Seals all that the tree holds. The stream's exact revision decides between two notaries: the one that comes second is
 * refused, and learns from the ledger what the first has sealed.
 * @returns how many events are sealed; undefined when another notary was faster
 * @throws InconsistentLedger, ForeignKey, SealRefused, LedgerUnavailable
 */
export async function sealLedger(
  sealing: Sealing,
  tree: SealTree,
  readAt: Date,
): Promise<number | undefined> {
  const { handler, seeds, pool } = sealing;
  const { range, position } = tree.head();
  const from = tree.sealed.size;
  const entries = tree.unsealed();
  if (!position) return undefined;
  await compare(sealing.projected, from, entries);
  const state = await withKey(sealing);
  if (state.last?.size !== tree.seals.last?.size || state.last?.root !== tree.seals.last?.root)
    return undefined;
  mustGoOn(await sealing.lastSealed(), tree.seals.last);
  const seal = signedSeal(state, seeds[0], range, position);
  const { events } = await handler.handle({
    stream: SEALS_STREAM,
    decider: seals,
    command: { type: 'SealLedger', seal },
    commandId: uuidV5(`${seal.size}/${seal.root}`, NAMESPACE),
    input: { size: seal.size, root: seal.root },
    // Keeps the stream's memory small: a cause is known by its place in the ledger.
    cause: { process: CAUSED_BY.notary, position },
    ...context(sealing.clock),
  });
  // Nothing: another notary has sealed as much or more.
  if (events.length === 0) return undefined;
  await keepNewestSeal(pool, range, position, readAt);
  return range.size;
}

/** The stream's state with the notary's newest key in it. */
async function withKey(sealing: Sealing): Promise<SealsState & { readonly verifierKey: string }> {
  const { handler, seeds, origin, clock } = sealing;
  const { state, revision = -1n } = await handler.aggregate(SEALS_STREAM, seals);
  const key = nextKey(state, seeds, origin);
  if (!key && state.verifierKey !== null) return { ...state, verifierKey: state.verifierKey };
  if (!key) throw new Error('the ledger has no key, and there is none to set');
  const command: SealsCommand = { type: 'SetNotaryKey', key };
  // By its place: a key that was replaced may come back, and be replaced by the same one again.
  const commandId = uuidV5(`${revision}/${key.replaces?.verifierKey ?? ''}/${key.verifierKey}`, NAMESPACE);
  const set = { stream: SEALS_STREAM, decider: seals, command, commandId, input: key, ...context(clock) };
  const { after } = await handler.handle(set);
  return { ...after, verifierKey: key.verifierKey };
}

const context = (clock: Clock) => ({
  actor: { kind: 'system' } as const,
  occurredAt: timestamp(clock()),
  correlationId: randomUUID(),
});

/**
 * What was sealed may have been signed by a program that died before it knew that its seal is in the ledger. A store that
 * was put back to before it has it no more; one whose newest events are still on their way has it in a moment.
 */
function mustGoOn(seen: Awaited<ReturnType<LastSealed>>, last: SealsState['last']): void {
  if (!seen) return;
  const { size, root } = last ?? { size: 0, root: '' };
  if (seen.size > size) {
    throw new Error(
      `${seen.size} events were sealed, as the read models say, and the last seal that the ledger gives has ${size}`,
    );
  }
  if (seen.size === size && seen.root !== root) {
    throw new InconsistentLedger(
      `the seal of ${size} events has the root ${root} in the ledger and ${seen.root} in the read models`,
    );
  }
}

/** Hashes of one question. */
const PAGE = 5_000;

/**
 * The read models took each event in when it was written: an event that has another hash there was changed since, here or
 * there. What they have not got yet is not compared.
 */
async function compare(projected: Projected, from: number, entries: Uint8Array): Promise<void> {
  const count = entries.length / 32;
  for (let at = 0; at < count; at += PAGE) {
    const found = await projected(from + at, from + Math.min(count, at + PAGE));
    for (let n = 0; n * 32 < found.length; n++) {
      const [here, there] = [
        entries.subarray((at + n) * 32, (at + n + 1) * 32),
        found.subarray(n * 32, n * 32 + 32),
      ];
      if (bytesToHex(here) === bytesToHex(there)) continue;
      throw new InconsistentLedger(
        `the event with the number ${from + at + n} has the hash ${bytesToHex(here)} in the ledger and ${bytesToHex(there)} in the read models`,
      );
    }
    if (found.length < Math.min(count - at, PAGE) * 32) return;
  }
}
