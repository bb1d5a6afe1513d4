import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '../../contracts/messages.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { erasePersonalData } from '../../ledger/accounts/erase-personal-data.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { signUpEmail } from '../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../ledger/accounts/verify-email.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { startMemoryLedger } from '../../ledger/testing/memory-ledger.ts';
import { newWallet, testContext } from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres } from '../../projector/testing/postgres.ts';
import { HttpError } from '../http/http-error.ts';
import { migrate } from '../migrate.ts';
import { SealBroken } from '../vault/aes-gcm.ts';
import { KeyClosed } from '../vault/master-key.ts';
import { decideFriend, friendMailboxes } from './friend-mailboxes.ts';
import { placedOn, placeWelcome } from './issuance.ts';
import { admitOpening, NETWORK_KNOWN_MS } from './openings.ts';

/** Two replicas on one Postgres. */
const pools: ReturnType<typeof createPool>[] = [];
let stop: () => Promise<void>;
beforeAll(async () => {
  const postgres = await startTestPostgres();
  for (const name of ['one', 'two']) {
    pools.push(createPool(postgres.connectionString, { applicationName: name, maxConnections: 8 }));
  }
  await migrate(pools[0]!);
  stop = async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await postgres.stop();
  };
});
afterAll(() => stop());

let days = 0;
const newDay = () => new Date(Date.UTC(2026, 0, 1) + 86_400_000 * days++).toISOString().slice(0, 10);

test('two replicas let no more welcome bonuses through on a day than its sum allows, and each account once', async () => {
  const day = newDay();
  const limit = 750n * ONE_EVO;
  const users = Array.from({ length: 30 }, () => randomUUID());
  // Each asks twice, at both replicas at once.
  const asked = users.flatMap((userId) => pools.map((pool) => ({ userId, pool })));
  const answers = await Promise.all(
    asked.map(async ({ userId, pool }) => ({
      userId,
      may: await placeWelcome(pool, { userId, day }, limit),
    })),
  );
  const letThrough = new Set(answers.filter(({ may }) => may).map(({ userId }) => userId));
  expect(letThrough.size).toBe(7);
  expect(await placedOn(pools[0]!, day)).toBe(700n * ONE_EVO);
  // Who was let through stays so, and nobody else is.
  for (const userId of users) {
    expect(await placeWelcome(pools[1]!, { userId, day }, limit)).toBe(letThrough.has(userId));
  }
  const next = newDay();
  expect(await placeWelcome(pools[0]!, { userId: users[0]!, day: next }, limit)).toBe(true);
  expect(await placedOn(pools[0]!, next)).toBe(100n * ONE_EVO);
});

test('the sum of a day is used up to its last EVO', async () => {
  const day = newDay();
  const ask = () => placeWelcome(pools[0]!, { userId: randomUUID(), day }, 200n * ONE_EVO);
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false]);
  expect(await placedOn(pools[0]!, day)).toBe(200n * ONE_EVO);
});

test('any limits and any order: never over the limit, and as far as it goes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(900).map((evo) => BigInt(evo) * ONE_EVO),
      fc.array(fc.record({ who: fc.nat(9), replica: fc.nat(1) }), { maxLength: 24 }),
      async (limit, asks) => {
        const day = newDay();
        const ids = Array.from({ length: 10 }, () => randomUUID());
        const may = await Promise.all(
          asks.map(({ who, replica }) => placeWelcome(pools[replica]!, { userId: ids[who]!, day }, limit)),
        );
        const through = new Set(asks.filter((_, n) => may[n]).map(({ who }) => who));
        const asking = new Set(asks.map(({ who }) => who));
        const places = limit / (100n * ONE_EVO);
        expect(BigInt(through.size)).toBe(places < asking.size ? places : BigInt(asking.size));
        expect(await placedOn(pools[0]!, day)).toBe(BigInt(through.size) * 100n * ONE_EVO);
      },
    ),
    { numRuns: 25 },
  );
});

