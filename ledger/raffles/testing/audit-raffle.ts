import { sha256 } from '@noble/hashes/sha2.js';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import type { RaffleEvent } from '../../../contracts/events/raffle.ts';
import { parsePosition } from '../../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../envelope.ts';
import { randomnessOf } from '../../proof/beacon.ts';
import { bytesOfHex, bytesToHex } from '../../proof/bytes.ts';
import { merkleTree } from '../../proof/merkle.ts';
import { drawIndices, raffleRulesHash } from '../../proof/raffle-draw.ts';
import { sortedEntries } from '../../proof/raffle-entries.ts';

export type Recomputed = {
  readonly eligible: readonly string[];
  readonly root: string;
  readonly seedHash: string;
  /** User ids in the order of the places. */
  readonly winners: readonly string[];
};

/**
 * What an auditor does with nothing but the ledger: folds every account up to the position that the raffle names,
 * and computes entries, root and winners again. It shares the published method with the program and no state.
 */
export function recomputeRaffle(events: readonly StoredEvent[], raffleId: string): Recomputed {
  // Of the raffle's own stream.
  const own = events.filter(({ stream }) => stream === `raffle-${raffleId}`) as unknown as RaffleEvent[];
  const committed = own.find((event) => event.type === 'RaffleCommitted')?.data;
  const frozen = own.find((event) => event.type === 'EntriesFrozen')?.data;
  const drawn = own.find((event) => event.type === 'RaffleDrawn')?.data;
  const at = frozen && parsePosition(frozen.position);
  if (!committed || !drawn || !at) throw new Error('the raffle was not drawn');

  const verified = new Map<string, boolean>();
  const removed = new Map<string, boolean>();
  for (const stored of events) {
    const stream = parseStream(stored.stream);
    if (stream?.category !== 'account' || stored.position.commit > at.commit) continue;
    // Of an account's stream.
    const { type } = stored as unknown as AccountEvent;
    if (type === 'EmailSignedUp' || type === 'PersonalDataErased') verified.set(stream.id, false);
    if (type === 'EmailVerified') verified.set(stream.id, true);
    if (type === 'AccountRemoved') removed.set(stream.id, true);
    if (type === 'AccountReinstated') removed.set(stream.id, false);
  }
  const eligible = [...verified].flatMap(([id, is]) => (is && !removed.get(id) ? [id] : []));
  const entries = sortedEntries(raffleId, eligible);
  const root = bytesToHex(merkleTree(entries.map(({ entry }) => bytes(entry))).root);
  const pinned = frozen.beacon;
  const randomness = drawn.beacon && randomnessOf(drawn.beacon.signature);
  if (pinned && randomness === undefined) throw new Error('the raffle was drawn without its round');
  const context = {
    ...(pinned && randomness && { beacon: { chainHash: pinned.chainHash, round: pinned.round, randomness } }),
    raffleId,
    root,
    count: entries.length,
    rulesHash: raffleRulesHash(committed),
    eligibleAt: String(at.commit),
    publicRandomness: drawn.publicRandomness,
  };
  const winners = drawIndices(bytes(drawn.seed), context, committed.amounts.length);
  return {
    eligible,
    root,
    seedHash: bytesToHex(sha256(bytes(drawn.seed))),
    winners: winners.map((index) => entries[index]?.userId ?? 'nobody'),
  };
}

function bytes(hex: string): Uint8Array {
  const found = bytesOfHex(hex, 32);
  if (!found) throw new Error(`${hex} is not 32 bytes in hex`);
  return found;
}
