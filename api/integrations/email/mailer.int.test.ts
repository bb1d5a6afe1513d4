import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeAccount } from '../../../ledger/accounts/remove-account.ts';
import { signUpEmailAlone } from '../../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../../ledger/accounts/verify-email.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { migrate } from '../../migrate.ts';
import { createSeals, type Seals } from '../../vault/seal.ts';
import { openVault, type Vault } from '../../vault/vault.ts';
import { followSignups } from './follow-signups.ts';
import { type Mailer, startMailer } from './mailer.ts';
import { markDropped, markSent, sendAgain, sendLater, takeMail } from './outbox.ts';
import { type FaultySmtp, type SmtpFault, startFaultySmtp } from './testing/faulty-smtp.ts';
import { type MailTransport, smtpTransport } from './transport.ts';

const logger = pino({ level: 'silent' });
const FROM = 'no-reply@rewards.example';
const HOUR_MS = 3_600_000;

let postgres: TestPostgres;
let pool: pg.Pool;
let ledger: TestLedgerNode;
let vault: Vault;
let smtp: FaultySmtp;
let turned = 0;
const clock = () => Date.now() + turned;
const mailers: Mailer[] = [];

beforeAll(async () => {
  [postgres, ledger, smtp] = await Promise.all([startTestPostgres(), startTestLedger(), startFaultySmtp()]);
  pool = createPool(postgres.connectionString);
  await migrate(pool);
  vault = await openVault(pool, [randomBytes(32)]);
});
afterAll(async () => {
  await pool.end();
  await Promise.all([postgres.stop(), ledger.stop(), smtp.stop()]);
});
beforeEach(() => {
  turned = 0;
  smtp.fault = 'none';
  smtp.taken.length = 0;
});
afterEach(async () => {
  await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()));
});

