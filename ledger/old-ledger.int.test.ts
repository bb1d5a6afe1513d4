import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseStream } from '../contracts/events/ledger-event.ts';
import { account } from './accounts/account.ts';
import { ADMINS_STREAM, admins } from './admins/admins.ts';
import { auditLedger } from './audit/audit-ledger.ts';
import { openSqlite } from './audit/sources/sqlite-source.ts';
import type { Decider } from './decider.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { verify } from './embedded/commands/verify.ts';
import { startEmbeddedEventStore } from './embedded/start.ts';
import type { DecidedEvent, StoredEvent } from './envelope.ts';
import { connectEventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { readMassActs } from './mass-acts/read-mass-acts.ts';
import { requestMassAct } from './mass-acts/request-mass-act.ts';
import { readTracks } from './playlist/read-tracks.ts';
import { PROGRAM_STREAM, program } from './program/program.ts';
import { raffle } from './raffles/raffle.ts';
import type { RafflePorts } from './raffles/raffle-ports.ts';
import { readNewestSeed } from './raffles/read-newest-seed.ts';
import { commitNextSeed } from './raffles/run-raffle.ts';
import { reservation } from './reservations/reservation.ts';
import { expectWholeChains } from './testing/expect-whole-chains.ts';
import { unpackFirstVersionLedger } from './testing/first-version-ledger.ts';
import { readLedger } from './testing/read-ledger.ts';
import { testContext } from './testing/start-ledger.ts';

let folder: string;
let file: string;
let node: Awaited<ReturnType<typeof startEmbeddedEventStore>>;
let store: ReturnType<typeof connectEventStore>;
/** All that the first version left. */
let old: StoredEvent[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-first-version-'));
  await unpackFirstVersionLedger(folder);
  file = join(folder, 'ledger.sqlite');
  node = await startEmbeddedEventStore({ file });
  store = connectEventStore(node.connectionString);
  old = await readLedger(store);
});
afterAll(async () => {
  await store.close();
  await node.close();
  await rm(folder, { recursive: true });
});

const count = (events: readonly StoredEvent[], type: string) =>
  events.filter((event) => event.type === type).length;

test('the file is sound and every chain is whole', async () => {
  expect(await verify(file)).toContain(`is sound: ${old.length} events`);
  expectWholeChains(old);
  expect(count(old, 'AccountOpened')).toBe(66);
});

test('an audit with the rules of now finds it sound', async () => {
  const source = openSqlite(file);
  const { proof, rules } = await auditLedger(source);
  await source.close();
  expect(proof.events).toBe(old.length);
  // The second one's winners had not been paid yet.
  const unpaid = [1, 2].map((place) => ({ number: 2, place }));
  const open = { undrawn: [], unpaid, late: [] };
  expect(rules.raffles.figures()).toEqual({ drawn: 2, prizes: 3, grades: new Map([['seed', 2]]), ...open });
  expect(rules.noteworthy.found().outOfForm).toBeUndefined();
});

test('every stream folds with the decider of its kind', async () => {
  const handler = createCommandHandler(store);
  const streams = [...new Set(old.map(({ stream }) => stream))];
  const folded = <State, Event extends DecidedEvent>(
    categories: readonly string[],
    decider: Decider<State, never, Event>,
  ): Promise<State[]> => {
    const ofKind = streams.filter((stream) => categories.includes(parseStream(stream)?.category ?? stream));
    return Promise.all(ofKind.map((stream) => handler.read(stream, decider)));
  };
  const accounts = await folded(['account'], account);
  expect(accounts.filter(({ opened }) => opened)).toHaveLength(66);
  expect(accounts.filter(({ removed }) => removed)).toHaveLength(1);
  expect(accounts.filter(({ lastReset }) => lastReset)).toHaveLength(47);
  const owners = await folded(['wallet', 'email', 'username', 'social'], reservation);
  expect(owners).toHaveLength(count(old, 'Reserved'));
  const raffles = await folded(['raffle'], raffle);
  expect(raffles.map(({ number, stage }) => [number, stage])).toEqual([
    [1, 'completed'],
    [2, 'drawn'],
  ]);
  const [rights] = await folded([ADMINS_STREAM], admins);
  const [rest] = await folded([PROGRAM_STREAM], program);
  expect(rights?.admins.size).toBe(1);
  expect(rest?.playlist.tracks.size).toBe(2);
  // Nothing is left over.
  expect(accounts.length + owners.length + raffles.length + 2).toBe(streams.length);
});

test('what it left in its one stream is known, and the streams of now go on from there', async () => {
  const handler = createCommandHandler(store);
  expect(await readNewestSeed(handler)).toMatchObject({ number: 3 });
  expect([...(await readTracks(handler)).values()]).toEqual(['kept.mp3', 'replaced.mp3']);
  expect(await readMassActs(handler)).toMatchObject({
    underWay: [],
    ended: { kind: 'reset', count: 47, total: '11560.6' },
  });

  // Nothing but this of the ports is asked for a commitment.
  const ports = { createSeed: async () => 'c'.repeat(64) } as unknown as RafflePorts;
  for (const number of [1, 3]) await commitNextSeed(handler, ports, number, testContext());
  // The seed before it is not committed yet.
  await expect(commitNextSeed(handler, ports, 5, testContext())).rejects.toThrow(LedgerUnavailable);
  await commitNextSeed(handler, ports, 4, testContext());
  const act = {
    act: { kind: 'clear' },
    reason: 'x',
    dryRun: false,
    authorize: async () => undefined,
  } as const;
  await requestMassAct(handler, act, testContext());
  const all = await readLedger(store);
  expect(all.slice(old.length).map(({ stream, revision, type }) => [stream, revision, type])).toEqual([
    ['raffle-seeds', 0n, 'SeedCommitted'],
    ['mass-acts', 0n, 'MassClearRequested'],
  ]);
  expectWholeChains(all);
});
