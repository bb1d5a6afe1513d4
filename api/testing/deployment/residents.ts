import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { type Answer, createTestClient, type TestClient } from '../client.ts';
import type { KeptProgram } from '../two-processes/kept-process.ts';
import { type Deployment, type DeploymentOptions, startDeployment } from './deployment.ts';
import { startWork, superAdminOf, type Work } from './work.ts';

/** One of two replicas, and what belongs to each of them. */
export type Replica = 0 | 1;
export const REPLICAS: readonly Replica[] = [0, 1];
export const otherThan = (replica: Replica): Replica => (replica === 0 ? 1 : 0);

/** Two replicas with settings of their own, and people at work. @param more `root`: the folder of another release */
export async function startReplicas(
  seed: string,
  envOf: (replica: Replica) => Readonly<Record<string, string>>,
  { root, ...more }: Pick<DeploymentOptions, 'folders'> & { readonly root?: string } = {},
): Promise<{ readonly deployment: Deployment; readonly work: Work }> {
  const superAdminWallet = superAdminOf(seed).account.address;
  const deployment = await startDeployment({ superAdminWallet, apis: 0, ...more });
  for (const replica of REPLICAS) {
    const options = { env: envOf(replica), ...(root && { root }) };
    deployment.apis.push(await deployment.startApi(`api-${replica + 1}`, options));
  }
  return { deployment, work: await startWork(deployment, { seed, visitors: 3 }) };
}

export function apiOf({ apis }: Deployment, replica: Replica): KeptProgram {
  const api = apis[replica];
  if (!api) throw new Error(`there is no replica ${replica}`);
  return api;
}

/** Somebody with a browser at each of two replicas, whose addresses stay what they are. */
export type Resident = { readonly userId: string; readonly at: readonly [TestClient, TestClient] };

/** @param key of the wallet; a new one unless given */
export async function newResident(deployment: Deployment, key?: `0x${string}`): Promise<Resident> {
  const one = createTestClient(await addressOf(deployment, 0), key, { comesAgain: false });
  const other = createTestClient(await addressOf(deployment, 1), one.privateKey, { comesAgain: false });
  const users = [];
  for (const client of [one, other]) {
    // Each has a session of its own.
    const { status, body } = await insist([client, client], 0, () => client.connect());
    expect(status).toBe(200);
    users.push(body.user.id);
  }
  const [userId = ''] = users;
  expect(users).toEqual([userId, userId]);
  return { userId, at: [one, other] };
}

/** Waits for one that was killed. */
export function addressOf(deployment: Deployment, replica: Replica): Promise<string> {
  const { name, url } = apiOf(deployment, replica);
  return vi.waitFor(
    () => {
      const address = url();
      if (address === undefined) throw new Error(`${name} is not up`);
      return address;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** Milliseconds in which there is a certain answer, while replicas are killed and stand still. */
const INSISTS_FOR = 120_000;

/** Asks the same of one replica after the other, until one answers for certain; as a page does that is reloaded. */
export async function insist<Body>(
  at: Resident['at'],
  first: Replica,
  ask: (client: TestClient) => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const until = performance.now() + INSISTS_FOR;
  for (let next = first; ; next = otherThan(next)) {
    const answer = await ask(at[next]).catch((error: unknown) => error);
    // What was thrown is no answer: the replica was killed, or stood still.
    if (!(answer instanceof Error) && isAnswer<Body>(answer) && answer.status < 500) return answer;
    if (performance.now() > until) throw new Error(`no answer: ${JSON.stringify(answer)} ${answer}`);
    await sleep(200);
  }
}

function isAnswer<Body>(value: unknown): value is Answer<Body> {
  return typeof value === 'object' && value !== null && 'status' in value;
}

/** The events of an account, as the ledger holds them. */
export async function accountEvents({ store }: Deployment, userId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of store.readStream(streamOf('account', userId), 0n)) events.push(event);
  return events;
}

/** How often an account was paid for something. */
export async function paidFor(deployment: Deployment, userId: string, source: string): Promise<number> {
  const events = await accountEvents(deployment, userId);
  return events.filter(
    ({ type, data }) => type === 'RewardGranted' && Reflect.get(Object(data), 'source') === source,
  ).length;
}
