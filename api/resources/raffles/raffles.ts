import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { refusals } from '../../../contracts/messages.ts';
import type { RaffleGrade } from '../../../contracts/raffle-grades.ts';
import type { Authorize } from '../../../ledger/authorize.ts';
import type { CacheUse } from '../../../ledger/cache-use.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError, LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { Process } from '../../../ledger/processes/process.ts';
import { raffleGrade } from '../../../ledger/proof/raffle-grade.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { createFreezer } from '../../../ledger/raffles/freezer.ts';
import type { RaffleState } from '../../../ledger/raffles/raffle.ts';
import { BeaconLate, type RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import { prizeNotes, raffleProcess } from '../../../ledger/raffles/raffle-process.ts';
import { readNewestSeed } from '../../../ledger/raffles/read-newest-seed.ts';
import { readRaffle } from '../../../ledger/raffles/read-raffle.ts';
import {
  type BegunRaffle,
  beginRaffle,
  commitNextSeed,
  eligibleFor,
  finishRaffle,
  type RaffleRules,
} from '../../../ledger/raffles/run-raffle.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { type Clock, timestamp } from '../../http/clock.ts';
import { type BeaconSource, createBeacon } from '../../integrations/beacon/beacon.ts';
import type { RaffleRandomness } from '../../integrations/beacon/config.ts';
import type { MasterKeys } from '../../vault/master-key.ts';
import { eligibleUsers } from './eligible.ts';
import { frozenEntries, type OwnEntry } from './frozen-entries.ts';
import { laterBlocks } from './later-block.ts';
import { isKept, keepLostRequests, numberOfRequest } from './requests.ts';
import { sealedSeeds } from './seeds.ts';

/** A margin of half a minute and a round that is a little late; requests end after a minute and a half. */
const ANSWER_AFTER_MS = 50_000;

export type Raffles = {
  /**
   * Begins a raffle and takes it to its draw, or so far that it waits for its round and is drawn by itself. The same
   * command, sent again, answers with the same raffle, and says so (`replayed`).
   * @param shown the number that `preview` has named to who begins it
   * @throws DomainError: too many winners, another raffle under way or started in the place of the one that was shown, no
   *   beacon in reach, or the raffle failed
   */
  start(
    rules: RaffleRules,
    authorize: Authorize,
    command: CommandContext,
    shown?: number,
  ): Promise<{ readonly raffleId: string; readonly state: RaffleState; readonly replayed: boolean }>;
  /**
   * What beginning a raffle now would be: its number, among how many it would be drawn, and from what.
   * @throws DomainError: too many winners
   */
  preview(
    rules: RaffleRules,
  ): Promise<{ readonly number: number; readonly eligible: number; readonly grade: RaffleGrade }>;
  /** Finishes what was begun when the program died; may wait long over one event. */
  readonly process: Process;
  /** Notes the prizes that were granted when the program died. */
  readonly prizeNotes: Process;
  /** Commits the seed of the first raffle, unless it is. */
  commitFirstSeed(): Promise<void>;
  /**
   * The user's entry in a raffle whose entries are frozen; undefined when there is none.
   * @param root of the frozen entries, in hex
   * @throws EntriesLost where those that are kept are not the ones that were frozen
   */
  entryOf(raffleId: string, root: string, userId: string): Promise<OwnEntry | undefined>;
  /** What the entries take that are kept in memory. */
  readonly entriesUse: () => CacheUse;
  /** Whoever waits for a block of the chain, or for entries to be frozen, stops waiting. */
  stop(): Promise<void>;
};

export function createRaffles(needs: {
  readonly pool: Pool;
  readonly gate: PositionGate;
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly clock: Clock;
  readonly masterKeys: MasterKeys;
  readonly rpcUrl: string | undefined;
  readonly randomness: RaffleRandomness;
  readonly beacon: BeaconSource;
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds that `start` waits for the draw; what takes longer goes on without it. */
  readonly answerAfter?: number;
  /** Milliseconds after its time until a round counts as late. */
  readonly roundPatience?: number;
}): Raffles {
  const { pool, gate, store, handler, clock, masterKeys, rpcUrl, randomness, logger } = needs;
  const { answerAfter = ANSWER_AFTER_MS, roundPatience } = needs;
  const stopping = new AbortController();
  const freezer = createFreezer();
  const { entriesOf, entryOf, areKept, use } = frozenEntries(pool, freezer);
  const { assertReachable, ...beacon } = createBeacon({
    source: needs.beacon,
    isUsed: randomness === 'beacon',
    ...{ clock, logger, signal: stopping.signal },
    ...(roundPatience !== undefined && { patience: roundPatience }),
  });
  const ports: RafflePorts = {
    entriesOf,
    ...beacon,
    ...sealedSeeds(pool, masterKeys),
    ...eligibleUsers(pool, gate),
    ...laterBlocks(rpcUrl, { clock, signal: stopping.signal }),
    ...(randomness === 'seed' && { nameBlock: async () => undefined }),
  };

  // The request and the process finish the same raffle at the same time: the work is done once.
  const underWay = new Map<string, Promise<RaffleState>>();
  const finish = (begun: BegunRaffle, context: CommandContext) => {
    const { raffleId } = begun;
    const work =
      underWay.get(raffleId) ??
      finishRaffle(handler, ports, begun, { ...context, occurredAt: timestamp(clock()) }).finally(() =>
        underWay.delete(raffleId),
      );
    underWay.set(raffleId, work);
    return work;
  };

  /** The drawn raffle, or how it stands where its round is not there yet. */
  const unlessItWaits = async (raffleId: string, drawn: Promise<RaffleState>): Promise<RaffleState> => {
    const enough = new AbortController();
    const waited = sleep(answerAfter, undefined, { signal: enough.signal }).then(() => undefined);
    try {
      const state = (await Promise.race([drawn, waited])) ?? (await readRaffle(handler, raffleId));
      return state.stage === 'frozen' && !state.entries?.beacon ? await drawn : state;
    } catch (error) {
      if (!(error instanceof BeaconLate)) throw error;
      return readRaffle(handler, raffleId);
    } finally {
      enough.abort();
    }
  };

  return {
    async start(rules, authorize, command, shown) {
      const newest = await readNewestSeed(handler);
      if (!newest) throw new LedgerUnavailable(new Error('the first seed is not committed yet'));
      await keepLostRequests(pool, store, newest.number, handler.newDeadline());
      if (shown !== undefined && shown !== newest.number && !(await isKept(pool, command.commandId))) {
        if (shown < newest.number) throw new RaffleStarted(shown);
        throw new LedgerUnavailable(new Error(`the seed of raffle ${shown} is not read yet`));
      }
      const number = await numberOfRequest(pool, newest.number, command);
      const raffleId = raffleIdOf(number);
      const known = await readRaffle(handler, raffleId);
      if (known.stage === 'none') await assertReachable();
      // Another number: the command was sent before, and its raffle says which seed it has. It may not be begun yet,
      // where the same command has got its number after this one has looked for the newest seed.
      const hash = number === newest.number ? newest.hash : known.seedHash;
      if (hash === '') throw new LedgerUnavailable(new Error(`the seed of raffle ${number} is not read yet`));
      const from = (await store.head()) ?? { commit: 0n, prepare: 0n };
      const request = { rules, seed: { number, hash }, from, authorize };
      const begun = await beginRaffle(handler, ports, request, command);
      const state = await unlessItWaits(raffleId, finish(begun, command));
      if (state.stage === 'failed') throw new RaffleFailed(state);
      return { raffleId, state, replayed: begun.replayed };
    },
    async preview({ amounts }) {
      const newest = await readNewestSeed(handler);
      if (!newest) throw new LedgerUnavailable(new Error('the first seed is not committed yet'));
      const from = (await store.head()) ?? { commit: 0n, prepare: 0n };
      const block = randomness === 'seed' || rpcUrl === undefined ? undefined : 'named later';
      const grade = raffleGrade(ports.beacon()?.chainHash, block);
      return { number: newest.number, eligible: await eligibleFor(amounts.length, ports, from), grade };
    },
    process: raffleProcess(finish),
    prizeNotes: prizeNotes(handler),
    async commitFirstSeed() {
      const commandId = randomUUID();
      await commitNextSeed(handler, ports, 1, {
        commandId,
        actor: { kind: 'system' },
        occurredAt: timestamp(clock()),
        correlationId: commandId,
      });
    },
    async entryOf(raffleId, root, userId) {
      const own = await entryOf(raffleId, userId);
      // Who is not among what is there may be among what is gone.
      const isOfThese = own ? own.root === root : await areKept(raffleId);
      if (!isOfThese) throw new EntriesLost();
      return own;
    },
    entriesUse: use,
    async stop() {
      stopping.abort(new LedgerUnavailable(new Error('the program stops')));
      await freezer.stop();
    },
  };
}

/** The raffle was begun and could not be drawn: it keeps its number and stays public. */
class RaffleFailed extends DomainError {
  constructor({ number, failure }: RaffleState) {
    super('conflict', 'RaffleFailed', refusals.raffleFailed(number, failure ?? ''));
  }
}

/** Whoever confirms what was shown as this raffle means no other. */
class RaffleStarted extends DomainError {
  constructor(number: number) {
    super('conflict', 'RaffleStarted', refusals.raffleStarted(number));
  }
}

/** Until somebody has made them anew from the ledger, nobody can say who was among them. */
class EntriesLost extends DomainError {
  constructor() {
    super('conflict', 'EntriesLost', refusals.entriesLost);
  }
}
