import * as z from 'zod/mini';
import { eventMetadata } from '../../contracts/events/event.ts';
import { fenceEvents } from '../../contracts/events/fence.ts';
import {
  type BeaconRule,
  type RaffleEvent,
  type RaffleWinner,
  raffleEvents,
} from '../../contracts/events/raffle.ts';
import { raffleSeedEvents } from '../../contracts/events/raffle-seeds.ts';
import { parsePosition } from '../../contracts/ledger-position.ts';

/** An event as the ledger holds it. Its data and metadata are of its type's schema, once it was read. */
export type ProofEvent = {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** From 0. */
  readonly revision: number;
  /** `C:<commit>/P:<prepare>`. */
  readonly position: string;
  readonly data: unknown;
  readonly metadata: unknown;
  /** `eventHash`. */
  readonly hash: string;
};

/** Everything that is published of a draw: events of the ledger, from which all else follows. */
export type RaffleProof = {
  /** The commitment of the seed, then the raffle's own stream. */
  readonly events: readonly ProofEvent[];
  /**
   * `rafflePositionsHash`: shows a slip of the pen, no more. That the events stand at these positions is for who
   * holds the ledger to check.
   */
  readonly positionsHash: string;
  /**
   * Set where the raffle may have been begun in another store, which the ledger was copied from since: the position that its
   * entries name may be one of that store, and nothing here compares with it.
   */
  readonly isMoved?: true | undefined;
};

/** The type of an event that stands in the raffle's stream and is none of its own. */
export const TAKEN = 'RevisionTaken';

/** What became of the prize of a place. */
export type ProvenPrize = {
  readonly place: number;
  readonly status: 'paid' | 'no_wallet' | 'account_removed';
  /** Of a prize that was paid. */
  readonly paid: { readonly userId: string; readonly grantId: string; readonly amount: string } | undefined;
};

/** What the events of a proof say. Hashes are hex; amounts EVO in normal form. */
export type ProvenRaffle = {
  readonly raffleId: string;
  readonly number: number;
  readonly mode: 'flat' | 'tiered';
  /** The prize of each place, the first place first. */
  readonly amounts: readonly string[];
  readonly seedHash: string;
  /** What was committed before the raffle. */
  readonly commitment: { readonly number: number; readonly hash: string };
  readonly root: string;
  readonly count: number;
  /** The block that was named when they were frozen. */
  readonly block: string | undefined;
  /** The beacon that the rules name. */
  readonly beacon: BeaconRule | undefined;
  /** The round that was named when they were frozen, and the seed that was revealed with it. */
  readonly pinned: DataOf<'EntriesFrozen'>['beacon'];
  /** The round that was drawn with. */
  readonly signed: DataOf<'RaffleDrawn'>['beacon'];
  /** RFC 3339; when the raffle was begun, as the event says. */
  readonly begunAt: string;
  /** RFC 3339; when they were frozen, as the event says. */
  readonly frozenAt: string;
  /** The position (commit) up to which events decided who was eligible. */
  readonly eligibleAt: string;
  /** Whether that may be one of another store. */
  readonly isMoved: boolean;
  readonly seed: string;
  readonly algorithm: string;
  readonly publicRandomness: { readonly blockNumber: string; readonly blockHash: string } | null;
  readonly winners: readonly RaffleWinner[];
  /** RFC 3339; when they were drawn. */
  readonly drawnAt: string;
  /** In the order in which they were paid or skipped. */
  readonly prizes: readonly ProvenPrize[];
  /** Once every prize was paid or skipped. */
  readonly totalDistributed: string | undefined;
};

type DataOf<Type extends RaffleEvent['type']> = Extract<RaffleEvent, { type: Type }>['data'];

const shape = z.strictObject({
  events: z.array(
    z.strictObject({
      id: z.uuid(),
      type: z.string(),
      stream: z.string(),
      revision: z.int().check(z.minimum(0)),
      position: z.string().check(z.regex(/^C:\d{1,20}\/P:\d{1,20}$/)),
      data: z.unknown(),
      metadata: eventMetadata,
      hash: z.string().check(z.regex(/^sha256-jcs:[0-9a-f]{64}$/)),
    }),
  ),
  positionsHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  isMoved: z.optional(z.literal(true)),
});

/**
 * Reads the events of a proof, each by the schema of its type, in the only order in which they can stand.
 * @throws Unreadable, whose message says where
 */
