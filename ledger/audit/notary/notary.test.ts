import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SealEvent } from '../../../contracts/events/seals.ts';
import type { StoredEvent } from '../../envelope.ts';
import { bytesToHex } from '../../proof/bytes.ts';
import { appendEntries, emptyRange, rangeRoot } from '../../proof/compact-range.ts';
import { verifierKeyOf } from '../../proof/signed-note.ts';
import { givenFor } from '../../testing/given.ts';
import { InconsistentLedger, SealTree } from './seal-tree.ts';
import { SealRefused, type SealsState, seals } from './seals.ts';
import { ForeignKey, nextKey, signedSeal } from './sign-seal.ts';

const ORIGIN = 'rewards.example/ledger';
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const keyOf = (n: number, name = ORIGIN) => verifierKeyOf(name, ed25519.getPublicKey(seedOf(n)));
const entriesOf = (size: number) => Array.from({ length: size }, (_, n) => seedOf(n));
const position = { commit: 7n, prepare: 7n };

const first: SealEvent = { type: 'NotaryKeySet', data: { verifierKey: keyOf(1), replaces: null } };
const stateOf = (...events: SealEvent[]) => events.reduce(seals.evolve, seals.initialState);
/** The seal that a notary with the key `n` makes in this state. */
const sealIn = (state: SealsState, size: number, n = 1) =>
  signedSeal(
    { ...state, verifierKey: keyOf(n) },
    seedOf(n),
    appendEntries(emptyRange, entriesOf(size)),
    position,
  );
const sealed = (state: SealsState, size: number): SealEvent => ({
  type: 'LedgerSealed',
  data: sealIn(state, size),
});

const given = givenFor(seals);
const ten = sealed(stateOf(first), 10);
const later = stateOf(first, ten);

describe('what may stand in the stream of seals', () => {
  test('a key, then seals that each follow the one before', () => {
    given()
      .when({ type: 'SetNotaryKey', key: first.data as never })
      .then(first);
    given(first)
      .when({ type: 'SealLedger', seal: sealIn(stateOf(first), 10) })
      .then(ten);
    given(first, ten)
      .when({ type: 'SealLedger', seal: sealIn(later, 11) })
      .then(sealed(later, 11));
  });

  const good = sealIn(later, 12);
  test.each([
    ['a seal without a key', [], sealIn(stateOf(), 10)],
    ['one of as many events', [first, ten], sealIn(later, 10)],
    ['one of fewer events', [first, ten], sealIn(later, 9)],
    ['one that follows none', [first, ten], { ...good, previous: null }],
    [
      'one that follows another root',
      [first, ten],
      { ...good, previous: { size: 10, root: '0'.repeat(64) } },
    ],
    ['one that follows another size', [first, ten], { ...good, previous: { ...good.previous!, size: 9 } }],
    ['one by another key', [first, ten], sealIn(later, 12, 2)],
    ['one by a key of another name', [first, ten], { ...good, origin: 'other.example/ledger' }],
    ['one with another root than was signed', [first, ten], { ...good, root: '0'.repeat(64) }],
    ['one with another size than was signed', [first, ten], { ...good, size: 13 }],
    ['one without a signature', [first, ten], { ...good, signature: '' }],
    ['one of a notary that slept', [first, ten, sealed(later, 11)], good],
  ])('%s is refused', (_, past, seal) => {
    given(...(past as SealEvent[]))
      .when({ type: 'SealLedger', seal })
      .fails(SealRefused);
  });

  test('a key follows by the signature of the one before, and by nothing else', () => {
    const handed = nextKey(later, [seedOf(2), seedOf(1)], 'ignored')!;
    const event: SealEvent = { type: 'NotaryKeySet', data: handed };
    given(first, ten).when({ type: 'SetNotaryKey', key: handed }).then(event);
    for (const key of [
      { ...handed, replaces: null },
      { ...handed, verifierKey: keyOf(3) },
      { ...handed, replaces: { ...handed.replaces!, verifierKey: keyOf(3) } },
      { verifierKey: keyOf(1), replaces: handed.replaces },
      nextKey({ verifierKey: keyOf(1, 'other'), last: null }, [seedOf(2), seedOf(1)], 'x')!,
    ]) {
      given(first, ten).when({ type: 'SetNotaryKey', key }).fails(SealRefused);
    }
    given().when({ type: 'SetNotaryKey', key: handed }).fails(SealRefused);
    given(first, ten, event)
      .when({ type: 'SealLedger', seal: sealIn(later, 12) })
      .fails(SealRefused);
    given(first, ten, event)
      .when({ type: 'SealLedger', seal: sealIn(later, 12, 2) })
      .then({
        type: 'LedgerSealed',
        data: sealIn(later, 12, 2),
      });
  });

  test('who has only a key of before, or another one, cannot go on', () => {
    expect(nextKey(later, [seedOf(1)], 'x')).toBeUndefined();
    expect(nextKey(stateOf(), [seedOf(4)], ORIGIN)).toEqual({ verifierKey: keyOf(4), replaces: null });
    expect(() => nextKey(later, [seedOf(4)], ORIGIN)).toThrow(ForeignKey);
  });
});