test('a network opens so many accounts within an hour at two replicas together, and a wallet counts once', async () => {
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  const network = randomBytes(32);
  const wallets = Array.from({ length: 20 }, () => newWallet());
  const ask = (walletAddress: string, replica: number, from = network) =>
    admitOpening(pools[replica]!, clock, { network: from, walletAddress }, 5).then(
      () => true,
      (refusal: unknown) => {
        expect(refusal).toBeInstanceOf(HttpError);
        expect(refusal).toMatchObject({ status: 429, message: refusals.tooManyNewAccounts });
        return false;
      },
    );
  const first = await Promise.all(
    wallets.flatMap((wallet) => [0, 1].map(async (replica) => ({ wallet, in: await ask(wallet, replica) }))),
  );
  const admitted = new Set(first.filter((one) => one.in).map(({ wallet }) => wallet));
  expect(admitted.size).toBe(5);
  for (const wallet of wallets) expect(await ask(wallet, 1)).toBe(admitted.has(wallet));
  const refused = wallets.find((wallet) => !admitted.has(wallet))!;
  expect(await ask(refused, 0, randomBytes(32))).toBe(true);
  const another = wallets.findLast((wallet) => !admitted.has(wallet))!;
  now += 3_599_000;
  await expect(admitOpening(pools[0]!, clock, { network, walletAddress: another }, 5)).rejects.toMatchObject({
    headers: { 'Retry-After': '1' },
  });
  now += 2_000;
  expect(await ask(another, 0)).toBe(true);
});

test('who is refused is told when the oldest account is an hour old; who was let in from one network is new to another', async () => {
  let now = Date.UTC(2026, 3, 1);
  const [network, other] = [randomBytes(32), randomBytes(32)];
  const ask = (walletAddress = newWallet(), from = network) =>
    admitOpening(pools[0]!, () => now, { network: from, walletAddress }, 3);
  await ask();
  now += 60_000;
  for (let n = 0; n < 2; n++) await ask();
  const elsewhere = newWallet();
  await ask(elsewhere, other);
  for (const walletAddress of [newWallet(), elsewhere]) {
    await expect(ask(walletAddress)).rejects.toMatchObject({ headers: { 'Retry-After': '3540' } });
  }
  // As long as it says, and no longer.
  now += 3_540_000;
  await ask(elsewhere);
  await expect(ask()).rejects.toMatchObject({ headers: { 'Retry-After': '60' } });
});

test('where the clock of Postgres is put back a network opens as many accounts again, and replicas that are apart count on', async () => {
  let now = Date.UTC(2026, 5, 2);
  const network = randomBytes(32);
  const ask = () => admitOpening(pools[0]!, () => now, { network, walletAddress: newWallet() }, 3);
  for (let n = 0; n < 3; n++) await ask();
  now -= 30_000;
  await expect(ask()).rejects.toThrow(refusals.tooManyNewAccounts);
  now -= 24 * 3_600_000;
  for (let n = 0; n < 3; n++) await ask();
  await expect(ask()).rejects.toMatchObject({ headers: { 'Retry-After': '3600' } });
});

test('a network is forgotten after 30 days, and no address stands in the database', async () => {
  let now = Date.UTC(2027, 0, 1);
  const clock = () => now;
  const [old, later] = [newWallet(), newWallet()];
  const walletsKept = async () => {
    const { rows } = await pools[0]!.query<{ wallet: string }>('select wallet from faucet.openings');
    return rows.map(({ wallet }) => wallet);
  };
  await admitOpening(pools[0]!, clock, { network: randomBytes(32), walletAddress: old }, 5);
  expect(await walletsKept()).toContain(old.toLowerCase());
  now += NETWORK_KNOWN_MS + 1;
  await admitOpening(pools[0]!, clock, { network: randomBytes(32), walletAddress: later }, 5);
  expect(await walletsKept()).toEqual([later.toLowerCase()]);
});

test('the first three friends of a referrer, a day and a domain are paid for at two replicas together, each decided once', async () => {
  const of = { referrerId: randomUUID(), day: newDay(), domain: randomUUID() };
  const friends = Array.from({ length: 8 }, () => randomUUID());
  const decide = (friendId: string, replica: number, other: Partial<typeof of> = {}) =>
    decideFriend(pools[replica]!, { friendId, ...of, ...other });
  const answers = await Promise.all(
    friends.flatMap((friendId) =>
      [0, 1].map(async (replica) => ({ friendId, isPaid: await decide(friendId, replica) })),
    ),
  );
  const paid = new Set(answers.filter(({ isPaid }) => isPaid).map(({ friendId }) => friendId));
  expect(paid.size).toBe(3);
  // What was decided stays so, whenever it is asked again.
  for (const friendId of friends) {
    expect(await decide(friendId, 0, { day: newDay() })).toBe(paid.has(friendId));
  }
  expect(await decide(randomUUID(), 0)).toBe(false);
  // Another referrer, another day and another domain are counted by themselves.
  for (const other of [{ referrerId: randomUUID() }, { day: newDay() }, { domain: randomUUID() }]) {
    expect(await decide(randomUUID(), 1, other)).toBe(true);
  }
});

