import { sha256 } from '@noble/hashes/sha2.js';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { CommandContext } from '../../command-context.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import { bytesToHex, hexToBytes } from '../../proof/bytes.ts';
import { freezeEntries, packIds } from '../../proof/frozen-entries.ts';
import { RaffleUnderWay } from '../../raffles/raffle.ts';
import { type EligibleUser, NoLaterBlock, type RafflePorts } from '../../raffles/raffle-ports.ts';
import type { Database } from '../world/database.ts';
import { nextCall } from '../world/errand.ts';
import type { Life } from '../world/life.ts';
import type { World } from '../world/world.ts';
import type { ReadModels } from './read-models.ts';

/** The tables of raffles, which outlive every replica. */
export type RaffleTables = {
  readonly seeds: Map<string, string>;
  readonly frozen: Map<
    string,
    { readonly position: LedgerPosition; readonly users: readonly EligibleUser[] }
  >;
  readonly requests: Map<string, { readonly number: number; readonly wallet: string; readonly at: number }>;
  readonly refusedRequests: Set<string>;
};

/** Milliseconds between two blocks of the chain. */
const BLOCK_MS = 2_000;
/** Milliseconds that a replica waits for a block. */
const BLOCK_PATIENCE = 45_000;

/** What a draw needs from outside the ledger, as the program has it from Postgres and the chain. */
export function rafflePorts(
  world: World,
  database: Database,
  tables: RaffleTables,
  readModels: ReadModels,
  life: Life,
  hasChain: boolean,
): Omit<RafflePorts, 'beacon' | 'pinRound' | 'stillToCome' | 'roundSignature'> {
  const statement = <Result>(what: string, effect: () => Result) => database.statement(life, what, effect);
  return {
    createSeed(number) {
      const seed = world.chance.hash(nextCall(`seed ${number}`));
      const hash = bytesToHex(sha256(hexToBytes(seed)));
      return statement('keep a seed', () => {
        tables.seeds.set(hash, seed);
        return hash;
      });
    },
    revealSeed: (hash) => statement('reveal a seed', () => tables.seeds.get(hash)),
    async countEligible(from) {
      await readModels.reach(from, life);
      return statement('count eligible users', () => readModels.eligible().length);
    },
    async freezeEligible(raffleId, from) {
      const find = () => tables.frozen.get(raffleId)?.position;
      const known = await statement('find frozen users', find);
      if (known) return known;
      await readModels.reach(from, life);
      await statement('freeze users', () => {
        if (tables.frozen.has(raffleId) || readModels.checkpoint.commit < from.commit) return;
        tables.frozen.set(raffleId, { position: readModels.checkpoint, users: readModels.eligible() });
      });
      const now = await statement('find frozen users', find);
      if (!now) throw new LedgerUnavailable(new Error('the read models went back behind the ledger'));
      return now;
    },
    entriesOf: async (raffleId) => {
      const users = await statement('read frozen users', () => tables.frozen.get(raffleId)?.users ?? []);
      return freezeEntries(raffleId, packIds(users.map(({ userId }) => userId)));
    },
    keptUsers: (raffleId, userIds) =>
      statement('read winners', () => {
        const users = tables.frozen.get(raffleId)?.users ?? [];
        return new Map(
          users.filter(({ userId }) => userIds.includes(userId)).map((user) => [user.userId, user]),
        );
      }),
    nameBlock: async () => {
      if (!hasChain) return undefined;
      if (world.chance.of(nextCall('name a block')) < 0.01) throw new NoLaterBlock('No block for the draw');
      return String(Math.floor(world.now / BLOCK_MS) + 2);
    },
    isBlockToCome: async (blockNumber) => world.now < Number(blockNumber) * BLOCK_MS,
    async blockHash(blockNumber) {
      const until = world.now + BLOCK_PATIENCE;
      while (world.now < Number(blockNumber) * BLOCK_MS) {
        if (world.now > until) throw new NoLaterBlock('No block for the draw');
        await life.pause(500);
      }
      return world.chance.hash(`block ${blockNumber}`);
    },
  };
}

/** Milliseconds in which two admins who start a raffle mean the same one. */
const AT_ONCE_MS = 5_000;

/** @throws RaffleUnderWay when another admin has started one since a moment before the command was sent first */
export function numberOfRequest(
  world: World,
  database: Database,
  { requests, refusedRequests }: RaffleTables,
  life: Life,
  next: number,
  { commandId, actor, occurredAt, firstSentAt = occurredAt }: CommandContext,
): Promise<number> {
  return database
    .statement(life, 'number a raffle', () => {
      const known = requests.get(commandId);
      if (known) return known.number;
      // By the clock of the database, whatever that of the replica says.
      const [wallet, at] = [actor.wallet ?? '', world.now];
      const since = at - Math.max(0, Date.parse(occurredAt) - Date.parse(firstSentAt)) - AT_ONCE_MS;
      const isTaken = [...requests.values()].some(
        (other) => other.number < next && other.wallet !== wallet && other.at > since,
      );
      if (isTaken) refusedRequests.add(commandId);
      if (refusedRequests.has(commandId)) return undefined;
      requests.set(commandId, { number: next, wallet, at });
      return next;
    })
    .then((number) => {
      if (number === undefined) throw new RaffleUnderWay();
      return number;
    });
}