/** A ledger in memory whose every event is a different one. */
function ledgerOf(...parts: (number | SealEvent)[]): StoredEvent[] {
  const events: StoredEvent[] = [];
  let [others, own] = [0, 0];
  const add = (stream: string, revision: number, type: string, data: object) => {
    const at = { commit: BigInt(events.length), prepare: BigInt(events.length) };
    // Only its hash is looked at.
    const metadata = { schemaVersion: 1 } as StoredEvent['metadata'];
    events.push({
      id: `id ${events.length}`,
      type,
      stream,
      revision: BigInt(revision),
      position: at,
      data,
      metadata,
    });
  };
  for (const part of parts) {
    if (typeof part !== 'number') add('seals', own++, part.type, part.data);
    else for (let n = 0; n < part; n++) add('playlist', others++, 'MusicTrackRemoved', { n: others });
  }
  return events;
}
/** Each at a place of its own: at the same one it would be one that is told again. */
const inOrder = (events: readonly StoredEvent[]): StoredEvent[] =>
  events.map((event, n) => ({ ...event, position: { commit: BigInt(n), prepare: BigInt(n) } }));
const treeOf = (events: readonly StoredEvent[], tree = new SealTree()) => {
  for (const event of events) tree.add(event);
  return tree;
};
/** A true seal of all that the events hold. */
function sealOf(events: readonly StoredEvent[]): SealEvent {
  const tree = treeOf(events);
  const { range, position: at } = tree.head();
  return {
    type: 'LedgerSealed',
    data: signedSeal({ ...tree.seals, verifierKey: keyOf(1) }, seedOf(1), range, at),
  };
}