function runMailer(
  transport: MailTransport = smtpTransport(smtp.url, FROM),
  time = clock,
  queue: pg.Pool = pool,
  seals: Seals = vault,
): Mailer {
  const publicUrl = () => 'https://rewards.example';
  const handler = createCommandHandler(ledger.store);
  // Nobody tells any; it looks again soon.
  const news = () => (milliseconds: number, signal: AbortSignal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  const parts = { pool: queue, handler, seals, clock: time, logger, news };
  const mailer = startMailer({ ...parts, transport, publicUrl, pollMs: 20 });
  mailers.push(mailer);
  return mailer;
}

/** An address that has signed up, and the event that says so. */
async function signUp(): Promise<{ address: string; event: StoredEvent; userId: string }> {
  const address = `${randomUUID()}@example.com`;
  const seal = (userId: string) => vault.seal('email', userId, address);
  const signup = { emailHash: vault.emailHash(address), marketingOptIn: false, seal };
  await signUpEmailAlone(createCommandHandler(ledger.store), signup, testContext());
  const event = (await ledger.readAll()).findLast(({ type }) => type === 'EmailSignedUp');
  if (!event) throw new Error('nobody signed up');
  return { address, event, userId: event.stream.slice('account-'.length) };
}
const tell = (event: StoredEvent) => followSignups(pool, vault, clock).handle(event);
const takenFor = (address: string) => smtp.taken.filter(({ to }) => to.includes(address));

async function mailOf({ event }: { event: StoredEvent }) {
  const { rows } = await pool.query('select * from vault.mails where id = $1', [event.id]);
  return rows[0];
}
/** As Postgres sees it once their time is over, for all mails that somebody has taken. */
const endLeases = () => pool.query('update vault.mails set taken_until = now()');

/** Turns the clock by an hour after each look, so that every pause is over. */
async function untilState(mail: { event: StoredEvent }, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        turned += HOUR_MS;
        return (await mailOf(mail)).state;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(state);
}

test('an event that is told three times sends one mail', async () => {
  const signup = await signUp();
  await Promise.all([tell(signup.event), tell(signup.event)]);
  runMailer();
  await expect.poll(async () => (await mailOf(signup)).state).toBe('sent');
  await tell(signup.event);
  await expect.poll(async () => (await mailOf(signup)).attempts).toBe(1);
  expect(takenFor(signup.address)).toHaveLength(1);
  expect((await mailOf(signup)).sealed_email).toBeNull();
});

test('four replicas send fifty mails once each', async () => {
  for (let n = 0; n < 4; n++) runMailer();
  const signups = [];
  for (let n = 0; n < 50; n++) signups.push(await signUp());
  await Promise.all(signups.map(({ event }) => tell(event)));
  await expect.poll(() => smtp.taken.length, { timeout: 30_000 }).toBe(50);
  expect(new Set(smtp.taken.flatMap(({ to }) => to)).size).toBe(50);
});

test('a replica that has not got the key of the vault drops no mail: one that has it sends it', async () => {
  const signup = await signUp();
  await tell(signup.event);
  // As one that was left with the key of before while it is replaced.
  const without = runMailer(undefined, clock, pool, createSeals(pool, [randomBytes(32)]));
  await expect.poll(async () => (await mailOf(signup)).reason).not.toBeNull();
  await without.stop();
  expect(await mailOf(signup)).toMatchObject({ state: 'waiting', reason: 'not written' });
  runMailer();
  await untilState(signup, 'sent');
  expect(takenFor(signup.address)).toHaveLength(1);
});

test('a program that dies after each sending sends twice at the most', async () => {
  const signup = await signUp();
  await tell(signup.event);
  const real = smtpTransport(smtp.url, FROM);
  // The mail is out, and whoever sent it is never heard of again.
  runMailer(async (message) => {
    await real(message);
    throw new Error('killed');
  });
  await expect
    .poll(
      async () => {
        turned += HOUR_MS;
        await endLeases();
        return takenFor(signup.address).length;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 300));
  turned += HOUR_MS;
  await endLeases();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(takenFor(signup.address)).toHaveLength(2);
  const ids = takenFor(signup.address).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(new Set(ids)).toEqual(new Set([`<${signup.event.id}@rewards.example>`]));
});

test('a mail whose senders have died, one after the other, is given up: nobody keeps its address for ever', async () => {
  const signup = await signUp();
  await tell(signup.event);
  const lease = HOUR_MS / 60;
  // Who dies while sending is never heard of again.
  for (const attempts of [1, 2]) {
    expect(await takeMail(pool, clock(), lease)).toMatchObject({ id: signup.event.id, attempts });
    turned += lease;
    await endLeases();
  }
  runMailer();
  await expect.poll(async () => (await mailOf(signup)).state).toBe('dropped');
  expect(await mailOf(signup)).toMatchObject({ sealed_email: null, reason: 'its sender has ended' });
  expect(takenFor(signup.address)).toEqual([]);
});

test('one that is being sent for the second time is left to its sender, who says what came of it', async () => {
  const signup = await signUp();
  await tell(signup.event);
  expect(await takeMail(pool, clock(), 0)).toMatchObject({ id: signup.event.id });
  const real = smtpTransport(smtp.url, FROM);
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  runMailer(async (message) => {
    // Its other lanes may be the ones that send what comes meanwhile.
    if (message.to !== signup.address) return real(message);
    reached.resolve();
    await goOn.promise;
    return real(message);
  });
  await reached.promise;
  const other = await signUp();
  await tell(other.event);
  runMailer();
  await expect.poll(async () => (await mailOf(other)).state).toBe('sent');
  expect(await mailOf(signup)).toMatchObject({ state: 'waiting', attempts: 2 });
  goOn.resolve();
  await expect.poll(async () => (await mailOf(signup)).state).toBe('sent');
});

test('two replicas whose clocks are far apart for a while send a mail once: its lease is by the clock of Postgres', async () => {
  const real = smtpTransport(smtp.url, FROM);
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const signup = await signUp();
  await tell(signup.event);
  // As on a machine that stood still for ten minutes: it has not looked at the clock of Postgres since.
  const behind = () => clock() - HOUR_MS / 6;
  await pool.query("update vault.mails set due_at = due_at - interval '1 hour' where id = $1", [
    signup.event.id,
  ]);
  runMailer(async (message) => {
    reached.resolve();
    await goOn.promise;
    return real(message);
  }, behind);
  await reached.promise;
  runMailer(real);
  const other = await signUp();
  await tell(other.event);
  try {
    // The mail that is taken would have been due first.
    await expect.poll(async () => (await mailOf(other)).state).toBe('sent');
    expect(await mailOf(signup)).toMatchObject({ state: 'waiting', attempts: 1 });
  } finally {
    goOn.resolve();
  }
  await expect.poll(async () => (await mailOf(signup)).state).toBe('sent');
  expect(takenFor(signup.address)).toHaveLength(1);
});

test('where the clock of Postgres is put back a mail does not wait for the end of a lease of before', async () => {
  const signup = await signUp();
  await tell(signup.event);
  expect(await takeMail(pool, clock(), 0)).toMatchObject({ id: signup.event.id });
  await pool.query("update vault.mails set taken_until = now() + interval '1 day' where id = $1", [
    signup.event.id,
  ]);
  expect(await takeMail(pool, clock(), 0)).toMatchObject({ id: signup.event.id, attempts: 2 });
});

test('what a sender that stood still says of a mail changes nothing that was said of it meanwhile', async () => {
  const [sent, erased] = [await signUp(), await signUp()];
  for (const signup of [sent, erased]) {
    await tell(signup.event);
    expect(await takeMail(pool, clock(), HOUR_MS)).toMatchObject({ id: signup.event.id });
  }
  await markSent(pool, sent.event.id);
  await pool.query(
    "update vault.mails set state = 'dropped', sealed_email = null, reason = 'erased' where id = $1",
    [erased.event.id],
  );
  const before = [await mailOf(sent), await mailOf(erased)];
  for (const { event } of [sent, erased]) {
    const attempt = { id: event.id, attempts: 1 };
    await sendLater(pool, attempt, clock() + HOUR_MS, 'ECONNECTION');
    await sendAgain(pool, attempt, clock() + HOUR_MS, 'ETIMEDOUT');
    await markDropped(pool, event.id, 'EENVELOPE 550');
  }
  expect([await mailOf(sent), await mailOf(erased)]).toEqual(before);
});

test('a mail that was taken from a sender who stood still is not due again before its taker has had the time for it', async () => {
  const lease = HOUR_MS / 30;
  for (const [say, uncertain] of [
    [sendLater, 1],
    [sendAgain, 2],
  ] as const) {
    const signup = await signUp();
    await tell(signup.event);
    const stoodStill = await takeMail(pool, clock(), lease);
    turned += lease;
    await endLeases();
    const taken = await takeMail(pool, clock(), lease);
    expect([stoodStill?.id, taken?.id]).toEqual([signup.event.id, signup.event.id]);
    const { due_at } = await mailOf(signup);
    if (stoodStill) await say(pool, stoodStill, clock(), 'ETIMEDOUT');
    expect(await mailOf(signup)).toMatchObject({ state: 'waiting', due_at, uncertain });
    expect(await takeMail(pool, clock(), lease)).toBeUndefined();
    await markSent(pool, signup.event.id);
  }
});

test('a server that takes the mail and hangs up gets it twice at the most', async () => {
  smtp.fault = 'take it and hang up';
  const signup = await signUp();
  await tell(signup.event);
  const mailer = runMailer();
  await untilState(signup, 'dropped');
  // The clock that is turned may end a lease while its mail is on the way.
  await expect.poll(() => takenFor(signup.address).length).toBe(2);
  turned += HOUR_MS;
  await mailer.stop();
  expect(takenFor(signup.address)).toHaveLength(2);
});

test.each<SmtpFault>([
  ...(['hang up at once', 'never greet', 'busy', 'refuse the login', 'refuse the sender'] as const),
  ...(['relay nothing', 'have a quota'] as const),
])('a server that does this: %s. The mail waits, and goes out once when it is over', async (fault) => {
  smtp.fault = fault;
  const signup = await signUp();
  await tell(signup.event);
  const url = fault === 'refuse the login' ? smtp.url.replace('//', '//me:secret@') : smtp.url;
  // Impatient, for the server that never greets.
  const mailer = runMailer(smtpTransport(url, FROM, 300));
  const pastThePause = async (): Promise<number> => {
    const { rows } = await pool.query(
      `update vault.mails set due_at = now() where id = $1 and state = 'waiting' and uncertain = 0
         returning attempts`,
      [signup.event.id],
    );
    return rows[0]?.attempts ?? 0;
  };
  await expect.poll(pastThePause, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(4);
  expect(await mailOf(signup)).toMatchObject({ state: 'waiting' });
  expect(mailer.trouble()).toBeTruthy();
  await mailer.stop();
  smtp.fault = 'none';
  runMailer(smtpTransport(url, FROM));
  await expect
    .poll(
      async () => {
        await pastThePause();
        return (await mailOf(signup)).state;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe('sent');
  expect(takenFor(signup.address)).toHaveLength(1);
  const { rows } = await pool.query('select 1 from vault.email_tokens where user_id = $1', [signup.userId]);
  expect(rows).toHaveLength(1);
});

test.each<[SmtpFault, reason: string]>([
  ['no such mailbox', 'EENVELOPE 550'],
  ['refuse what it says', 'EMESSAGE 554'],
])(
  'a mail that a server will never take (%s) is not tried again, and keeps no address and no link',
  async (fault, reason) => {
    smtp.fault = fault;
    const signup = await signUp();
    await tell(signup.event);
    runMailer();
    await expect.poll(async () => (await mailOf(signup)).state).toBe('dropped');
    expect(await mailOf(signup)).toMatchObject({ attempts: 1, sealed_email: null, reason });
    const { rows } = await pool.query('select 1 from vault.email_tokens where user_id = $1', [signup.userId]);
    expect(rows).toEqual([]);
  },
);

test('a server that is busy is left alone for longer each time, half an hour at the most, and for as long as the link would live', async () => {
  const signup = await signUp();
  let now = clock();
  await followSignups(pool, vault, () => now).handle(signup.event);
  const begun = now;
  const pauses: number[] = [];
  const mailer = runMailer(
    async () => ({ kind: 'later', reason: 'busy' }),
    () => now,
  );
  for (let attempts = 1; (await mailOf(signup)).state === 'waiting'; attempts += 1) {
    const isOver = async () => {
      const { attempts: made, uncertain, state } = await mailOf(signup);
      return made === attempts && (uncertain === 0 || state === 'dropped');
    };
    await expect.poll(isOver, { interval: 5 }).toBe(true);
    const { due_at, state } = await mailOf(signup);
    if (state === 'dropped') break;
    pauses.push(due_at.getTime() - now);
    now = due_at.getTime();
  }
  await mailer.stop();
  for (const [at, pause] of pauses.entries()) {
    const usual = Math.min(HOUR_MS / 2, 5_000 * 2 ** at);
    expect(pause).toBeGreaterThanOrEqual(usual * 0.75);
    expect(pause).toBeLessThanOrEqual(usual * 1.25);
  }
  // The next attempt would have come when the link was dead.
  expect(now - begun).toBeGreaterThan(23 * HOUR_MS);
  expect(now - begun).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(await mailOf(signup)).toMatchObject({ state: 'dropped', sealed_email: null, reason: 'busy' });
});

test('a queue that could not be read is no trouble any more once it can be, also while no mail is sent', async () => {
  let isAway = true;
  const queue = new Proxy(pool, {
    get: (own, name) =>
      isAway && name === 'query' ? () => Promise.reject(new Error('away')) : Reflect.get(own, name),
  });
  const mailer = runMailer(smtpTransport(smtp.url, FROM), clock, queue);
  await expect.poll(() => mailer.trouble()).toBe('the queue cannot be read');
  isAway = false;
  await expect.poll(() => mailer.trouble(), { timeout: 30_000 }).toBeUndefined();
  expect(smtp.taken).toEqual([]);
});

test('a server that is away for a day: the mail is given up with its link', async () => {
  smtp.fault = 'busy';
  const signup = await signUp();
  await tell(signup.event);
  runMailer();
  await untilState(signup, 'dropped');
});

test('a slow server holds up only the lane that waits for it', async () => {
  const slow = await signUp();
  const quick = await signUp();
  const real = smtpTransport(smtp.url, FROM);
  const held = Promise.withResolvers<void>();
  runMailer(async (message) => {
    if (message.to === slow.address) await held.promise;
    return real(message);
  });
  await tell(slow.event);
  await tell(quick.event);
  await expect.poll(() => takenFor(quick.address).length).toBe(1);
  expect(takenFor(slow.address)).toEqual([]);
  held.resolve();
  await expect.poll(() => takenFor(slow.address).length).toBe(1);
});

test('what a merged account has sealed is erased, and nothing of one that an admin removed in the same word', async () => {
  const told = async (kind: 'user' | 'admin') => {
    const { userId, address, event } = await signUp();
    const sealed = await vault.seal('email', userId, address);
    const metadata = { ...event.metadata, actor: { kind } };
    await tell({ ...event, type: 'AccountRemoved', data: { reason: 'merged' }, metadata });
    return (await vault.unseal('email', userId, sealed)) === address;
  };
  expect(await told('user')).toBe(false);
  expect(await told('admin')).toBe(true);
});

test('the mail of an account that was erased meanwhile is dropped', async () => {
  const signup = await signUp();
  await tell(signup.event);
  await vault.erase(signup.userId);
  runMailer();
  await untilState(signup, 'dropped');
  expect(takenFor(signup.address)).toEqual([]);
});

test('the mail of an account that was removed meanwhile is dropped, and says why', async () => {
  const signup = await signUp();
  await tell(signup.event);
  const act = { userId: signup.userId, reason: 'Abuse', dryRun: false, authorize: async () => undefined };
  await removeAccount(createCommandHandler(ledger.store), act, testContext());
  runMailer();
  await untilState(signup, 'dropped');
  expect(await mailOf(signup)).toMatchObject({ reason: 'the account was removed', sealed_email: null });
  expect(takenFor(signup.address)).toEqual([]);
});

test('an address that was verified meanwhile gets no link', async () => {
  const signup = await signUp();
  await tell(signup.event);
  const { address, userId } = signup;
  const sealedEmail = await vault.seal('email', userId, address);
  const proof = { userId, emailHash: vault.emailHash(address), sealedEmail, marketingOptIn: false };
  await verifyEmail(createCommandHandler(ledger.store), proof, testContext());
  runMailer();
  await untilState(signup, 'dropped');
  expect(await mailOf(signup)).toMatchObject({ reason: 'verified already', sealed_email: null });
  expect(takenFor(address)).toEqual([]);
});

test('a signup of long ago, as in a ledger that was copied here, gets no mail', async () => {
  const signup = await signUp();
  turned = 25 * HOUR_MS;
  await tell(signup.event);
  expect(await mailOf(signup)).toBeUndefined();
});

test.each([
  'a@example.com\r\nBcc: victim@example.com',
  'a@example.com, victim@example.com',
  'Anna <victim@example.com>',
  '"a\r\nRCPT TO:<victim@example.com>\r\n"@example.com',
  'a@example.com>\r\nDATA\r\n.\r\n',
  'group: a@example.com, victim@example.com;',
])('the transport hands %j to no server', async (to) => {
  const before = smtp.connections;
  const send = smtpTransport(smtp.url, FROM);
  const letter = { subject: 'x', text: 'x', html: 'x' };
  expect(await send({ id: randomUUID(), to, ...letter })).toMatchObject({ kind: 'refused' });
  expect(smtp.connections).toBe(before);
});

test('what the transport does send has one recipient and the headers that we wrote', async () => {
  const send = smtpTransport(smtp.url, FROM);
  const odd = "o'hara+tag.x&y=z{1}@example.com";
  const message = {
    id: randomUUID(),
    to: odd,
    subject: 'Hi\r\nBcc: victim@example.com',
    text: 'x',
    html: 'x',
  };
  expect(await send(message)).toEqual({ kind: 'sent' });
  const [mail] = takenFor(odd);
  expect(mail?.to).toEqual([odd]);
  expect(mail?.raw).not.toMatch(/^Bcc:/im);
  expect(mail?.raw).toMatch(/^From: EvoRewards <no-reply@rewards\.example>\r$/m);
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});
