import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishProof } from '../testing/publish-proof.ts';
import { runsOf } from '../testing/runs-of.ts';
import { bytesToHex, utf8ToBytes } from './bytes.ts';
import { eventHash } from './event-hash.ts';
import { type ProofEvent, provenRaffle, type RaffleProof } from './proven-raffle.ts';
import { isValid, rafflePositionsHash, verifyRaffleProof } from './raffle-proof.ts';

const block = { blockNumber: '4711', blockHash: 'ab'.repeat(32) };
const proof = publishProof({
  users: 9,
  amounts: ['5', '2.5', '0.000000000000000001', '7'],
  block,
  prizes: ['paid', 'no_wallet', 'account_removed', 'paid'],
});

test('a proof holds where revisions of the raffle were taken before, in the middle and behind it', () => {
  const amounts = ['5', '2'];
  const prizes = ['paid', 'paid'] as const;
  const steps = verifyRaffleProof(publishProof({ users: 9, amounts, prizes, taken: [0, 2, 4, 8, 10] }));
  expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

describe('of a ledger that was put into another store', () => {
  const at = (places: readonly number[]): RaffleProof => {
    const events = proof.events.map((event, index) => {
      const place = places[index] ?? 100 + index;
      return { ...event, position: `C:${place}/P:${place}` };
    });
    return { events, positionsHash: rafflePositionsHash(events) };
  };
  const moved = (places: readonly number[]) => faultsOf({ ...at(places), isMoved: true });

  test('a draw holds whose entries name a place of the store before', () => {
    expect(faultsOf(at([1, 2, 3, 4])).map(({ name }) => name)).toEqual(['Order']);
    expect(moved([1, 2, 3, 4])).toEqual([]);
    expect(moved([10_001, 10_002, 10_003, 10_004, 10_005, 10_006, 10_007, 10_008, 10_009])).toEqual([]);
    // What stood together may be appended together.
    expect(moved([1, 2, 2, 2])).toEqual([]);
  });

  test('its events stand in their order all the same', () => {
    for (const places of [
      [3, 2, 4, 5],
      [1, 3, 2, 4],
      [1, 2, 4, 3],
      [1, 2, 3, 4, 2],
    ])
      expect(moved(places)[0]?.fault).toMatch(/^\w+ does not stand after \w+$/);
    const { events } = at([1, 2, 3, 4]);
    expect(faultsOf({ events, positionsHash: '0'.repeat(64), isMoved: true })).toMatchObject([
      { name: 'Order' },
    ]);
  });

  test.each([false, 1, null])('isMoved is true or nothing, and not %j', (isMoved) => {
    expect(names({ ...proof, isMoved })).toEqual(['Events']);
  });
});

type Path = readonly (string | number)[];

/** Of every value that holds no other, an empty list or object among them. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    leavesOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return inner.length > 0 ? inner : [path];
}

/** Of every list or object. */
function nodesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    nodesOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** A copy with another value at the path. */
function altered(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) };
  // A path leads through objects and arrays only.
  const at = copy as Record<string | number, unknown>;
  at[key] = altered(at[key], rest, change);
  return copy;
}

const valueAt = (path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], proof);

const faultsOf = (tampered: unknown) =>
  verifyRaffleProof(tampered as RaffleProof).filter(({ fault }) => fault !== undefined);
const names = (tampered: unknown) => faultsOf(tampered).map(({ name }) => name);

/** The step that must speak of a change at the path, and, of an event, which one it names. */
function expectNamed(tampered: unknown, path: Path, what: string): void {
  const faults = faultsOf(tampered);
  const [first, index, member] = path;
  if (first === 'positionsHash' || member === 'position') {
    expect(
      faults.map(({ name }) => name).some((name) => name === 'Order' || name === 'Events'),
      what,
    ).toBe(true);
    return;
  }
  const events = faults.find(({ name }) => name === 'Events');
  expect(events, what).toBeDefined();
  if (first === 'events' && typeof index === 'number') expect(events?.fault, what).toMatch(/events\[\d+\]/);
}

/** Something else of the same kind. */
const another = (salt: number) => (value: unknown) => {
  if (typeof value === 'number') return value + 1 + (salt % 7);
  if (typeof value === 'boolean') return !value;
  if (value === null) return salt % 2 === 0 ? `0x${'b'.repeat(40)}` : 'sha256-jcs:'.padEnd(75, '0');
  const text = String(value);
  const at = salt % Math.max(1, text.length);
  const digit = text[at] ?? '';
  const other = /[0-8]/.test(digit) ? String(Number(digit) + 1) : digit === 'a' ? 'b' : 'a';
  return text === 'tiered' ? 'flat' : text.slice(0, at) + other + text.slice(at + 1);
};

