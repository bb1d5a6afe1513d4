import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { QUICKNET, roundTime } from '../../../ledger/proof/beacon.ts';
import { isSignedRound } from '../../../ledger/proof/beacon-signature.ts';
import { BeaconLate } from '../../../ledger/raffles/raffle-ports.ts';
import { type Beacon, type BeaconOptions, createBeacon } from './beacon.ts';
import { type LocalBeacon, loadLocalBeaconKey, newLocalBeaconKey, startLocalBeacon } from './local-beacon.ts';
import { type FaultyRelay, type RelayMood, startFaultyRelay } from './testing/faulty-relay.ts';

const START = Date.parse('2026-03-01T09:00:00.000Z');
/** The beacon's time, and that of the program. */
let [theirs, ours] = [START, START];
let local: LocalBeacon;
let relay: FaultyRelay;
beforeAll(async () => {
  local = await startLocalBeacon(newLocalBeaconKey(START - 300_000, 3), () => theirs);
  relay = await startFaultyRelay(local);
});
afterAll(async () => {
  await relay.stop();
  await local.stop();
});
const logged: { relay: string; reason?: string }[] = [];
beforeEach(() => {
  [theirs, ours] = [START, START];
  relay.mood = 'honest';
  logged.length = 0;
});

const beaconOf = (relays: readonly string[], more: Partial<BeaconOptions> = {}) =>
  createBeacon({
    source: { beacon: local.beacon, relays, marginSeconds: 30 },
    isUsed: true,
    clock: () => ours,
    logger: { warn: (details: object) => void logged.push(details as { relay: string }) },
    relayPatience: 10_000,
    patience: 300,
    ...more,
  });
/** Of one that answers, as long as it takes. */
const patienceFor = (mood: RelayMood) => (mood === 'muted' ? { relayPatience: 1_000 } : {});
const rule = () => ({ ...local.beacon, marginSeconds: 30 });
/** The newest one. */
const NOW = 101;

test('a relay gives a round, with the time at which it was there', async () => {
  const { signature, at } = await beaconOf([relay.url]).roundSignature(rule(), NOW);
  expect(isSignedRound(local.beacon.publicKey, NOW, signature)).toBe(true);
  expect(at).toBe(new Date(ours).toISOString());
  expect(relay.asked.at(-1)).toBe(`/${local.beacon.chainHash}/public/${NOW}`);
  expect(logged).toEqual([]);
});

describe('a relay that is not to be believed is refused and logged, and the next one asked', () => {
  test.each<[RelayMood, RegExp]>([
    ['muted', /no answer within 1000 ms/],
    ['refuses', /it answers 500/],
    ['forges', /not signed with the key/],
    ['gives another round', /gave round 102 for 101/],
    ['gives another randomness', /randomness of round 101 is not the one/],
    ['floods', /longer than 4096 bytes/],
    ['leads elsewhere', /cannot be reached/],
    ['babbles', /is no round/],
  ])('it %s', async (mood, reason) => {
    relay.mood = mood;
    const patience = patienceFor(mood);
    const { signature } = await beaconOf([relay.url, local.url], patience).roundSignature(rule(), NOW);
    expect(signature).toBe(local.sign(NOW));
    expect(logged).toEqual([{ relay: new URL(relay.url).host, reason: expect.stringMatching(reason) }]);
    // Alone, it gives none: the raffle waits, and nothing but a true round ends that.
    await expect(beaconOf([relay.url], patience).roundSignature(rule(), NOW)).rejects.toThrow(BeaconLate);
  });

  test('it is not there at all', async () => {
    const gone = await startFaultyRelay(local);
    await gone.stop();
    const { signature } = await beaconOf([gone.url, local.url]).roundSignature(rule(), NOW);
    expect(signature).toBe(local.sign(NOW));
  });
});

