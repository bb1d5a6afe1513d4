import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { type Asker, type Mail, queueRequestedMail } from './outbox.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await startTestDatabase();
  pool = database.pool;
});
afterAll(() => database.stop());

const mailTo = (emailHash: string): Mail => ({
  id: randomUUID(),
  kind: 'link',
  userId: randomUUID(),
  emailHash,
  sealedEmail: 'sealed',
  marketingOptIn: false,
});
const visitor = { share: 'visitor' } as const;
async function queuedFor(emailHash: string): Promise<number> {
  const { rowCount } = await pool.query('select from vault.mails where email_hash = $1', [emailHash]);
  return rowCount ?? 0;
}

test('an address gets five mails in an hour, however many ask for one in the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const [flooded, quiet] = [randomUUID(), randomUUID()];
    const now = Date.now();
    await Promise.all([
      ...Array.from({ length: 30 }, () => queueRequestedMail(pool, now, mailTo(flooded), visitor)),
      queueRequestedMail(pool, now, mailTo(quiet), visitor),
    ]);
    expect(await queuedFor(flooded)).toBe(5);
    expect(await queuedFor(quiet)).toBe(1);
  }
});

test('asking again with the same id queues nothing more', async () => {
  const mail = mailTo(randomUUID());
  await Promise.all([1, 2, 3].map(() => queueRequestedMail(pool, Date.now(), mail, visitor)));
  expect(await queuedFor(mail.emailHash)).toBe(1);
});

test('after an hour there is room again', async () => {
  const emailHash = randomUUID();
  const now = Date.now();
  for (let n = 0; n < 6; n++) await queueRequestedMail(pool, now, mailTo(emailHash), visitor);
  await queueRequestedMail(pool, now + 3_599_000, mailTo(emailHash), visitor);
  expect(await queuedFor(emailHash)).toBe(5);
  await queueRequestedMail(pool, now + 3_600_001, mailTo(emailHash), visitor);
  expect(await queuedFor(emailHash)).toBe(6);
});

test('where the clock of Postgres is put back an address gets as many mails again, and replicas that are apart count on', async () => {
  const emailHash = randomUUID();
  const now = Date.now();
  for (let n = 0; n < 5; n++) await queueRequestedMail(pool, now, mailTo(emailHash), visitor);
  await queueRequestedMail(pool, now - 30_000, mailTo(emailHash), visitor);
  expect(await queuedFor(emailHash)).toBe(5);
  for (let n = 0; n < 6; n++) await queueRequestedMail(pool, now - 86_400_000, mailTo(emailHash), visitor);
  expect(await queuedFor(emailHash)).toBe(10);
});

test('each share of an address is counted by itself, and so is each account that asks', async () => {
  const emailHash = randomUUID();
  const now = Date.now();
  const ask = (asker: Asker, times: number) =>
    Promise.all(Array.from({ length: times }, () => queueRequestedMail(pool, now, mailTo(emailHash), asker)));
  for (let n = 0; n < 10; n++) await ask({ share: 'account', userId: randomUUID() }, n === 0 ? 10 : 1);
  expect(await queuedFor(emailHash)).toBe(8);
  await ask(visitor, 10);
  expect(await queuedFor(emailHash)).toBe(13);
  await ask({ share: 'owner' }, 10);
  expect(await queuedFor(emailHash)).toBe(18);
  const other = randomUUID();
  const userId = randomUUID();
  for (let n = 0; n < 4; n++) {
    await queueRequestedMail(pool, now, mailTo(other), { share: 'account', userId });
  }
  expect(await queuedFor(other)).toBe(2);
});