export function provenRaffle(proof: unknown): ProvenRaffle {
  const { events, isMoved = false } = read(shape, proof, 'the proof');
  let next = 0;
  /** A removal of an admin may take a revision of any stream; it is in the chain and says nothing of the raffle. */
  const skipTaken = () => {
    for (; events[next]?.type === TAKEN; next++) {
      read(fenceEvents.RevisionTaken.data, events[next]?.data, `events[${next}].data`);
    }
  };
  /** The data of the next event, if it is of this type. */
  const dataOf = <Data>(
    type: string,
    { version, data }: { readonly version: number; readonly data: z.ZodMiniType<Data> },
  ): Data | undefined => {
    skipTaken();
    const event = events[next];
    if (event?.type !== type) return undefined;
    const parsed = read(data, event.data, `events[${next}].data`);
    if (event.metadata.schemaVersion > version) {
      throw new Unreadable(`events[${next}] is of version ${event.metadata.schemaVersion} of ${type}`);
    }
    next++;
    return parsed;
  };
  const must = <Data>(type: string, data: Data | undefined): Data => {
    if (data === undefined) throw new Unreadable(`events[${next}] is not ${type}`);
    return data;
  };
  const { RaffleCommitted, EntriesFrozen, RaffleDrawn, PrizePaid, PrizeSkipped, RaffleCompleted } =
    raffleEvents;

  const commitment = must('SeedCommitted', dataOf('SeedCommitted', raffleSeedEvents.SeedCommitted));
  const committed = must('RaffleCommitted', dataOf('RaffleCommitted', RaffleCommitted));
  const begunAt = events[next - 1]?.metadata.occurredAt ?? '';
  const frozen = must('EntriesFrozen', dataOf('EntriesFrozen', EntriesFrozen));
  const frozenAt = events[next - 1]?.metadata.occurredAt ?? '';
  skipTaken();
  mustBeAsMany(events[next], committed.amounts.length, `events[${next}]`);
  const drawn = must('RaffleDrawn', dataOf('RaffleDrawn', RaffleDrawn));
  const drawnAt = events[next - 1]?.metadata.occurredAt ?? '';
  const prizes: ProvenPrize[] = [];
  for (;;) {
    const paid = dataOf('PrizePaid', PrizePaid);
    if (paid) prizes.push({ place: paid.place, status: 'paid', paid });
    const skipped = paid ? undefined : dataOf('PrizeSkipped', PrizeSkipped);
    if (skipped) prizes.push({ place: skipped.place, status: skipped.reason, paid: undefined });
    if (!paid && !skipped) break;
  }
  const completed = dataOf('RaffleCompleted', RaffleCompleted);
  skipTaken();
  if (next < events.length) throw new Unreadable(`events[${next}] has no place there`);
  const { number, mode, amounts, seedHash } = committed;
  const { root, count, block, position } = frozen;
  const { seed, algorithm, publicRandomness, winners } = drawn;
  return {
    raffleId: (events[1]?.stream ?? '').replace(/^raffle-/, ''),
    number,
    mode,
    amounts,
    seedHash,
    commitment,
    root,
    count,
    block,
    beacon: committed.beacon,
    pinned: frozen.beacon,
    signed: drawn.beacon,
    begunAt,
    frozenAt,
    eligibleAt: String(parsePosition(position)?.commit ?? ''),
    isMoved,
    seed,
    algorithm,
    publicRandomness,
    winners,
    drawnAt,
    prizes,
    totalDistributed: completed?.totalDistributed,
  };
}

/**
 * Asked before they are read: who has some hundred thousand read and checked waits for minutes.
 * @throws Unreadable for more winners than prizes
 */
function mustBeAsMany(drawn: { readonly data: unknown } | undefined, prizes: number, what: string): void {
  const winners: unknown = Reflect.get(Object(drawn?.data), 'winners');
  const count = Array.isArray(winners) ? winners.length : 0;
  if (count > prizes) throw new Unreadable(`${what} has ${count} winners for ${prizes} prizes`);
}

/** Something is missing, too much, or not what its place asks for. */
export class Unreadable extends Error {}

function read<Value>(schema: z.ZodMiniType<Value>, given: unknown, what: string): Value {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  throw new Unreadable(`${what}${at.join('')} is not what it has to be: ${issue?.message ?? 'unknown'}`);
}
