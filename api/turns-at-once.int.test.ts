import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { refusals } from '../contracts/messages.ts';
import { Deadline } from '../ledger/deadline.ts';
import { LedgerUnavailable } from '../ledger/domain-error.ts';
import type { StoredEvent } from '../ledger/envelope.ts';
import type { EventStore } from '../ledger/event-store.ts';
import { raffleIdOf } from '../ledger/proof/raffle-id.ts';
import { testContext } from '../ledger/testing/start-ledger.ts';
import { createPool } from '../projector/database.ts';
import { decideFriend } from './faucet/friend-mailboxes.ts';
import { placeWelcome } from './faucet/issuance.ts';
import { admitOpening } from './faucet/openings.ts';
import { queueRequestedMail } from './integrations/email/outbox.ts';
import { issueToken, redeemToken } from './integrations/email/tokens.ts';
import { keepLostRequests, numberOfRequest } from './resources/raffles/requests.ts';
import { startTestDatabase, type TestDatabase } from './testing/start-database.ts';

let database: TestDatabase;
/** Two replicas' ways to one database; the second gives up at once where it finds a lock. */
let [own, others]: pg.Pool[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  own = createPool(database.connectionString, { applicationName: 'stands still' });
  others = createPool(database.connectionString, { lockTimeout: 500 });
});
afterAll(async () => {
  await Promise.all([own?.end(), others?.end()]);
  await database.stop();
});

/** The same of two who take turns, so that one finds what the other has left. */
const TURNS: Readonly<Record<string, () => Promise<(pool: pg.Pool) => Promise<unknown>>>> = {
  'a mail that somebody asks for': async () => {
    const emailHash = randomUUID();
    const mail = { kind: 'link', userId: randomUUID(), emailHash, sealedEmail: 'sealed' } as const;
    return (pool) =>
      queueRequestedMail(
        pool,
        Date.now(),
        { ...mail, id: randomUUID(), marketingOptIn: false },
        { share: 'visitor' },
      );
  },
  'a link that is opened': async () => {
    const [userId, commandId] = [randomUUID(), randomUUID()];
    await database.pool.query("insert into vault.account_keys values ($1, $1, 'sealed')", [userId]);
    const proof = { userId, emailHash: userId, sealedEmail: 'sealed', marketingOptIn: false };
    const token = await issueToken(database.pool, Date.now, proof);
    // A turn that nobody ends is over by its own time; who comes meanwhile is told to come again.
    return (pool) =>
      redeemToken(pool, Date.now, { token, commandId }, async () => 'verified').catch((error: unknown) => {
        if (!(error instanceof LedgerUnavailable)) throw error;
      });
  },
  'a friend whose mailbox is counted': async () => {
    const friend = { referrerId: randomUUID(), day: '2026-01-01', domain: 'example.org' };
    return (pool) => decideFriend(pool, { ...friend, friendId: randomUUID() });
  },
  'a raffle that is begun': async () => {
    const actor = { kind: 'admin', wallet: '0xadmin' } as const;
    return (pool) => numberOfRequest(pool, 1, testContext({ actor }));
  },
  'a wallet that is let in': async () => {
    const network = randomBytes(7);
    return (pool) => admitOpening(pool, Date.now, { network, walletAddress: `0x${randomUUID()}` }, 10);
  },
  'a welcome bonus': async () => {
    return (pool) => placeWelcome(pool, { userId: randomUUID(), day: '2026-01-02' }, 10n ** 30n);
  },
};

/** More statements than any of them takes. */
const MOST = 8;

test.each(Object.keys(TURNS))(
  '%s: a replica that stands still after any of its statements keeps nobody waiting',
  async (what) => {
    for (let after = 1; after <= MOST; after++) {
      const take = await TURNS[what]!();
      const { pool, standing, wake } = standsStill(own!, after);
      const ends = take(pool);
      const stood = await Promise.race([standing.then(() => true), ends.then(() => false)]);
      try {
        await expect(take(others!).then(() => 'done')).resolves.toBe('done');
      } finally {
        wake();
      }
      await ends;
      if (!stood) return;
    }
    throw new Error(`more than ${MOST} statements`);
  },
);

