import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { readMassActs } from '../mass-acts/read-mass-acts.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { addTrack, removeTrack } from '../playlist/change-tracks.ts';
import { readTracks } from '../playlist/read-tracks.ts';
import { eventHash } from '../proof/event-hash.ts';
import type { RafflePorts } from '../raffles/raffle-ports.ts';
import { readNewestSeed } from '../raffles/read-newest-seed.ts';
import { commitNextSeed } from '../raffles/run-raffle.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { recordDenial, recordExport } from './record.ts';

const TODAY = '2026-11-22T10:00:00.000Z';
const TOMORROW = '2026-11-23T00:00:00.000Z';
const authorize = async () => undefined;

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

/** A process that has just started, and what it has read. */
function newProcess(): { readonly handler: CommandHandler; readonly read: StoredEvent[] } {
  const read: StoredEvent[] = [];
  const store: EventStore = {
    ...ledger.store,
    readPage: async (...call) => {
      const page = await ledger.store.readPage(...call);
      read.push(...page);
      return page;
    },
  };
  return { handler: createCommandHandler(store), read };
}

const deny = async (handler: CommandHandler, wallet: string, n: number) =>
  recordDenial(
    handler,
    `GET /api/admin/${n}`,
    testContext({ actor: { kind: 'user', wallet }, occurredAt: TODAY }),
  );

const track = () => ({
  trackId: randomUUID(),
  title: 'Song',
  artist: 'EVO',
  filename: `${randomUUID()}.mp3`,
  contentType: 'audio/mpeg',
  size: 1,
  sha256: 'a'.repeat(64),
});

/** Everything that a raffle, a mass act, the playlist and an export decide, by a process without a memory. */
const decisions: Record<string, (handler: CommandHandler) => Promise<unknown>> = {
  'the seed of a raffle': async (handler) => {
    const { number = 0 } = (await readNewestSeed(handler)) ?? {};
    // Nothing but this of the ports is asked for a commitment.
    const ports = { createSeed: async () => 'b'.repeat(64) } as unknown as RafflePorts;
    await commitNextSeed(handler, ports, number + 1, testContext());
  },
  'a mass act': async (handler) => {
    await readMassActs(handler);
    const act = { act: { kind: 'clear' }, reason: 'x', dryRun: true, authorize } as const;
    await requestMassAct(handler, act, testContext());
  },
  'the playlist': async (handler) => {
    const added = track();
    await addTrack(handler, { track: added, authorize }, testContext());
    await removeTrack(handler, { trackId: added.trackId, authorize }, testContext());
    await readTracks(handler);
  },
  'an export of the next day': (handler) =>
    recordExport(handler, { kind: 'users', count: 1, authorize }, testContext({ occurredAt: TOMORROW })),
};

test('what two wallets are refused makes nothing longer that a decision folds', async () => {
  const { handler } = newProcess();
  // So that there is something to fold.
  for (const decide of Object.values(decisions)) await decide(handler);
  const wallets = [newWallet(), newWallet()];
  for (let n = 0; n < 150; n++) await deny(handler, wallets[n % 2] ?? '', n);
  let reads = 0;
  for (const [name, decide] of Object.entries(decisions)) {
    const process = newProcess();
    await decide(process.handler);
    expect(process.read.filter(({ type }) => type === 'AccessDenied').length, name).toBe(0);
    reads += process.read.length;
  }
  expect(reads).toBeGreaterThan(0);
});

test('notes stand in the stream of their day, UTC, in one whole chain, once each', async () => {
  const { handler } = newProcess();
  const evening = testContext({ occurredAt: '2026-01-31T23:59:59.999Z' });
  await recordDenial(handler, 'GET /api/admin/users', evening);
  await recordDenial(handler, 'GET /api/admin/users', evening);
  const night = testContext({ occurredAt: '2026-02-01T00:00:00.000Z' });
  await recordExport(handler, { kind: 'emails', count: 3, authorize }, night);
  const next = testContext({ occurredAt: '2026-01-31T12:00:00.000Z' });
  await recordDenial(newProcess().handler, 'GET /api/admin/stats', next);
  const [first, second, ...more] = await ledger.read('access-log-2026-01-31');
  expect([first, second, ...more].map((event) => event?.data)).toEqual([
    { action: 'GET /api/admin/users' },
    { action: 'GET /api/admin/stats' },
  ]);
  expect(first?.metadata.prevHash).toBeNull();
  expect(second?.metadata.prevHash).toBe(first && eventHash(first));
  expect((await ledger.read('access-log-2026-02-01')).map(({ data }) => data)).toEqual([
    { kind: 'emails', count: 3 },
  ]);
});

test('an export that is not allowed leaves no note', async () => {
  const refuse = async () => {
    throw new Error('not an admin');
  };
  const context = testContext({ occurredAt: '2026-03-01T00:00:00.000Z' });
  const refused = recordExport(newProcess().handler, { kind: 'users', count: 1, authorize: refuse }, context);
  await expect(refused).rejects.toThrow('not an admin');
  expect(await ledger.read('access-log-2026-03-01')).toEqual([]);
});
