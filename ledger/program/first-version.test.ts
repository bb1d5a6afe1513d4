import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlaylistEvent } from '../../contracts/events/playlist.ts';
import { openAccount } from '../accounts/open-account.ts';
import { readAccount } from '../accounts/read-account.ts';
import { IdempotencyKeyReused, LedgerUnavailable } from '../domain-error.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { MassActUnderWay } from '../mass-acts/mass-acts.ts';
import { readMassActs } from '../mass-acts/read-mass-acts.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { addTrack, removeTrack } from '../playlist/change-tracks.ts';
import { TrackNotFound } from '../playlist/playlist.ts';
import { readTracks } from '../playlist/read-tracks.ts';
import { massActProcess } from '../processes/mass-acts.ts';
import type { RafflePorts } from '../raffles/raffle-ports.ts';
import { readNewestSeed } from '../raffles/read-newest-seed.ts';
import { commitNextSeed } from '../raffles/run-raffle.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { firstVersion } from '../testing/first-version.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';

let ledger: TestLedgerNode;
/** A process of this version, with a memory of its own. */
let handler: CommandHandler;
let old: ReturnType<typeof firstVersion>;
beforeEach(async () => {
  ledger = await startEitherLedger();
  handler = createCommandHandler(ledger.store);
  old = firstVersion(ledger.store);
});
afterEach(() => ledger.stop());

const typesIn = async (stream: string) => (await ledger.read(stream)).map(({ type }) => type);
const authorize = async () => undefined;
const reason = 'New season';
const seed = (number: number, digit = 'a') =>
  ({ type: 'SeedCommitted', data: { number, hash: digit.repeat(64) } }) as const;
const resetRequested = (requestId: string) =>
  ({ type: 'MassResetRequested', data: { requestId, reason } }) as const;
const track = (filename: string) => ({
  trackId: randomUUID(),
  title: 'Song',
  artist: 'EVO',
  filename,
  contentType: 'audio/mpeg',
  size: 1,
  sha256: 'a'.repeat(64),
});
const added = (data: ReturnType<typeof track>): PlaylistEvent => ({ type: 'MusicTrackAdded', data });
const request = (kind: 'clear' | 'reset', dryRun = false) => ({ act: { kind }, reason, dryRun, authorize });
const commitSeed = (number: number) =>
  // Nothing but this of the ports is asked for a commitment.
  commitNextSeed(
    handler,
    { createSeed: async () => 'b'.repeat(64) } as unknown as RafflePorts,
    number,
    testContext(),
  );

/** Carries acts out on the accounts that it is given; what it has done is lost with it. */
function process(...userIds: string[]) {
  return massActProcess(ledger.store, handler, {
    accounts: async (_, after) =>
      after === undefined ? userIds.map((userId) => ({ userId, revision: 0n })) : [],
    loadProgress: async () => undefined,
    saveProgress: async () => undefined,
  });
}
const tellAll = async (to: ReturnType<typeof process>) => {
  for (const event of await ledger.readAll()) await to.handle(event);
};
const newUser = async () =>
  (await openAccount(handler, { walletAddress: newWallet() }, testContext())).userId;

