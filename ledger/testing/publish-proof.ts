import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { BeaconRule, RaffleEvent } from '../../contracts/events/raffle.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { type DecidedEvent, envelop } from '../envelope.ts';
import { randomnessOf } from '../proof/beacon.ts';
import { bytesToHex, utf8ToBytes } from '../proof/bytes.ts';
import { eventHash, type HashedEvent } from '../proof/event-hash.ts';
import { entryAt, freezeEntries, packIds } from '../proof/frozen-entries.ts';
import type { ProofEvent, RaffleProof } from '../proof/proven-raffle.ts';
import { algorithmOf, drawIndices, raffleRulesHash } from '../proof/raffle-draw.ts';
import { prizeGrantIdOf, raffleIdOf } from '../proof/raffle-id.ts';
import { rafflePositionsHash } from '../proof/raffle-proof.ts';

export const testUserId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const NUMBER = 7;
/** When all its events occurred. */
export const PUBLISHED_AT = '2026-01-05T10:00:00.000Z';

/** The round of a beacon that a raffle was drawn with. */
export type PublishedRound = {
  readonly rule: BeaconRule;
  readonly round: number;
  readonly signature: string;
};

/** The proof of a raffle as the program publishes it. */
export function publishProof(options: {
  readonly users: number;
  readonly amounts: readonly string[];
  readonly mode?: 'flat' | 'tiered';
  readonly block?: { readonly blockNumber: string; readonly blockHash: string };
  /** What became of each prize, by place; those beyond are open. */
  readonly prizes?: readonly ('paid' | 'no_wallet' | 'account_removed')[];
  /** Revisions of the raffle's stream that a removal of an admin took, in order. */
  readonly taken?: readonly number[];
  /** `program` as the first version did. */
  readonly seedStream?: string;
  readonly beacon?: PublishedRound;
}): RaffleProof {
  const { users, amounts, mode = 'tiered', block = null, prizes = [], taken = [] } = options;
  const { seedStream = 'raffle-seeds', beacon } = options;
  const raffleId = raffleIdOf(NUMBER);
  // Behind the rules, which stand later where a revision was taken before them.
  const eligibleAt = taken.includes(0) ? 700 : 500;
  const seed = sha256(utf8ToBytes('a seed'));
  const seedHash = bytesToHex(sha256(seed));
  const frozen = freezeEntries(raffleId, packIds(Array.from({ length: users }, (_, n) => testUserId(n))));
  const root = bytesToHex(frozen.tree.root);
  const rules = {
    number: NUMBER,
    mode,
    amounts: [...amounts],
    seedHash,
    ...(beacon && { beacon: beacon.rule }),
  };
  const randomness = beacon && randomnessOf(beacon.signature);
  const context = {
    ...(beacon &&
      randomness && { beacon: { chainHash: beacon.rule.chainHash, round: beacon.round, randomness } }),
    raffleId,
    root,
    count: users,
    rulesHash: raffleRulesHash(rules),
    eligibleAt: String(eligibleAt),
    publicRandomness: block,
  };
  const winners = drawIndices(seed, context, amounts.length).map((index, place) => ({
    place: place + 1,
    index,
    username: `winner_${place + 1}`,
    walletAddress: place === 1 ? null : `0x${String(place).repeat(40).slice(0, 40)}`,
    ...entryAt(frozen, index),
  }));
  const settled = prizes.map((status, at): RaffleEvent => {
    const place = at + 1;
    if (status !== 'paid') return { type: 'PrizeSkipped', data: { place, reason: status } };
    const userId = winners[at]?.userId ?? '';
    const grantId = prizeGrantIdOf(raffleId, place);
    return { type: 'PrizePaid', data: { place, userId, grantId, amount: amounts[at] ?? '' } };
  });
  const paid = prizes.map((status, at) => (status === 'paid' ? parseEvo(amounts[at] ?? '0') : 0n));
  const totalDistributed = formatEvo(paid.reduce((sum, amount) => sum + amount, 0n));
  const ownEvents: RaffleEvent[] = [
    { type: 'RaffleCommitted', data: rules },
    {
      type: 'EntriesFrozen',
      data: {
        root,
        count: users,
        position: `C:${eligibleAt}/P:${eligibleAt - 10}`,
        ...(block && { block: block.blockNumber }),
        ...(beacon && {
          beacon: { chainHash: beacon.rule.chainHash, round: beacon.round, seed: bytesToHex(seed) },
        }),
      },
    },
    {
      type: 'RaffleDrawn',
      data: {
        ...{ seed: bytesToHex(seed), algorithm: algorithmOf(context), publicRandomness: block },
        ...(beacon && { beacon: { round: beacon.round, signature: beacon.signature } }),
        winners,
      },
    },
    ...settled,
    ...(prizes.length === amounts.length
      ? [{ type: 'RaffleCompleted' as const, data: { totalDistributed } }]
      : []),
  ];
  const seed6 = { number: NUMBER - 1, hash: bytesToHex(sha256(utf8ToBytes('another seed'))) };
  const before = written(seedStream, [{ type: 'SeedCommitted', data: seed6 }]);
  const seeds = written(
    seedStream,
    [{ type: 'SeedCommitted', data: { number: NUMBER, hash: seedHash } }],
    before,
  );
  const whole: DecidedEvent[] = [...ownEvents];
  for (const revision of taken) {
    whole.splice(revision, 0, { type: 'RevisionTaken', data: { commandId: randomUUID() } });
  }
  return publish([...seeds, ...written(streamOf('raffle', raffleId), whole)]);
}

/** Each by a command of its own, chained to the last of its stream. */
function written(
  stream: string,
  events: readonly DecidedEvent[],
  before: readonly HashedEvent[] = [],
): readonly HashedEvent[] {
  const last = before.at(-1);
  let end = last && { revision: last.revision, hash: eventHash(last) };
  return events.map((event) => {
    const envelope = {
      stream,
      commandId: randomUUID(),
      inputHash: '0'.repeat(64),
      actor: { kind: 'admin', wallet: `0x${'a'.repeat(40)}` },
      occurredAt: PUBLISHED_AT,
      correlationId: randomUUID(),
    } as const;
    const enveloped = envelop([event], envelope, end);
    const [first] = enveloped.events;
    if (!first || !enveloped.end) throw new Error('one event was enveloped');
    end = enveloped.end;
    return { ...first, stream, revision: end.revision };
  });
}

function publish(events: readonly HashedEvent[]): RaffleProof {
  const published = events.map((event, at): ProofEvent => {
    const position = `C:${(at + 1) * 200}/P:${(at + 1) * 200 - 1}`;
    const { id, type, stream, revision, data, metadata } = event;
    return { id, type, stream, revision: Number(revision), position, data, metadata, hash: eventHash(event) };
  });
  return { events: published, positionsHash: rafflePositionsHash(published) };
}