describe('a proof as it was published', () => {
  test.each([
    ['with a block, all prizes settled', proof],
    ['nothing paid yet', publishProof({ users: 9, amounts: ['5', '5'], mode: 'flat' })],
    ['half paid', publishProof({ users: 9, amounts: ['5', '5'], mode: 'flat', prizes: ['paid'] })],
    ['everybody wins', publishProof({ users: 5, amounts: ['1', '2', '3', '4', '5'] })],
    ['one of one', publishProof({ users: 1, amounts: ['1'], prizes: ['account_removed'] })],
    ['one of a thousand', publishProof({ users: 1_000, amounts: ['1'] })],
    ['seed of the first version', publishProof({ users: 5, amounts: ['1'], seedStream: 'program' })],
  ])('%s holds', (_, whole) => {
    const steps = verifyRaffleProof(whole);
    expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(isValid(steps)).toBe(true);
    expect(steps).toHaveLength(9 + provenRaffle(whole).winners.length);
  });

  test('holds also after its way through JSON', () => {
    expect(isValid(verifyRaffleProof(JSON.parse(JSON.stringify(proof))))).toBe(true);
  });
});

test('a seed that was committed in any other stream is none', () => {
  const { events, positionsHash } = publishProof({ users: 5, amounts: ['1'], seedStream: 'playlist' });
  const faults = verifyRaffleProof({ events, positionsHash }).flatMap(({ fault }) => fault ?? []);
  expect(faults).toEqual(['events[0] (SeedCommitted) stands in the stream playlist']);
});

describe('a proof that was tampered with says where', () => {
  const leaves = leavesOf(proof);

  test('each value is among the paths: data, metadata, hashes and positions of every event', () => {
    const members = new Set(leaves.map(([first, , member]) => member ?? first));
    expect(members).toEqual(new Set([...Object.keys(proof.events[0] ?? {}), 'positionsHash']));
    expect(leaves.length).toBeGreaterThan(180);
  });

  test('every value, changed in any way', () => {
    for (const path of leaves) {
      for (let salt = 0; salt < 12; salt++) {
        const tampered = altered(proof, path, another(salt));
        expectNamed(tampered, path, `${path.join('.')} changed (${salt})`);
      }
    }
    fc.assert(
      fc.property(fc.constantFrom(...leaves), fc.nat(), (path, salt) => {
        expectNamed(altered(proof, path, another(salt)), path, path.join('.'));
      }),
      { numRuns: runsOf(1_000) },
    );
  }, 30_000);

  test('every value of another type, or taken away', () => {
    for (const path of leaves) {
      for (const value of [undefined, null, '', 0, -1, 0.5, true, {}, [], '0x00', ['x']]) {
        if (Object.is(valueAt(path), value) || JSON.stringify(valueAt(path)) === JSON.stringify(value))
          continue;
        const what = `${path.join('.')} = ${JSON.stringify(value)}`;
        expectNamed(
          altered(proof, path, () => value),
          path,
          what,
        );
      }
    }
  });

  test('every list and object with a member more, one less, or in another order', () => {
    for (const path of nodesOf(proof)) {
      const node = valueAt(path);
      const changes: ((value: unknown) => unknown)[] = Array.isArray(node)
        ? [
            (list) => [...(list as unknown[]), (list as unknown[]).at(-1) ?? 'x'],
            ...(node.length > 0 ? [(list: unknown) => (list as unknown[]).slice(1)] : []),
            ...(node.length > 0 ? [(list: unknown) => (list as unknown[]).slice(0, -1)] : []),
            ...(node.length > 1 ? [(list: unknown) => [...(list as unknown[])].reverse()] : []),
          ]
        : [
            (object) => ({ ...(object as object), extra: 1 }),
            ...Object.keys(node as object).map((key) => (object: unknown) => {
              const { [key]: _, ...rest } = object as Record<string, unknown>;
              return rest;
            }),
          ];
      for (const [at, change] of changes.entries()) {
        const tampered = altered(proof, path, change);
        expect(faultsOf(tampered), `${path.join('.')} (${at})`).not.toEqual([]);
      }
    }
  });

  test.each([undefined, null, 1, 'proof', [], {}, { events: [] }, { events: [null], positionsHash: '' }])(
    'no proof at all: %j',
    (given) => {
      expect(names(given)).toEqual(['Events']);
    },
  );

  test('an event of a version that is not known yet is not read as if it were', () => {
    const tampered = altered(proof, ['events', 1, 'metadata', 'schemaVersion'], () => 3);
    expect(faultsOf(tampered)[0]?.fault).toBe('events[1] is of version 3 of RaffleCommitted');
  });
});

/** As somebody does who hashes what was changed anew, and all that follows. */
function rehashed(tampered: unknown): RaffleProof {
  const { events } = tampered as RaffleProof;
  const chained: ProofEvent[] = [];
  for (const [index, event] of events.entries()) {
    const prevHash =
      index < 2 ? (event.metadata as { prevHash: unknown }).prevHash : chained[index - 1]?.hash;
    const whole = { ...event, metadata: { ...(event.metadata as object), prevHash } };
    chained.push({ ...whole, hash: eventHash({ ...whole, revision: BigInt(whole.revision) }) });
  }
  return { events: chained, positionsHash: rafflePositionsHash(chained) };
}