describe('where a first version has been', () => {
  test('seeds go on with the next number, in their own stream', async () => {
    await old.writes([seed(1)]);
    await old.writes([seed(2)]);
    await commitSeed(1);
    await commitSeed(2);
    // The seed before it is not committed yet.
    await expect(commitSeed(4)).rejects.toThrow(LedgerUnavailable);
    expect(await readNewestSeed(handler)).toEqual(seed(2).data);
    await commitSeed(3);
    expect(await readNewestSeed(handler)).toMatchObject({ number: 3 });
    expect(await typesIn('raffle-seeds')).toEqual(['SeedCommitted']);
    expect(await typesIn('program')).toHaveLength(2);
  });

  test('a mass act that is under way is carried out and completed, and holds others back until then', async () => {
    const userId = await newUser();
    const requestId = randomUUID();
    await old.writes([resetRequested(requestId)]);
    expect(await readMassActs(handler)).toEqual({
      underWay: [{ kind: 'reset', requestId }],
      ended: undefined,
    });
    const other = requestMassAct(handler, request('clear'), testContext());
    await expect(other).rejects.toThrow(MassActUnderWay);
    await tellAll(process(userId));
    expect(await readMassActs(handler)).toEqual({
      underWay: [],
      ended: { kind: 'reset', requestId, count: 1, total: '100' },
    });
    expect((await readAccount(handler, userId)).granted).toBe(0n);
    expect(await typesIn('mass-acts')).toEqual(['MassResetCompleted']);
    await requestMassAct(handler, request('clear'), testContext());
    expect(await typesIn('program')).toEqual(['MassResetRequested']);
  });

  test('its tracks are there, are replaced by name, and are removed once', async () => {
    const [kept, replaced] = [track('kept.mp3'), track('replaced.mp3')];
    await old.writes([added(kept), added(replaced)]);
    const fresh = track('replaced.mp3');
    const { events } = await addTrack(handler, { track: fresh, authorize }, testContext());
    expect(events.map(({ type }) => type)).toEqual(['MusicTrackRemoved', 'MusicTrackAdded']);
    expect([...(await readTracks(handler)).keys()]).toEqual([kept.trackId, fresh.trackId]);
    await removeTrack(handler, { trackId: kept.trackId, authorize }, testContext());
    expect([...(await readTracks(createCommandHandler(ledger.store))).keys()]).toEqual([fresh.trackId]);
    const again = removeTrack(handler, { trackId: kept.trackId, authorize }, testContext());
    await expect(again).rejects.toThrow(TrackNotFound);
    expect(await typesIn('program')).toHaveLength(2);
  });

  test('a key that it has seen means the same: the answer of then, or a refusal of another request', async () => {
    const context = testContext();
    const { commandId } = context;
    const input = { operation: 'request-mass-act', kind: 'reset', reason };
    const first = await old.writes([resetRequested(commandId)], { commandId, input });
    await tellAll(process(await newUser()));
    for (const how of [request('reset'), request('reset', true)]) {
      const again = await requestMassAct(handler, how, context);
      expect(again).toMatchObject({ replayed: true, position: first.position });
      expect(again.events).toMatchObject([{ id: first.events[0]?.id }]);
    }
    await expect(requestMassAct(handler, request('clear'), context)).rejects.toThrow(IdempotencyKeyReused);
    expect(await typesIn('mass-acts')).toEqual(['MassResetCompleted']);
  });

  test('a removal of a track that was done and is asked for again is no failure', async () => {
    const [data, context] = [track('a.mp3'), testContext()];
    const { trackId } = data;
    await old.writes([added(data)]);
    await old.writes([{ type: 'MusicTrackRemoved', data: { trackId } }], {
      commandId: context.commandId,
      input: { operation: 'remove-track', trackId },
    });
    expect(await removeTrack(handler, { trackId, authorize }, context)).toMatchObject({ replayed: true });
    expect(await typesIn('playlist')).toEqual([]);
  });
});

describe('while a release of the first version still runs', () => {
  /** What this process has in mind of both versions' streams is old by then. */
  beforeEach(async () => {
    await old.writes([seed(1)]);
    await commitSeed(2);
    const first = testContext();
    await requestMassAct(handler, request('clear'), first);
    await tellAll(process());
    await addTrack(handler, { track: track('a.mp3'), authorize }, testContext());
  });

  test('its seeds count', async () => {
    await old.writes([seed(2), seed(3)]);
    expect(await readNewestSeed(handler)).toMatchObject({ number: 3 });
    await commitSeed(3);
    expect(await typesIn('raffle-seeds')).toHaveLength(1);
    await commitSeed(4);
    expect(await readNewestSeed(handler)).toMatchObject({ number: 4 });
  });

  test('its mass act holds others back', async () => {
    await old.writes([resetRequested(randomUUID())]);
    const other = requestMassAct(handler, request('clear'), testContext());
    await expect(other).rejects.toThrow(MassActUnderWay);
    await tellAll(process());
    await requestMassAct(handler, request('clear'), testContext());
  });

  test('its mass act beside one of this version: both are carried out, each once', async () => {
    const userId = await newUser();
    const context = testContext();
    await requestMassAct(handler, request('clear'), context);
    const requestId = randomUUID();
    await old.writes([resetRequested(requestId)]);
    await tellAll(process(userId));
    await tellAll(process(userId));
    expect(await readMassActs(handler)).toMatchObject({ underWay: [] });
    const ids = (await ledger.read('mass-acts')).map(({ type, data }) => [
      type,
      'requestId' in data && data.requestId,
    ]);
    expect(ids.slice(2)).toEqual([
      ['MassClearRequested', context.commandId],
      ['MassClearCompleted', context.commandId],
      ['MassResetCompleted', requestId],
    ]);
    // The one leaves nothing for the other.
    expect((await typesIn(`account-${userId}`)).slice(2)).toEqual(['BalanceCleared']);
  });

  test('its tracks can be removed, and replaced', async () => {
    const data = track('b.mp3');
    await old.writes([added(data), added(track('a.mp3'))]);
    expect((await readTracks(handler)).size).toBe(3);
    await removeTrack(handler, { trackId: data.trackId, authorize }, testContext());
    await addTrack(handler, { track: track('a.mp3'), authorize }, testContext());
    expect([...(await readTracks(handler)).values()]).toEqual(['a.mp3']);
  });
});

test('a mass act that has ended is not carried out again, whatever the process has forgotten', async () => {
  const userId = await newUser();
  await requestMassAct(handler, request('clear'), testContext());
  await tellAll(process());
  expect((await readMassActs(handler)).ended).toMatchObject({ count: 0 });
  await tellAll(process(userId));
  expect((await readAccount(handler, userId)).granted).toBe(100n * 10n ** 18n);
});