describe('the tree over the events', () => {
  const three = sealOf(ledgerOf(first, 3));
  const eight = sealOf(ledgerOf(first, 3, three, 5));
  const all = ledgerOf(first, 3, three, 5, 4, eight, 2);

  test('seals are compared where they stand, late ones too; what is not sealed waits', () => {
    const tree = treeOf(all);
    expect([tree.size, tree.sealed.size]).toEqual([14, 8]);
    expect(tree.unsealed()).toHaveLength(6 * 32);
    expect(tree.position).toEqual(all.at(-1)?.position);
    const { range, root } = tree.head();
    expect(range.size).toBe(14);
    expect(root).toBe(bytesToHex(rangeRoot(range)));
  });

  test('a removal of an admin may take a revision of the notary’s stream, which says nothing', () => {
    const parts = ledgerOf(first, 3, three, 5, eight);
    const taken = { ...parts[5]!, type: 'RevisionTaken', data: { commandId: crypto.randomUUID() } };
    const revision = (parts[4]?.revision ?? 0n) + 1n;
    const events = inOrder([
      ...parts.slice(0, 5),
      { ...taken, stream: 'seals', revision },
      ...parts
        .slice(5)
        .map((event) => (event.stream === 'seals' ? { ...event, revision: event.revision + 1n } : event)),
    ]);
    const [tree, plain] = [treeOf(events), treeOf(parts)];
    expect([tree.size, tree.sealed.size, tree.seals]).toEqual([plain.size, 8, plain.seals]);
    expect(() => treeOf(events.toSpliced(5, 1))).toThrow('before the event 3 of seals');
  });

  test('from where it was kept it goes on to the same tree', () => {
    const before = treeOf(all.slice(0, 7));
    const start = {
      range: before.sealed,
      position: all[3]!.position,
      seals: before.seals,
      sealsRevision: 1n,
    };
    // It is told the seal that it begins with once more.
    const after = treeOf(all.slice(4), new SealTree(start));
    expect(after.head()).toEqual(treeOf(all).head());
  });

  test('an event under a seal that is changed, left out, doubled or moved is found, whichever it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom('change', 'leave', 'double', 'swap'),
        (n, how) => {
          const sealedOnes = [1, 2, 3, 5, 6, 7, 8, 9];
          const at = sealedOnes[n % sealedOnes.length]!;
          const [event, next] = [all[at]!, all[at + 1]!];
          fc.pre(how !== 'swap' || (sealedOnes.includes(at + 1) && at !== 9));
          // The last one once more is one more event, which no seal holds yet.
          fc.pre(how !== 'double' || at !== 9);
          const put: Record<string, StoredEvent[]> = {
            change: [{ ...event, data: { n: 'another' } }],
            leave: [],
            double: [event, event],
            swap: [next, event],
          };
          const changed = inOrder(all.toSpliced(at, how === 'swap' ? 2 : 1, ...put[how]!));
          expect(() => treeOf(changed)).toThrow(InconsistentLedger);
        },
      ),
    );
  });

  test('an event that is told again counts once, a seal too; one that comes too late stops it', () => {
    const twice = all.flatMap((event) => [event, event]);
    expect(treeOf(twice).head()).toEqual(treeOf(all).head());
    expect(treeOf(twice).unsealed()).toEqual(treeOf(all).unsealed());
    const late = [...all, all.at(-2)!];
    expect(() => treeOf(late)).toThrow(InconsistentLedger);
  });

  test.each<[string, StoredEvent[]]>([
    ['a seal of more than stands before it', ledgerOf(first, 2, three)],
    ['a first seal without its key', ledgerOf(3, three)],
    ['a second seal that is the first again', ledgerOf(first, 3, three, three)],
    ['a seal that is missing', ledgerOf(first, 3, 5, eight)],
    ['a revision that is missing', ledgerOf(first, 3, three).toSpliced(0, 1)],
    ['another event in the stream', ledgerOf(first, { type: 'AdminAdded', data: {} } as never)],
    [
      'a key that nobody signed',
      ledgerOf(first, { ...first, data: { verifierKey: keyOf(2), replaces: null } } as never),
    ],
  ])('%s', (_, events) => {
    expect(() => treeOf(events)).toThrow(InconsistentLedger);
  });

  test('seals at and beside each thousand, among thousands that wait', () => {
    const { root } = treeOf(ledgerOf(first, 2_100)).head();
    for (const size of [999, 1_000, 1_001, 2_100]) {
      const tree = treeOf(ledgerOf(first, 2_100, sealOf(ledgerOf(first, size))));
      expect([tree.sealed.size, tree.size, tree.unsealed().length]).toEqual([
        size,
        2_100,
        (2_100 - size) * 32,
      ]);
      expect(tree.head().root).toBe(root);
    }
  });

  test('more entries than there was room for', () => {
    expect(treeOf(ledgerOf(2_500)).head().root).toBe(treeOf(ledgerOf(1_000, 1_500)).head().root);
    expect(treeOf(ledgerOf(2_500)).unsealed()).toHaveLength(2_500 * 32);
  });
});