describe('a round that is still to come', () => {
  test('is waited for, and comes', async () => {
    const waiting = beaconOf([relay.url], { patience: 20_000 }).roundSignature(rule(), NOW + 1);
    relay.asked.length = 0;
    ours = theirs + 3_000;
    await expect.poll(() => relay.asked.length).toBeGreaterThan(1);
    theirs = ours;
    expect((await waiting).signature).toBe(local.sign(NOW + 1));
    // That it is not there yet is nobody's fault.
    expect(logged).toEqual([]);
  });

  test('is taken as soon as it is there, also by a clock that is late', async () => {
    ours = theirs - 3_600_000;
    const beacon = beaconOf([relay.url], { patience: 20_000 });
    const { round } = await beacon.pinRound(rule());
    const waiting = beacon.roundSignature(rule(), round);
    const passed = roundTime(local.beacon, round) - theirs;
    ours += passed;
    theirs += passed;
    expect((await waiting).signature).toBe(local.sign(round));
  });

  test('and does not: who waits is told, with the round and since when', async () => {
    ours = theirs + 3_000;
    const due = new Date(roundTime(local.beacon, NOW + 1)).toISOString();
    await expect(beaconOf([relay.url]).roundSignature(rule(), NOW + 1)).rejects.toThrow(
      `Round ${NOW + 1} of the beacon local-test is due since ${due}, and none of 1 relays gives it`,
    );
    await expect(beaconOf([]).roundSignature(rule(), NOW)).rejects.toThrow('no relay is set');
  });

  test('the program stops: nobody waits', async () => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const waiting = beaconOf([relay.url], { signal, patience: 20_000 }).roundSignature(rule(), NOW + 5);
    setTimeout(() => stopping.abort(new LedgerUnavailable()), 20);
    await expect(waiting).rejects.toThrow(LedgerUnavailable);
  });
});

describe('the round that a raffle takes', () => {
  const ahead = (round: number) => (roundTime(local.beacon, round) - Math.max(ours, theirs)) / 1_000;

  test('is the first one that is so far ahead as the rules ask', async () => {
    const { round, at } = await beaconOf([relay.url]).pinRound(rule());
    expect(ahead(round)).toBeGreaterThanOrEqual(30);
    expect(ahead(round - 1)).toBeLessThan(30);
    expect(at).toBe(new Date(ours).toISOString());
  });

  test('is not to come any more from its time on', async () => {
    const beacon = beaconOf([relay.url]);
    const { round } = await beacon.pinRound(rule());
    expect(beacon.stillToCome(rule(), round)).toBe(true);
    ours = roundTime(local.beacon, round) - 1;
    expect(beacon.stillToCome(rule(), round)).toBe(true);
    ours += 1;
    expect(beacon.stillToCome(rule(), round)).toBe(false);
  });

  test('is ahead of the beacon too where our clock is late: no round that is public is named', async () => {
    ours = theirs - 3_600_000;
    const { round } = await beaconOf([relay.url]).pinRound(rule());
    expect((roundTime(local.beacon, round) - theirs) / 1_000).toBeGreaterThanOrEqual(30);
  });

  test('is ahead of the newest round that any relay has: one that is behind looks up to date to a late clock', async () => {
    relay.mood = 'is behind';
    ours = roundTime(local.beacon, 51);
    const { round } = await beaconOf([relay.url, local.url]).pinRound(rule());
    expect((roundTime(local.beacon, round) - theirs) / 1_000).toBeGreaterThanOrEqual(30);
  });

  test('is not to come any more from its time on where our clock is late, either', async () => {
    ours = theirs - 3_600_000;
    const beacon = beaconOf([relay.url]);
    const { round } = await beacon.pinRound(rule());
    expect(beacon.stillToCome(rule(), round)).toBe(true);
    // Who stood still meanwhile would name what is out.
    ours += roundTime(local.beacon, round) - theirs;
    expect(beacon.stillToCome(rule(), round)).toBe(false);
  });

  test('is as far ahead as the rules ask where our clock is late, however long ago the newest round was published', async () => {
    theirs += 2_900;
    ours = theirs - 3_600_000;
    const { round } = await beaconOf([relay.url]).pinRound(rule());
    expect(ahead(round)).toBeGreaterThanOrEqual(30);
  });

  test('is so where one relay has shown that our clock is late while another one was silent', async () => {
    relay.mood = 'muted';
    ours = theirs - 3_600_000;
    let looks = 0;
    const clock = () => {
      looks += 1;
      return ours;
    };
    const beacon = beaconOf([local.url, relay.url], { clock, relayPatience: 1_000 });
    const named = beacon.pinRound(rule());
    // It looks at the clock when a relay has answered.
    await expect.poll(() => looks).toBeGreaterThan(0);
    const passed = 9_000;
    ours += passed;
    theirs += passed;
    const { round } = await named;
    expect(ahead(round)).toBeGreaterThanOrEqual(30);
    // Whoever took it for one that is to come would name what everybody knows.
    expect(beacon.stillToCome(rule(), NOW + passed / 3_000)).toBe(false);
  });

  test('is not named by a clock that has leapt forwards: nobody could take a round of next year back', async () => {
    const beacon = beaconOf([relay.url, local.url]);
    ours = theirs + 365 * 86_400_000;
    const named = beacon.pinRound(rule());
    await expect(named).rejects.toBeInstanceOf(LedgerUnavailable);
    await expect(named).rejects.toThrow('the clock of this program is ahead');
    ours = theirs;
    expect(ahead((await beacon.pinRound(rule())).round)).toBeLessThan(33);
  });

  test('is named where one relay is up to date, whatever another one has', async () => {
    relay.mood = 'is behind';
    expect(ahead((await beaconOf([relay.url, local.url]).pinRound(rule())).round)).toBeLessThan(33);
  });

  test('is named by our own clock where no relay answers: the raffle was begun when one did', async () => {
    relay.mood = 'refuses';
    expect(ahead((await beaconOf([relay.url]).pinRound(rule())).round)).toBeGreaterThanOrEqual(30);
  });

  test.each<[string, (beacon: Beacon) => Promise<unknown>]>([
    ['the raffle was begun', (beacon) => beacon.assertReachable()],
    ['another raffle took its round', (beacon) => beacon.pinRound(rule())],
  ])(
    'is ahead by what a relay has shown of our clock when %s, where none answers any more',
    async (_, ask) => {
      ours = theirs - 3_600_000;
      const beacon = beaconOf([relay.url]);
      await ask(beacon);
      relay.mood = 'refuses';
      const { round } = await beacon.pinRound(rule());
      expect((roundTime(local.beacon, round) - theirs) / 1_000).toBeGreaterThanOrEqual(30);
      expect(beacon.stillToCome(rule(), NOW)).toBe(false);
    },
  );
});

