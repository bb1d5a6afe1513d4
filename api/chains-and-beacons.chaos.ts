import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import type { StoredEvent } from '../ledger/envelope.ts';
import { LIVE_SCHEMA } from '../projector/database.ts';
import { temporaryFolder } from '../projector/testing/temporary-folder.ts';
import { type LocalBeacon, newLocalBeaconKey, startLocalBeacon } from './integrations/beacon/local-beacon.ts';
import {
  type FaultyRelay,
  type RelayMood,
  startFaultyRelay,
} from './integrations/beacon/testing/faulty-relay.ts';
import { type FaultySmtp, startFaultySmtp } from './integrations/email/testing/faulty-smtp.ts';
import { type Anvil, startAnvil } from './testing/anvil.ts';
import { type Answer, createTestClient, idempotencyKey, type TestClient } from './testing/client.ts';
import { ANSWERED_IN } from './testing/deployment/ask.ts';
import { type ChainDoor, type ChainMood, startChainDoor } from './testing/deployment/chain-door.ts';
import type { Deployment } from './testing/deployment/deployment.ts';
import { makeRelease } from './testing/deployment/release.ts';
import {
  addressOf,
  apiOf,
  insist,
  newResident,
  otherThan,
  REPLICAS,
  type Replica,
  type Resident,
  startReplicas,
} from './testing/deployment/residents.ts';
import type { Work } from './testing/deployment/work.ts';
import { newAddress } from './testing/email-calls.ts';
import { tokenInRaw } from './testing/mailbox.ts';
import { readLedgerAt } from './testing/read-ledger.ts';
import { expectProvenRaffles } from './testing/two-processes/aftermath.ts';

const SEED = process.env.CHAOS_SEED ?? 'outside';
const PATIENCE = { timeout: 60_000, interval: 100 };
/** Milliseconds until another replica leads, and has tried again what was set aside. */
const AFTER_THE_LEAD = { timeout: 180_000, interval: 200 };

let anvil: Anvil;
let doors: readonly [ChainDoor, ChainDoor];
let local: LocalBeacon;
let relays: readonly [FaultyRelay, FaultyRelay];
let mail: FaultySmtp;
let folder: string;
let deployment: Deployment;
let work: Work;
beforeAll(async () => {
  anvil = await startAnvil();
  doors = [await startChainDoor(anvil.url), await startChainDoor(anvil.url)];
  local = await startLocalBeacon(newLocalBeaconKey(Date.now() - 60_000, 1), Date.now);
  relays = [await startFaultyRelay(local), await startFaultyRelay(local)];
  mail = await startFaultySmtp();
  folder = await temporaryFolder();
  // Nobody but drand can sign for drand: this release believes a beacon whose key the test has, and is else the same.
  await makeRelease(folder, [
    {
      file: 'api/integrations/beacon/start-beacon.ts',
      from: 'return { beacon: QUICKNET, relays, marginSeconds };',
      to: `return { beacon: ${JSON.stringify(local.beacon)}, relays, marginSeconds };`,
    },
  ]);
  const envOf = (replica: Replica) => ({
    RPC_URL: doors[replica].url,
    RAFFLE_RANDOMNESS: 'beacon',
    BEACON_RELAYS: relays[replica].url,
    BEACON_MARGIN: '5',
    SMTP_URL: mail.url,
  });
  ({ deployment, work } = await startReplicas(SEED, envOf, { root: folder }));
});
afterAll(async () => {
  await deployment?.stop();
  await Promise.all([...doors, ...relays, mail, local, anvil].map((one) => one.stop()));
  await rm(folder, { recursive: true, force: true });
});

type SignedIn = { user: { id: string }; isNewUser: boolean };

/** A contract on the chain that takes every signature for its owner's. */
async function newContract(): Promise<string> {
  const { address } = privateKeyToAccount(generatePrivateKey());
  // PUSH32 the word for yes, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
  await anvil.request('anvil_setCode', [address, `0x7f${'1626ba7e'.padEnd(64, '0')}60005260206000f3`]);
  return address;
}

/** Signs a contract in with its owner's word, which only the chain can judge. */
async function signIn(
  replica: Replica,
  walletAddress: string,
): Promise<Answer<SignedIn> & { readonly ms: number }> {
  const client = createTestClient(await addressOf(deployment, replica));
  const challenge = await client.post<{ message: string }>('/api/wallet/challenge', { walletAddress });
  expect(challenge.status).toBe(200);
  const signature = `0x${'12'.repeat(65)}`;
  const { message } = challenge.body;
  const began = performance.now();
  const answer = await client.post<SignedIn>('/api/wallet/connect', {
    ...{ walletAddress, message, signature },
    walletType: 'metamask',
  });
  return { ...answer, ms: performance.now() - began };
}