describe('hashing everything anew does not help', () => {
  const change = (path: Path, to: (value: unknown) => unknown) => rehashed(altered(proof, path, to));
  const drawnAt = (path: Path): Path => ['events', 3, 'data', ...path];

  test('what is changed nowhere still holds', () => {
    expect(faultsOf(rehashed(proof))).toEqual([]);
  });

  test.each<[string, Path, (value: unknown) => unknown, string]>([
    ['the number', ['events', 1, 'data', 'number'], () => 8, 'Raffle'],
    ['the prizes', ['events', 1, 'data', 'amounts', 0], () => '50', 'Winners'],
    ['the mode', ['events', 1, 'data', 'mode'], () => 'flat', 'Rules'],
    ['the seed of the rules', ['events', 1, 'data', 'seedHash'], another(3), 'Seed'],
    ['the commitment', ['events', 0, 'data', 'hash'], another(3), 'Seed'],
    ['the raffle that the seed is for', ['events', 0, 'data', 'number'], () => 6, 'Seed'],
    ['the root', ['events', 2, 'data', 'root'], another(3), 'Place 1'],
    ['the count', ['events', 2, 'data', 'count'], () => 8, 'Winners'],
    ['up to where events decided', ['events', 2, 'data', 'position'], () => 'C:100/P:1', 'Order'],
    ['the seed', drawnAt(['seed']), another(3), 'Seed'],
    ['the method', drawnAt(['algorithm']), () => 'mine', 'Algorithm'],
    ['the block', drawnAt(['publicRandomness', 'blockHash']), another(3), 'Winners'],
    ['no block', drawnAt(['publicRandomness']), () => null, 'Winners'],
    [
      'a block that was chosen afterwards',
      drawnAt(['publicRandomness', 'blockNumber']),
      () => '4712',
      'Block',
    ],
    ['the block that was named', ['events', 2, 'data', 'block'], () => '4712', 'Block'],
    ['a winner', drawnAt(['winners', 0, 'userId']), another(30), 'Place 1'],
    ['an entry', drawnAt(['winners', 0, 'entry']), another(3), 'Place 1'],
    ['a path', drawnAt(['winners', 0, 'path', 0]), another(3), 'Place 1'],
    ['an index', drawnAt(['winners', 0, 'index']), another(3), 'Winners'],
    ['a place', drawnAt(['winners', 0, 'place']), () => 2, 'Rules'],
    ['who was paid', ['events', 4, 'data', 'userId'], another(30), 'Prizes'],
    ['what was paid', ['events', 4, 'data', 'amount'], () => '6', 'Prizes'],
    ['by which grant', ['events', 4, 'data', 'grantId'], another(30), 'Prizes'],
    ['for which place', ['events', 4, 'data', 'place'], () => 4, 'Prizes'],
    ['a place that nobody has', ['events', 5, 'data', 'place'], () => 9, 'Prizes'],
    ['the sum', ['events', 8, 'data', 'totalDistributed'], () => '13', 'Prizes'],
    ['a wallet that its winner has, denied', ['events', 6, 'data', 'reason'], () => 'no_wallet', 'Prizes'],
    ['a prize left out', ['events'], (events) => (events as unknown[]).toSpliced(5, 1), 'Prizes'],
    ['not complete', ['events'], (events) => (events as unknown[]).slice(0, -1), 'Prizes'],
  ])('%s', (_, path, to, step) => {
    expect(names(change(path, to))).toContain(step);
  });

  test('two winners who change places', () => {
    const swapped = change(drawnAt(['winners']), (winners) => {
      const [first, second, ...rest] = winners as { place: number }[];
      return [{ ...second, place: 1 }, { ...first, place: 2 }, ...rest];
    });
    expect(names(swapped)).toContain('Winners');
  });

  test('another winner with a true entry, index and path: the seed does not give them', () => {
    const all = provenRaffle(
      publishProof({ users: 9, amounts: Array.from({ length: 9 }, () => '1') }),
    ).winners;
    const { winners } = provenRaffle(proof);
    const loser = all.find(({ index }) => !winners.some((won) => won.index === index));
    const tampered = change(drawnAt(['winners', 2]), () => ({ ...loser, place: 3 }));
    expect(names(tampered)).toEqual(['Winners']);
  });

  test('a seed that was chosen afterwards, with its own hash: another was committed', () => {
    const seed = sha256(utf8ToBytes('a better seed'));
    const chosen = altered(proof, drawnAt(['seed']), () => bytesToHex(seed));
    const tampered = altered(chosen, ['events', 1, 'data', 'seedHash'], () => bytesToHex(sha256(seed)));
    expect(names(rehashed(tampered))).toContain('Seed');
  });

  test('events in another order', () => {
    const late = change(['events', 0, 'position'], () => 'C:450/P:450');
    expect(faultsOf(late)).toMatchObject([
      { name: 'Order', fault: 'RaffleCommitted does not stand after SeedCommitted' },
    ]);
  });
});
