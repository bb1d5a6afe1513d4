import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { socialTexts } from '../contracts/social-messages.ts';
import {
  type FakePlatform,
  type Fault,
  startFakePlatform,
} from './integrations/social/testing/fake-platform.ts';
import { answerAsX } from './resources/social/testing/platform-world.ts';
import { type Answer, idempotencyKey, type TestClient } from './testing/client.ts';
import { ANSWERED_IN } from './testing/deployment/ask.ts';
import type { Deployment } from './testing/deployment/deployment.ts';
import {
  accountEvents,
  apiOf,
  insist,
  newResident,
  otherThan,
  paidFor,
  REPLICAS,
  type Replica,
  type Resident,
  startReplicas,
} from './testing/deployment/residents.ts';
import type { Work } from './testing/deployment/work.ts';

const SEED = process.env.CHAOS_SEED ?? 'platforms';
/** Milliseconds that asking a platform may take at the most, beside what the machine and the ledger take. */
const ASKED_IN = 9_000 + ANSWERED_IN;
/** Milliseconds: who was left alone for half a minute is asked again. */
const WELL_AGAIN = { timeout: 90_000, interval: 1_000 };

/** X, as each replica finds it. */
let platforms: readonly [FakePlatform, FakePlatform];
let deployment: Deployment;
let work: Work;
beforeAll(async () => {
  platforms = [await startFakePlatform(), await startFakePlatform()];
  for (const platform of platforms) {
    answerAsX(platform);
    platform.on('GET /2/users/me', async ({ headers }) => {
      const id = headers.authorization?.replace('Bearer access-', '') ?? '';
      await holds.get(id)?.promise;
      return { body: { data: { id, username: `user_${id}` } } };
    });
    platform.on('GET /2/users/900', async ({ headers }) => {
      const who = headers.authorization?.replace('Bearer access-', '') ?? '';
      await holds.get(who)?.promise;
      const connection_status = following.has(who) ? ['following'] : [];
      return {
        body: {
          data: { id: '900', pinned_tweet_id: '3', connection_status },
          includes: { tweets: [{ id: '3', text: 'pinned' }] },
        },
      };
    });
  }
  ({ deployment, work } = await startReplicas(SEED, (replica) => ({
    X_CLIENT_ID: 'x-app',
    X_CLIENT_SECRET: 'x-app-secret',
    X_BEARER_TOKEN: 'x-app-token',
    X_ACCOUNT_ID: '900',
    X_HANDLE: 'evo',
    X_API_URL: platforms[replica].url,
  })));
});
afterAll(async () => {
  await deployment?.stop();
  await Promise.all(platforms.map((platform) => platform.close()));
});

/** Who follows the program on X, and whom X answers only later; both by their ids there. */
const following = new Set<string>();
const holds = new Map<string, PromiseWithResolvers<void>>();

type Follower = Resident & { readonly xId: string };
type Verified = { verified: boolean; message: string; retryAt: string | null };
type Begun = { authorizeUrl: string | null };

let ids = 5_000;
/** Somebody new who follows the program. */
async function newFollower(): Promise<Follower> {
  const resident = { ...(await newResident(deployment)), xId: String(ids++) };
  following.add(resident.xId);
  return resident;
}

/** Names the own account, as the first half of connecting it. */
async function setOff({ at, xId }: Follower, first: Replica): Promise<Begun> {
  const key = idempotencyKey();
  const named = { platform: 'twitter', handle: `user_${xId}` };
  return (await insist(at, first, (client) => client.post<Begun>('/api/social/connect', named, key))).body;
}

/** Sent off by one replica, back at the other. @returns what the page is told */
const connect = async (follower: Follower, back: Replica): Promise<string | null> =>
  comeBack(follower.at[back], follower.xId, await setOff(follower, otherThan(back)));

async function comeBack(client: TestClient, code: string, { authorizeUrl }: Begun): Promise<string | null> {
  const state = new URL(authorizeUrl ?? '').searchParams.get('state') ?? '';
  const { headers } = await client.get(
    `/api/social/callback/twitter?${new URLSearchParams({ code, state })}`,
  );
  return new URL(headers.get('location') ?? '', 'http://site').searchParams.get('social');
}

/** Until the page says so: what goes wrong on the way leads back to the button. */
async function connectAtLast(follower: Follower, back: Replica): Promise<void> {
  await vi.waitFor(async () => expect(await connect(follower, back)).toBe('connected'), WELL_AGAIN);
}

const connectedFollower = async (back: Replica): Promise<Follower> => {
  const follower = await newFollower();
  await connectAtLast(follower, back);
  return follower;
};

const verify = (client: TestClient, taskType = 'follow', key = idempotencyKey()): Promise<Answer<Verified>> =>
  client.post<Verified>('/api/social/verify', { platform: 'twitter', taskType }, key);

/** Two for each replica, whom its platform confirmed. */
const crowd = (): Promise<Follower[]> =>
  Promise.all([0, 1, 0, 1].map((n) => connectedFollower(n === 0 ? 0 : 1)));

/** Each at a replica of its own, at once: a no in time, for the reason that is given. */
async function expectNo(people: readonly Follower[], reason: string): Promise<Verified[]> {
  const asked = people.map(async ({ at }, n) => {
    const began = performance.now();
    const { status, body } = await verify(at[n % 2 === 0 ? 0 : 1]);
    expect([status, body.verified, body.message]).toEqual([200, false, reason]);
    expect(performance.now() - began).toBeLessThan(ASKED_IN);
    return body;
  });
  return Promise.all(asked);
}