test('friends whose mailbox was erased before they were counted are counted as mail of one domain', async () => {
  const handler = createCommandHandler(startMemoryLedger().store);
  /** By user; none where its key was erased. */
  const addresses = new Map<string, string>();
  const vault = {
    unseal: async (_kind: string, userId: string) => addresses.get(userId),
    mailDomainHash: (domain: string) => `hash of ${domain}`,
  };
  const mailboxes = friendMailboxes(handler, pools[0]!, vault, { error: () => undefined });
  const of = { referrerId: randomUUID(), day: newDay() };
  const isPaidFor = async (address: string | undefined, isErased = false, since?: string) => {
    const { userId: friendId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    const email = {
      emailHash: randomBytes(32).toString('hex'),
      sealedEmail: 'sealed',
      marketingOptIn: false,
    };
    await signUpEmail(handler, friendId, { ...email, seal: async () => 'sealed' }, testContext());
    await verifyEmail(handler, { userId: friendId, ...email }, testContext());
    if (isErased) await erasePersonalData(handler, { userId: friendId }, testContext());
    if (address !== undefined) addresses.set(friendId, address);
    if (since !== undefined) {
      const named = { ...email, emailHash: randomBytes(32).toString('hex'), seal: async () => 'sealed' };
      await signUpEmail(handler, friendId, { ...named, erasures: async () => 1 }, testContext());
      addresses.set(friendId, since);
    }
    return mailboxes.isPaidFor({ friendId, ...of, emailHash: email.emailHash });
  };
  const erased = [await isPaidFor(undefined), await isPaidFor(undefined, true)];
  expect([...erased, await isPaidFor(undefined), await isPaidFor(undefined, true)]).toEqual([
    ...[true, true, true, false],
  ]);
  // Nor does it help to name one at a public provider, which nobody has to read.
  expect(await isPaidFor(undefined, true, 'anna@gmail.com')).toBe(false);
  // Neither those of a public provider nor those of a domain are counted with them.
  expect(await isPaidFor('anna@gmail.com')).toBe(true);
  expect(await isPaidFor('anna@evo-farm.example')).toBe(true);
});

test('a mailbox that does not open is said, and counted with those that were erased; a vault that is away is asked again, and so is one without its key', async () => {
  const handler = createCommandHandler(startMemoryLedger().store);
  const said: object[] = [];
  const mailboxes = (error: Error) => {
    const vault = { unseal: () => Promise.reject(error), mailDomainHash: (domain: string) => domain };
    const logger = { error: (details: object) => void said.push(details) };
    return friendMailboxes(handler, pools[0]!, vault, logger);
  };
  const of = { referrerId: randomUUID(), day: newDay() };
  const proved = async () => {
    const { userId: friendId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    const emailHash = randomBytes(32).toString('hex');
    const email = { emailHash, sealedEmail: 'sealed', marketingOptIn: false };
    await verifyEmail(handler, { userId: friendId, ...email }, testContext());
    return { friendId, ...of, emailHash };
  };
  const away = new Error('Postgres is away');
  await expect(mailboxes(away).isPaidFor(await proved())).rejects.toThrow(away);
  // By a replica that has it, once that leads: what is decided here stays.
  await expect(mailboxes(new KeyClosed()).isPaidFor(await proved())).rejects.toThrow(LedgerUnavailable);
  expect(said).toEqual([]);
  const broken = new SealBroken();
  const friends = [await proved(), await proved(), await proved(), await proved()];
  const answers: boolean[] = [];
  for (const friend of friends) answers.push(await mailboxes(broken).isPaidFor(friend));
  expect(answers).toEqual([true, true, true, false]);
  expect(said).toEqual(friends.map(({ friendId: userId }) => ({ err: broken, userId })));
});

test('of two replicas that decide about friends of one domain at the same moment the second waits for the first', async () => {
  const of = { referrerId: randomUUID(), day: newDay(), domain: randomUUID() };
  const holder = await pools[0]!.connect();
  try {
    await holder.query('begin');
    for (let n = 0; n < 3; n++) {
      expect(await decideFriend(holder, { friendId: randomUUID(), ...of })).toBe(true);
    }
    const fourth = decideFriend(pools[1]!, { friendId: randomUUID(), ...of });
    let isDecided = false;
    void fourth.finally(() => {
      isDecided = true;
    });
    const waiting = `select from pg_locks join pg_database as own on own.oid = database
      where locktype = 'advisory' and not granted and datname = current_database()`;
    await expect.poll(async () => isDecided || (await holder.query(waiting)).rowCount === 1).toBe(true);
    await holder.query('commit');
    expect(await fourth).toBe(false);
  } finally {
    holder.release(true);
  }
});
