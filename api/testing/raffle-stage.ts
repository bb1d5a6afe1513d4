import type { RaffleWinnerView } from '../../contracts/api/raffle.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { readLedger } from '../../ledger/testing/read-ledger.ts';
import type { Clock } from '../http/clock.ts';
import { superAdminOf } from './admin.ts';
import { type Answer, createTestClient, done, idempotencyKey, type TestClient } from './client.ts';
import { crowdOf } from './crowd.ts';
import { newAddress, newUser, signUp, verify } from './email-calls.ts';
import { mailedToken } from './mailbox.ts';
import { startApp, type TestApp } from './start-app.ts';

export type Started = {
  raffleId: string;
  number: number;
  winners: RaffleWinnerView[];
  drawnAt: string | null;
  message: string;
};
type Paid = { winners: RaffleWinnerView[]; totalDistributed: string; message: string };

export type RaffleStage = {
  readonly app: TestApp;
  readonly store: EventStore;
  readonly admin: TestClient;
  /** By user id: twelve with a wallet and a verified address. */
  readonly users: ReadonlyMap<string, TestClient>;
  readonly visitor: () => TestClient;
  readonly start: (form: object, key?: Record<string, string>, who?: TestClient) => Promise<Answer<Started>>;
  readonly pay: (raffleId: string, body?: object) => Promise<Answer<Paid>>;
  readonly ledger: () => Promise<StoredEvent[]>;
  readonly close: () => Promise<void>;
};

/** The whole program with twelve users who may win, and two who may not: no verified address, and none at all. */
export async function setRaffleStage(
  env: Readonly<Record<string, string>> = {},
  clock?: Clock,
): Promise<RaffleStage> {
  const app = await startApp({ env, ...(clock && { clock }) });
  const store = connectEventStore(app.eventStoreUrl);
  const { client: admin } = await superAdminOf(app);
  const users = new Map(
    await crowdOf(12, async () => {
      const { client, userId } = await newUser(app);
      await verifyAddress(client);
      return [userId, client] as const;
    }),
  );
  const { client } = await newUser(app);
  await done(signUp(client, newAddress()));
  await newUser(app);
  const post = <Body>(who: TestClient, path: string, body: object, key: Record<string, string>) =>
    who.post<Body>(path, body, { 'x-wallet-address': who.account.address, ...key });
  return {
    app,
    store,
    admin,
    users,
    visitor: () => createTestClient(app.url),
    start: (form, key = idempotencyKey(), who = admin) => post<Started>(who, '/api/admin/raffle', form, key),
    pay: (raffleId, body = {}) =>
      post<Paid>(admin, `/api/admin/raffle/${raffleId}/pay`, body, idempotencyKey()),
    ledger: () => readLedger(store),
    async close() {
      await store.close();
      await app.close();
    },
  };
}

/** With a wallet or, from a browser that is not signed in, without. */
export async function verifyAddress(client: TestClient): Promise<void> {
  const address = newAddress();
  await done(signUp(client, address));
  await done(verify(client, await mailedToken(client, address)));
}

export const eventsOfRaffle = (events: readonly StoredEvent[], raffleId: string) =>
  events.filter(({ stream }) => stream === `raffle-${raffleId}`).map(({ type }) => type);