const MOODS: readonly Exclude<ChainMood, 'honest'>[] = [
  'hangs up',
  'says nothing',
  'fails',
  'babbles',
  'answers with an error',
  'is of another chain',
];

test('a chain that is dead, talks nonsense or is another one: wallets with a key sign in, contracts are told to come again', async () => {
  await work.during(async () => {
    const contract = await newContract();
    for (const mood of MOODS) {
      for (const door of doors) door.mood = mood;
      for (const replica of REPLICAS) {
        const { status, headers, body, ms } = await signIn(replica, contract);
        expect([mood, status, Reflect.get(body, 'error')]).toEqual([mood, 503, 'ChainUnavailable']);
        expect(headers.get('retry-after')).toBe('3');
        expect(ms, mood).toBeLessThan(ANSWERED_IN);
        const client = createTestClient(await addressOf(deployment, replica));
        expect((await client.connect()).status, mood).toBe(200);
      }
    }
    // One replica finds its way again: whoever is told to come again may come there.
    doors[1].mood = 'honest';
    expect((await signIn(0, contract)).status).toBe(503);
    expect(await signIn(1, contract)).toMatchObject({ status: 200, body: { isNewUser: true } });
    doors[0].mood = 'honest';
    expect(await signIn(0, contract)).toMatchObject({ status: 200, body: { isNewUser: false } });
  });
});

test.each(['kill', 'freeze'] as const)(
  '%s of a replica that waits for the chain: its contract signs in at the other one, and has one account',
  async (trouble) => {
    await work.during(async () => {
      const contract = await newContract();
      const released = Promise.withResolvers<void>();
      const [door] = doors;
      door.asked.length = 0;
      door.hold = released.promise;
      const first = signIn(0, contract).catch((error: unknown) => error);
      await vi.waitFor(() => expect(door.asked).toContain('eth_getCode'), PATIENCE);
      const replica = apiOf(deployment, 0);
      if (trouble === 'kill') replica.kill();
      else replica.freeze();
      released.resolve();
      door.hold = undefined;
      let userId: string;
      try {
        const { status, body } = await signIn(1, contract);
        expect(status).toBe(200);
        userId = body.user.id;
      } finally {
        replica.thaw();
      }
      if (trouble === 'freeze')
        expect(await first).toMatchObject({ status: 200, body: { user: { id: userId } } });
      const again = await vi.waitFor(() => signIn(0, contract), PATIENCE);
      expect(again.body).toMatchObject({ user: { id: userId }, isNewUser: false });
    });
  },
);

/** With an address that was verified: may win. */
async function newEntrant(): Promise<Resident> {
  const resident = await newResident(deployment);
  const [email, key] = [newAddress(), idempotencyKey()];
  await insist(resident.at, 0, (client) => client.post('/api/email/signup', { email }, key));
  const raw = await vi.waitFor(() => {
    const letter = mail.taken.find(({ to }) => to.includes(email));
    if (!letter) throw new Error(`no mail to ${email}`);
    return letter.raw;
  }, PATIENCE);
  const body = { token: await tokenInRaw(raw) };
  const { status } = await insist(resident.at, 1, (client) => client.post('/api/email/verify', body));
  expect(status).toBe(200);
  return resident;
}

const adminKey = (): `0x${string}` => `0x${createHash('sha256').update(`${SEED}/super-admin`).digest('hex')}`;

/** The replica whose processes run: the other one has nothing to say of any. */
const leader = (): Promise<Replica> =>
  vi.waitFor(async () => {
    for (const replica of REPLICAS) {
      const url = apiOf(deployment, replica).url();
      if (!url) continue;
      const signal = AbortSignal.timeout(ANSWERED_IN);
      // One that stands still, or was killed, says nothing.
      const metrics = await fetch(new URL('/metrics', url), { signal }).then(
        (answer) => answer.text(),
        () => '',
      );
      if (/^evo_process_position\{process="raffles"\}/m.test(metrics)) return replica;
    }
    throw new Error('nobody leads');
  }, AFTER_THE_LEAD);

type Waiting = { readonly raffleId: string; readonly round: number };

