import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type FaultySmtp,
  type SmtpFault,
  startFaultySmtp,
} from './integrations/email/testing/faulty-smtp.ts';
import { idempotencyKey } from './testing/client.ts';
import type { Deployment } from './testing/deployment/deployment.ts';
import {
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
import { newAddress } from './testing/email-calls.ts';
import { tokenInRaw } from './testing/mailbox.ts';

const SEED = process.env.CHAOS_SEED ?? 'mail';
/** Milliseconds: who has taken a mail and says nothing of it keeps it for two minutes. */
const LEASE_MS = 120_000;
const PATIENCE = { timeout: 60_000, interval: 200 };
const AFTER_THE_LEASE = { timeout: LEASE_MS + 60_000, interval: 200 };

/** One for each replica, so that it is known who sends. */
let servers: readonly [FaultySmtp, FaultySmtp];
let deployment: Deployment;
let work: Work;
beforeAll(async () => {
  servers = [await startFaultySmtp(), await startFaultySmtp()];
  ({ deployment, work } = await startReplicas(SEED, (replica) => ({
    SMTP_URL: servers[replica].url.replace('//', '//somebody:secret@'),
  })));
});
afterAll(async () => {
  await deployment?.stop();
  await Promise.all(servers.map((server) => server.stop()));
});

type Signup = Resident & { readonly address: string };

/** Somebody new signs an address up, at one replica or, where that does not answer, at the other. */
async function signUp(first: Replica, address = newAddress()): Promise<Signup> {
  const resident = await newResident(deployment);
  const key = idempotencyKey();
  const { status } = await insist(resident.at, first, (client) =>
    client.post('/api/email/signup', { email: address }, key),
  );
  expect(status).toBe(200);
  return { ...resident, address };
}

type MailRow = {
  readonly state: 'waiting' | 'sent' | 'dropped';
  readonly attempts: number;
  readonly uncertain: number;
  readonly sealed: boolean;
  readonly reason: string | null;
};

/** Of the first mail to somebody; undefined while none is queued. */
async function mailRow({ userId }: Signup): Promise<MailRow | undefined> {
  const { rows } = await deployment.pool.query<MailRow>(
    `select state, attempts, uncertain, sealed_email is not null as sealed, reason
     from vault.mails where user_id = $1 order by created_at limit 1`,
    [userId],
  );
  return rows[0];
}

const takenAt = (replica: Replica, { address }: Signup) =>
  servers[replica].taken.filter(({ to }) => to.includes(address));
const taken = (signup: Signup) => REPLICAS.flatMap((replica) => takenAt(replica, signup));

/** Waits for the replica that is sending somebody's mail. */
const senderOf = (signup: Signup): Promise<Replica> =>
  vi.waitFor(() => {
    const sender = REPLICAS.find((replica) => takenAt(replica, signup).length > 0);
    if (sender === undefined) throw new Error(`nobody has sent the mail to ${signup.address}`);
    return sender;
  }, PATIENCE);

/** By each mail that came, at both replicas at once: verified, and paid once. */
async function verifyByAll(signup: Signup): Promise<void> {
  for (const { raw } of taken(signup)) {
    const body = { token: await tokenInRaw(raw) };
    const key = idempotencyKey();
    const answers = await Promise.all(
      REPLICAS.map((replica) =>
        insist(signup.at, replica, (client) => client.post('/api/email/verify', body, key)),
      ),
    );
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
  }
  expect(await paidFor(deployment, signup.userId, 'email_verification')).toBe(1);
}

const expectSent = (signup: Signup): Promise<void> =>
  vi.waitFor(async () => expect((await mailRow(signup))?.state).toBe('sent'), AFTER_THE_LEASE);

/** However often it came: whoever reads it sees one. */
function expectOneLetter(signup: Signup): void {
  const ids = taken(signup).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(1);
}

const FAULTS: readonly SmtpFault[] = [
  'hang up at once',
  'never greet',
  'busy',
  'refuse the login',
  'refuse the sender',
  'take it and hang up',
];

test('servers that refuse, hang, or hang up after the mail: each mail waits and comes, twice at the most, and is paid once', async () => {
  await work.during(async () => {
    for (const fault of FAULTS) {
      for (const server of servers) server.fault = fault;
      // Whether a server may have it: then it is sent once more, and not again.
      const most = fault === 'take it and hang up' ? 2 : 1;
      const signups = await Promise.all(REPLICAS.map((replica) => signUp(replica)));
      const rows = signups.map((signup) =>
        vi.waitFor(async () => {
          const row = await mailRow(signup);
          expect(row?.reason ?? null, fault).not.toBeNull();
          return row;
        }, PATIENCE),
      );
      for (const row of await Promise.all(rows)) {
        expect(row, fault).toMatchObject({ state: 'waiting', attempts: 1, uncertain: most - 1 });
      }
      for (const server of servers) server.fault = 'none';
      for (const signup of signups) {
        await expectSent(signup);
        expect(taken(signup), fault).toHaveLength(most);
        expectOneLetter(signup);
        await verifyByAll(signup);
      }
    }
  });
});

test('who sends is killed or stands still once a server has the mail: it is sent once more and not again, and paid once', async () => {
  await work.during(async () => {
    const [dead, twiceDead] = [await signUp(0, hushed()), await signUp(1, hushed())];
    for (const signup of [dead, twiceDead]) await senderOf(signup);
    for (const replica of REPLICAS) apiOf(deployment, replica).kill();
    unhush(dead);
    const frozen = await signUp(0, hushed());
    const asleep = await senderOf(frozen);
    const awake = otherThan(asleep);
    apiOf(deployment, asleep).freeze();
    try {
      unhush(frozen);
      await vi.waitFor(
        async () => expect(taken(twiceDead), JSON.stringify(await mailRow(twiceDead))).toHaveLength(2),
        AFTER_THE_LEASE,
      );
      await expectSent(dead);
      apiOf(deployment, awake).kill();
      await expectSent(frozen);
      expect(takenAt(awake, frozen)).toHaveLength(1);
    } finally {
      apiOf(deployment, asleep).thaw();
    }
    // Nobody knows whether it came, and nobody keeps its address for ever.
    await vi.waitFor(
      async () =>
        expect(await mailRow(twiceDead)).toMatchObject({ state: 'dropped', sealed: false, attempts: 2 }),
      AFTER_THE_LEASE,
    );
    for (const signup of [dead, frozen, twiceDead]) {
      expectOneLetter(signup);
      expect(taken(signup)).toHaveLength(2);
    }
    expect(await mailRow(frozen)).toMatchObject({ state: 'sent', sealed: false });
    for (const signup of [dead, frozen]) await verifyByAll(signup);

    unhush(twiceDead);
    const { address } = twiceDead;
    await insist(twiceDead.at, 0, (client) => client.post('/api/email/resend', { email: address }));
    await vi.waitFor(() => expect(taken(twiceDead)).toHaveLength(3), PATIENCE);
    await verifyByAll(twiceDead);
  });
});

/** An address whose mails are taken, and who sends them is told nothing. */
function hushed(): string {
  const address = newAddress();
  for (const { silentFor } of servers) silentFor.add(address);
  return address;
}
function unhush({ address }: Signup): void {
  for (const { silentFor } of servers) silentFor.delete(address);
}
