import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { createTestClient, done, idempotencyKey, type TestClient } from './client.ts';
import { readLedgerAt } from './read-ledger.ts';
import type { TestApp } from './start-app.ts';

export const newAddress = () => `anna.${randomUUID()}@example.com`;

export const signUp = (
  client: TestClient,
  email: string,
  more: object = {},
  headers: Record<string, string> = idempotencyKey(),
) => client.post('/api/email/signup', { email, ...more }, headers);

export const resend = (client: TestClient, email: string) => client.post('/api/email/resend', { email });

export const verify = (client: TestClient, token: string, headers = idempotencyKey()) =>
  client.post('/api/email/verify', { token }, headers);

export async function newUser(app: TestApp) {
  const client = createTestClient(app.url);
  const { body } = await done(client.connect());
  return { client, userId: body.user.id };
}

/** The event types of one account. */
export const ofAccount = (events: readonly StoredEvent[], userId: string) =>
  events.filter(({ stream }) => stream === `account-${userId}`).map(({ type }) => type);

/** The streams of the accounts that signed up after the first `count` events of the ledger. */
export async function signupsAfter(app: TestApp, count: number): Promise<string[]> {
  const events = (await readLedgerAt(app.eventStoreUrl)).slice(count);
  return events.flatMap(({ type, stream }) => (type === 'EmailSignedUp' ? [stream] : []));
}
