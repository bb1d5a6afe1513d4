import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, type TestClient } from '../../testing/client.ts';
import { newAddress, newUser, resend, signUp } from '../../testing/email-calls.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let visitor: TestClient;
let pool: Pool;
beforeAll(async () => {
  // As a deployment has them: the limits are what is tested.
  app = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
  visitor = createTestClient(app.url);
  pool = createPool(app.databaseUrl, { maxConnections: 1 });
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

/** Until no mail waits to be sent. */
async function allSent(): Promise<void> {
  const waiting = "select count(*)::int as mails from vault.mails where state = 'waiting'";
  await expect.poll(async () => (await pool.query(waiting)).rows[0]).toEqual({ mails: 0 });
}

async function statuses(calls: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen = [];
  for (let n = 0; n < calls; n++) seen.push((await call()).status);
  return seen;
}

test('strangers get the same answers about known and unknown addresses, until it is enough', async () => {
  const { client } = await newUser(app);
  const known = newAddress();
  await signUp(client, known);
  const ofKnown = await statuses(4, () => resend(visitor, known));
  expect(ofKnown).toEqual([200, 200, 200, 429]);
  expect(await statuses(4, () => resend(visitor, newAddress()))).toEqual([200, 200, 200, 200]);
  const unknown = newAddress();
  expect(await statuses(4, () => resend(visitor, unknown))).toEqual(ofKnown);
});

test("strangers, signed in or not, use up nothing of the owner's: neither answers nor mails", async () => {
  const { client: owner } = await newUser(app);
  const address = newAddress();
  await signUp(owner, address);
  await mailsTo(owner, address);
  for (let n = 0; n < 4; n++) {
    const { client } = await newUser(app);
    await statuses(4, () => resend(client, address));
  }
  expect(await statuses(10, () => resend(visitor, address))).toContain(429);
  await allSent();
  const before = (await mailsTo(owner, address)).length;
  expect(await statuses(2, () => resend(owner, address))).toEqual([200, 200]);
  expect((await mailsTo(owner, address, before + 2)).length).toBe(before + 2);
  // The owner's share has an end, too.
  expect(await statuses(5, () => resend(owner, address))).toEqual([200, 200, 200, 200, 429]);
});