test('a raffle that is asked for twice at the same moment under one key has one number', async () => {
  const request = testContext({ actor: { kind: 'admin', wallet: '0xadmin' } });
  const holder = await own!.connect();
  try {
    await holder.query('begin');
    expect(await numberOfRequest(holder, 1_000, request)).toBe(1_000);
    // The first one's raffle is drawn already, and the next seed committed.
    const again = numberOfRequest(own!, 1_001, request);
    again.catch(() => undefined);
    const waiting = `select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await holder.query('commit');
    expect(await again).toBe(1_000);
  } finally {
    holder.release(true);
  }
});

test.each([60_000, -60_000])(
  'who starts a raffle a moment after another admin is told so, where the own replica has a clock of %d ms more',
  async (more) => {
    // What the tests before have asked for is no longer a moment ago.
    await own!.query("update raffles.requests set requested_at = now() - interval '1 day'");
    const by = (wallet: string, apart: number) => {
      const occurredAt = new Date(Date.now() + apart).toISOString();
      return testContext({ actor: { kind: 'admin', wallet }, occurredAt });
    };
    expect(await numberOfRequest(own!, 2_000, by('0xfirst', 0))).toBe(2_000);
    await expect(numberOfRequest(others!, 2_001, by('0xsecond', more))).rejects.toThrow(
      refusals.raffleUnderWay,
    );
    // And no longer once it is not.
    await own!.query("update raffles.requests set requested_at = requested_at - interval '10 s'");
    expect(await numberOfRequest(others!, 2_001, by('0xsecond', more))).toBe(2_001);
  },
);

test('who starts a raffle a day after another admin does not wait, where the clock of Postgres was put back meanwhile', async () => {
  await own!.query("update raffles.requests set requested_at = now() - interval '1 day'");
  const by = (wallet: string) => testContext({ actor: { kind: 'admin', wallet } });
  expect(await numberOfRequest(own!, 2_500, by('0xfirst'))).toBe(2_500);
  await own!.query("update raffles.requests set requested_at = now() + interval '2 s'");
  await expect(numberOfRequest(own!, 2_501, by('0xsecond'))).rejects.toThrow(refusals.raffleUnderWay);
  await own!.query("update raffles.requests set requested_at = now() + interval '1 day'");
  expect(await numberOfRequest(own!, 2_501, by('0xsecond'))).toBe(2_501);
});

test('a request for a raffle that was refused is refused again, where its second sending takes longer to come here', async () => {
  await own!.query("update raffles.requests set requested_at = now() - interval '1 day'");
  const by = (wallet: string) => testContext({ actor: { kind: 'admin', wallet } });
  expect(await numberOfRequest(own!, 3_000, by('0xfirst'))).toBe(3_000);
  const second = by('0xsecond');
  await expect(numberOfRequest(own!, 3_001, second)).rejects.toThrow(refusals.raffleUnderWay);
  // The ledger was slow to say which number is the next one.
  await own!.query("update raffles.requests set requested_at = requested_at - interval '6 s'");
  await expect(numberOfRequest(others!, 3_001, second)).rejects.toThrow(refusals.raffleUnderWay);
  expect(await numberOfRequest(others!, 3_001, by('0xsecond'))).toBe(3_001);
});

test('a request for a raffle that comes late is told of the one that another admin has started since it was first sent', async () => {
  await own!.query("update raffles.requests set requested_at = now() - interval '1 day'");
  const first = testContext({ actor: { kind: 'admin', wallet: '0xfirst' } });
  expect(await numberOfRequest(own!, 4_000, first)).toBe(4_000);
  await own!.query("update raffles.requests set requested_at = requested_at - interval '20 s'");
  // Its first sending got no further than to its key.
  const sent = (secondsAgo: number) =>
    testContext({
      actor: { kind: 'admin', wallet: '0xsecond' },
      occurredAt: new Date(100_000).toISOString(),
      firstSentAt: new Date(100_000 - secondsAgo * 1_000).toISOString(),
    });
  await expect(numberOfRequest(others!, 4_001, sent(30))).rejects.toThrow(refusals.raffleUnderWay);
  expect(await numberOfRequest(others!, 4_001, sent(10))).toBe(4_001);
});

test('who has begun the raffles that Postgres has lost is kept of all of them or of none: given up half-way, and done by the next, none of them begins another', async () => {
  const commands = new Map(
    [1, 2, 3].map((number) => [
      streamOf('raffle', raffleIdOf(number)),
      testContext({ actor: { kind: 'admin', wallet: '0xlost' } }),
    ]),
  );
  const first = streamOf('raffle', raffleIdOf(1));
  const storeWithout = (away?: string): Pick<EventStore, 'readPage'> => ({
    async readPage(stream) {
      if (stream === away) throw new LedgerUnavailable();
      // What is read of it.
      return [{ type: 'RaffleCommitted', metadata: commands.get(stream) } as unknown as StoredEvent];
    },
  });
  const givenUp = keepLostRequests(own!, storeWithout(first), 4, new Deadline(300));
  await expect(givenUp).rejects.toThrow(LedgerUnavailable);
  await keepLostRequests(others!, storeWithout(), 4, new Deadline());
  const numbers = [...commands.values()].map((command) => numberOfRequest(others!, 4, command));
  expect(await Promise.all(numbers)).toEqual([1, 2, 3]);
});

/** A pool whose user hears nothing of an answer, and so asks nothing more, until it wakes. */
function standsStill(pool: pg.Pool, after: number) {
  const still = Promise.withResolvers<void>();
  const awake = Promise.withResolvers<void>();
  let answers = 0;
  const held =
    (query: pg.Pool['query']) =>
    async (...call: unknown[]) => {
      const answer = await Reflect.apply(query, undefined, call);
      answers += 1;
      if (answers === after) {
        still.resolve();
        await awake.promise;
      }
      return answer;
    };
  const connect = async () => {
    const client = await pool.connect();
    return { query: held(client.query.bind(client) as pg.Pool['query']), release: () => client.release() };
  };
  const standing = { query: held(pool.query.bind(pool) as pg.Pool['query']), connect };
  return { pool: standing as unknown as pg.Pool, standing: still.promise, wake: awake.resolve };
}