describe('before a raffle is begun a relay has to give a recent round', () => {
  test('one does', async () => {
    relay.mood = 'forges';
    await expect(beaconOf([relay.url, local.url]).assertReachable()).resolves.toBeUndefined();
  });
  test.each(['muted', 'refuses', 'forges', 'babbles'] as const)('none does: it %s', async (mood) => {
    relay.mood = mood;
    const beacon = beaconOf([relay.url], patienceFor(mood));
    await expect(beacon.assertReachable()).rejects.toThrow('no raffle was started');
  });
  test('none is recent', async () => {
    ours = theirs + 600_000;
    await expect(beaconOf([relay.url]).assertReachable()).rejects.toThrow('no raffle was started');
    expect(logged).toMatchObject([{ relay: new URL(relay.url).host, round: NOW }]);
  });
  test('where raffles take none nobody is asked', async () => {
    relay.asked.length = 0;
    const unused = beaconOf([relay.url], { isUsed: false });
    await unused.assertReachable();
    expect(unused.beacon()).toBeUndefined();
    expect(relay.asked).toEqual([]);
  });
});

describe("a trial's own beacon", () => {
  test('is never taken for drand, and says of itself what it is', async () => {
    const response = await fetch(`${local.url}/${local.beacon.chainHash}/info`);
    expect(await response.json()).toMatchObject({
      hash: local.beacon.chainHash,
      public_key: local.beacon.publicKey,
      metadata: { beaconID: 'local-test' },
    });
    expect(local.beacon.chainHash).not.toBe(QUICKNET.chainHash);
  });

  test('publishes nothing before its time, nor for another chain', async () => {
    const status = async (path: string) => (await fetch(local.url + path)).status;
    const { chainHash } = local.beacon;
    expect(await status(`/${chainHash}/public/${NOW}`)).toBe(200);
    expect(await status(`/${chainHash}/public/${NOW + 1}`)).toBe(425);
    expect(await status(`/${chainHash}/public/0`)).toBe(404);
    expect(await status(`/${QUICKNET.chainHash}/public/${NOW}`)).toBe(404);
  });

  test('has the same key after a restart, readable by its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evo-beacon-'));
    try {
      const file = join(folder, 'beacon.key');
      const made = await loadLocalBeaconKey(file, START, 1);
      expect(await loadLocalBeaconKey(file, START + 9_000, 1)).toEqual(made);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
