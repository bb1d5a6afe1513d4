import type pg from 'pg';
import { pino } from 'pino';
import { streamOf } from '../../../../contracts/events/ledger-event.ts';
import { openAccount } from '../../../../ledger/accounts/open-account.ts';
import { severalOfAccount } from '../../../../ledger/accounts/several.ts';
import type { EventStore } from '../../../../ledger/event-store.ts';
import { type CommandHandler, createCommandHandler } from '../../../../ledger/handle-command.ts';
import { QUICKNET } from '../../../../ledger/proof/beacon.ts';
import {
  newWallet,
  startTestLedger,
  type TestLedgerNode,
  testContext,
} from '../../../../ledger/testing/start-ledger.ts';
import { createPool, LIVE_SCHEMA } from '../../../../projector/database.ts';
import { createPositionGate } from '../../../../projector/position-gate.ts';
import { startProjector } from '../../../../projector/projector.ts';
import { startTestPostgres } from '../../../../projector/testing/postgres.ts';
import { type Clock, systemClock } from '../../../http/clock.ts';
import type { BeaconSource } from '../../../integrations/beacon/beacon.ts';
import { migrate } from '../../../migrate.ts';
import { createRaffles, type Raffles } from '../raffles.ts';

export type RafflePrograms = {
  readonly ledger: TestLedgerNode;
  readonly pool: pg.Pool;
  /** Of the test itself. */
  readonly handler: CommandHandler;
  /** One life of the program, with the event store as it meets it. */
  readonly program: (
    store: EventStore,
    masterKey?: Buffer,
  ) => { readonly handler: CommandHandler; readonly raffles: Raffles };
  /** The program whose commands go through a handler of the test's. */
  readonly programWith: (handler: CommandHandler) => Raffles;
  /** The ids of those who may win now. */
  readonly eligible: () => Promise<string[]>;
  readonly verifiedUser: () => Promise<void>;
  readonly remove: (userId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A ledger, its read models, eight users who may win, and the first seed; no API before them. */
export async function startRafflePrograms({
  masterKey = Buffer.alloc(32, 7),
  rpcUrl,
  beacon,
  roundPatience = 1_000,
  clock = systemClock,
}: {
  readonly masterKey?: Buffer;
  readonly rpcUrl?: string;
  /** Where each life of the program gets its rounds; it takes none unless given. */
  readonly beacon?: () => BeaconSource;
  readonly roundPatience?: number;
  readonly clock?: Clock;
} = {}): Promise<RafflePrograms> {
  const [postgres, ledger] = await Promise.all([startTestPostgres(), startTestLedger()]);
  const pool = createPool(postgres.connectionString);
  await migrate(pool);
  const projector = await startProjector({ store: ledger.store, pool, logger: pino({ level: 'silent' }) });
  const gate = await createPositionGate(pool);
  const handler = createCommandHandler(ledger.store);
  const needs = () => ({
    ...{ pool, gate, store: ledger.store, clock, masterKeys: [masterKey] as const, rpcUrl, roundPatience },
    logger: pino({ level: 'silent' }),
    randomness: beacon ? ('beacon' as const) : ('block' as const),
    beacon: beacon?.() ?? { beacon: QUICKNET, relays: [], marginSeconds: 30 },
  });

  const act = async (userId: string, command: Parameters<typeof severalOfAccount.decide>[0]) => {
    const stream = streamOf('account', userId);
    await handler.handle({ ...testContext(), stream, decider: severalOfAccount, command, input: {} });
  };
  const verifiedUser = async () => {
    const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    const emailHash = crypto.randomUUID().replaceAll('-', '').repeat(2);
    await act(userId, [
      { type: 'SignUpEmail', emailHash, sealedEmail: 'sealed', marketingOptIn: false },
      { type: 'VerifyEmail', emailHash, grantIds: [crypto.randomUUID(), crypto.randomUUID()] },
    ]);
  };
  const program = (store: EventStore, key = masterKey) => {
    // A store that is dead stays dead: no need to ask it for long; one that lives may be slow on a busy machine.
    const isAlive = store === ledger.store;
    const own = createCommandHandler(store, isAlive ? {} : { timeLimit: 1_200, attemptLimit: 1_000 });
    return { handler: own, raffles: createRaffles({ ...needs(), store, handler: own, masterKeys: [key] }) };
  };

  for (let n = 0; n < 8; n++) await verifiedUser();
  await program(ledger.store).raffles.commitFirstSeed();
  return {
    ledger,
    pool,
    handler,
    program,
    programWith: (through) => createRaffles({ ...needs(), handler: through }),
    async eligible() {
      const head = await ledger.store.head();
      if (head) await gate.waitFor(head, 20_000);
      const { rows } = await pool.query<{ user_id: string }>(
        `select user_id from ${LIVE_SCHEMA}.users where email_verified and not removed`,
      );
      return rows.map(({ user_id }) => user_id);
    },
    verifiedUser,
    remove: (userId) => act(userId, [{ type: 'RemoveAccount', reason: 'in a test' }]),
    async close() {
      await gate.stop();
      await projector.stop();
      await pool.end();
      await Promise.all([postgres.stop(), ledger.stop()]);
    },
  };
}