/** Begins a raffle at a replica, and takes the relays away before its round is there. @param amount tells it apart */
async function beginAndSilence(admin: TestClient, amount: string, mood: RelayMood): Promise<Waiting> {
  const find = async () => {
    const { rows } = await deployment.pool.query<{ raffle_id: string; round: string | null }>(
      `select raffle_id, round from ${LIVE_SCHEMA}.raffles where amounts = $1::jsonb`,
      [JSON.stringify([amount])],
    );
    return rows[0];
  };
  const { raffle_id } = await vi.waitFor(
    async () => {
      // An answer that waits for its round is not waited for; that another raffle is under way is told at once.
      void admin
        .post('/api/admin/raffle', { winnerCount: 1, amount }, idempotencyKey())
        .catch(() => undefined);
      return vi.waitFor(
        async () => {
          const found = await find();
          if (!found) throw new Error('it is not begun');
          return found;
        },
        { timeout: 5_000, interval: 50 },
      );
    },
    { timeout: 120_000, interval: 100 },
  );
  const frozen = await vi.waitFor(async () => {
    const event = (await eventsOf(raffle_id)).find(({ type }) => type === 'EntriesFrozen');
    if (!event) throw new Error('its entries are not frozen');
    return event;
  }, PATIENCE);
  for (const relay of relays) relay.mood = mood;
  const { round } = (frozen.data as { readonly beacon: { readonly round: number } }).beacon;
  return { raffleId: raffle_id, round };
}

async function eventsOf(raffleId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of deployment.store.readStream(streamOf('raffle', raffleId), 0n)) events.push(event);
  return events;
}
const drawsOf = async (raffleId: string) =>
  (await eventsOf(raffleId)).filter(({ type }) => type === 'RaffleDrawn');

/** How often a replica has asked for the round of a raffle. */
const timesAsked = (replica: Replica, { round }: Waiting): number =>
  relays[replica].asked.filter((path) => path.endsWith(`/public/${round}`)).length;

async function expectDrawnOnce({ raffleId, round }: Waiting): Promise<void> {
  const draws = await vi.waitFor(async () => {
    const found = await drawsOf(raffleId);
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, AFTER_THE_LEAD);
  const signature = local.sign(round);
  expect(draws.map(({ data }) => data)).toEqual([expect.objectContaining({ beacon: { round, signature } })]);
}

const LIES: readonly RelayMood[] = [
  'forges',
  'gives another round',
  'gives another randomness',
  'refuses',
  'muted',
  'floods',
  'leads elsewhere',
  'babbles',
];

test('a beacon that lies: no raffle is begun, one that was waits and refuses each lie; when who leads is killed, the next one draws', async () => {
  await work.during(async () => {
    for (let n = 0; n < 3; n++) await newEntrant();
    const { at } = await newResident(deployment, adminKey());
    const leading = await leader();
    const waiting = await beginAndSilence(at[leading], '0.125', 'forges');
    const replica = apiOf(deployment, leading);
    for (const lie of LIES) {
      for (const relay of relays) relay.mood = lie;
      const before = timesAsked(leading, waiting);
      await vi.waitFor(
        () => expect(timesAsked(leading, waiting), lie).toBeGreaterThan(before + 1),
        AFTER_THE_LEAD,
      );
      expect(await drawsOf(waiting.raffleId), lie).toEqual([]);
      const begun = await insist(at, leading, (client) =>
        client.post('/api/admin/raffle', { winnerCount: 1, amount: '0.375' }, idempotencyKey()),
      );
      expect([lie, begun.status, begun.body.error]).toEqual([lie, 409, 'BeaconUnreachable']);
    }
    expect(replica.logged('is not signed with the key of the beacon').length).toBeGreaterThan(0);
    // To one replica it lies still: who leads next has another way to it.
    relays[otherThan(leading)].mood = 'honest';
    replica.kill();
    await expectDrawnOnce(waiting);
    for (const relay of relays) relay.mood = 'honest';
  });
  expect(await expectProvenRaffles(deployment, await readLedgerAt(deployment.eventStoreUrl))).toBeGreaterThan(
    0,
  );
});

test('a beacon that is late, and who leads stands still: the other one draws with the round that was named, and what wakes draws nothing', async () => {
  await work.during(async () => {
    const { at } = await newResident(deployment, adminKey());
    const leading = await leader();
    const waiting = await beginAndSilence(at[leading], '0.25', 'refuses');
    const replica = apiOf(deployment, leading);
    replica.freeze();
    try {
      await vi.waitFor(async () => expect(await leader()).toBe(otherThan(leading)), AFTER_THE_LEAD);
      expect(await drawsOf(waiting.raffleId)).toEqual([]);
      for (const relay of relays) relay.mood = 'honest';
      await expectDrawnOnce(waiting);
    } finally {
      replica.thaw();
    }
    // Awake it has caught up, and has drawn nothing.
    await vi.waitFor(async () => {
      const url = apiOf(deployment, leading).url();
      expect((await fetch(new URL('/readyz', url))).status).toBe(200);
    }, PATIENCE);
    await expectDrawnOnce(waiting);
  });
  expect(await expectProvenRaffles(deployment, await readLedgerAt(deployment.eventStoreUrl))).toBeGreaterThan(
    0,
  );
});