async function expectPaidOnce({ userId }: Follower): Promise<void> {
  const types = (await accountEvents(deployment, userId)).map(({ type }) => type);
  expect(types.filter((type) => type === 'TaskVerified')).toHaveLength(1);
  expect(await paidFor(deployment, userId, 'social_task')).toBe(1);
  expect(await paidFor(deployment, userId, 'social_connection')).toBe(1);
}

const askedOf = (platform: FakePlatform, { xId }: Follower): number =>
  platform.requests.filter(({ headers }) => headers.authorization === `Bearer access-${xId}`).length;

const FAULTS: readonly Fault[] = [
  'status 500',
  'hang',
  'slow drip',
  'not JSON',
  'another form',
  'too large',
  'redirect',
  'cut off',
];

test('one that fails, hangs, drips or talks nonsense: a no in time and no reward; it is left alone, then each is paid once', async () => {
  await work.during(async () => {
    const people = await crowd();
    const stranger = await connectedFollower(0);
    following.delete(stranger.xId);
    const everybody = [...people, stranger];
    for (const fault of FAULTS) {
      const before = people.map((one, n) => askedOf(platforms[n % 2 === 0 ? 0 : 1], one));
      for (const platform of platforms) platform.fault = fault;
      await expectNo(people, socialTexts.unavailable('X'));
      const after = people.map((one, n) => askedOf(platforms[n % 2 === 0 ? 0 : 1], one));
      expect(after, fault).toEqual(before.map((count) => count + 1));
      for (const platform of platforms) platform.fault = undefined;
      // An answer at each replica: a platform that fails now and then is not left alone.
      for (const replica of REPLICAS) {
        const { body } = await verify(stranger.at[replica]);
        expect(body.message, fault).toBe(socialTexts.notDone('X', 'follow'));
      }
    }

    for (const platform of platforms) platform.fault = 'status 500';
    for (let round = 0; round < 3; round++) await expectNo(people, socialTexts.unavailable('X'));
    const before = platforms.map(({ requests }) => requests.length);
    const left = await expectNo(people, socialTexts.unavailable('X'));
    expect(left.map(({ retryAt }) => retryAt !== null)).toEqual(people.map(() => true));
    expect(platforms.map(({ requests }) => requests.length)).toEqual(before);
    for (const { userId } of everybody) expect(await paidFor(deployment, userId, 'social_task')).toBe(0);

    for (const platform of platforms) platform.fault = undefined;
    for (const [n, one] of people.entries()) {
      await vi.waitFor(async () => {
        const { body } = await verify(one.at[n % 2 === 0 ? 1 : 0]);
        expect(body).toMatchObject({ verified: true });
      }, WELL_AGAIN);
    }
    for (const one of people) await expectPaidOnce(one);
    expect(await paidFor(deployment, stranger.userId, 'social_task')).toBe(0);
  });
});

test('one that hangs for one account holds up no other', async () => {
  await work.during(async () => {
    const hanging = await connectedFollower(0);
    const others = await crowd();
    holds.set(hanging.xId, Promise.withResolvers());
    // More often in a row than a platform that is down is asked.
    const waiting = Promise.all(
      REPLICAS.flatMap((replica) => Array.from({ length: 6 }, () => verify(hanging.at[replica]))),
    );
    const [during, after] = [others.slice(0, 2), others.slice(2)];
    await expectServed(during);
    for (const { status, body } of await waiting) {
      expect([status, body.message]).toEqual([200, socialTexts.unavailable('X')]);
    }
    await expectServed(after);
    holds.get(hanging.xId)?.resolve();
    holds.delete(hanging.xId);
    expect((await verify(hanging.at[1])).body).toMatchObject({ verified: true });
    await expectPaidOnce(hanging);
  });
});

async function expectServed(people: readonly Follower[]): Promise<void> {
  for (const [n, one] of people.entries()) {
    const began = performance.now();
    expect((await verify(one.at[n % 2 === 0 ? 0 : 1])).body).toMatchObject({ verified: true });
    expect(performance.now() - began).toBeLessThan(ANSWERED_IN);
    await expectPaidOnce(one);
  }
}

test.each(['kill', 'freeze'] as const)(
  '%s of a replica while the platform has its question: the same at the other one, and each is paid once',
  async (trouble) => {
    await work.during(async () => {
      const [asking, returning] = [await connectedFollower(0), await newFollower()];
      const begun = await setOff(returning, 0);
      const key = idempotencyKey();
      const hold = Promise.withResolvers<void>();
      for (const { xId } of [asking, returning]) holds.set(xId, hold);
      const [platform] = platforms;
      const before = askedOf(platform, asking);
      const lost = Promise.allSettled([
        verify(asking.at[0], 'follow', key),
        comeBack(returning.at[0], returning.xId, begun),
      ]);
      await vi.waitFor(() => {
        expect(askedOf(platform, asking)).toBeGreaterThan(before);
        expect(askedOf(platform, returning)).toBeGreaterThan(0);
      });
      const replica = apiOf(deployment, 0);
      if (trouble === 'kill') replica.kill();
      else replica.freeze();
      try {
        holds.clear();
        hold.resolve();
        const verified = await insist(asking.at, 1, (client) => verify(client, 'follow', key));
        expect(verified.body).toMatchObject({ verified: true });
        // Who does not come back sets off again.
        expect(await connect(returning, 1)).toBe('connected');
        expect((await verify(returning.at[1])).body).toMatchObject({ verified: true });
      } finally {
        replica.thaw();
      }
      await lost;
      const repeated = await insist(asking.at, 0, (client) => verify(client, 'follow', key));
      expect(repeated.body).toMatchObject({ verified: true });
      for (const one of [asking, returning]) await expectPaidOnce(one);
    });
  },
);
