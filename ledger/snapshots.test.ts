import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Set as PersistentSet } from 'immutable';
import { expect, test } from 'vitest';
import type { AccountEvent, RewardSource } from '../contracts/events/account.ts';
import type { EventMetadata } from '../contracts/events/event.ts';
import { account } from './accounts/account.ts';
import { GrowingMap } from './growing-map.ts';
import { noCommands, remember } from './known-commands.ts';
import { decodeFold, encodeFold, noSnapshots } from './snapshots.ts';

const uuid = fc.uuid();
const amount = fc.integer({ min: 1, max: 10 ** 9 }).map(String);
const source = fc.constantFrom<RewardSource>('admin', 'raffle', 'referral_commission', 'email_verification');
const anyEvent: fc.Arbitrary<AccountEvent> = fc.oneof(
  fc
    .record({ grantId: uuid, amount, source, reason: fc.constant('x'), ref: uuid })
    .map((data): AccountEvent => ({ type: 'RewardGranted', data })),
  fc.record({ claimId: uuid, amount }).map((data): AccountEvent => ({ type: 'RewardsClaimed', data })),
  uuid.map(
    (resetId): AccountEvent => ({ type: 'RewardsReset', data: { resetId, total: '3', claimed: '1' } }),
  ),
  fc.constant<AccountEvent>({ type: 'AccountOpened', data: { source: 'email' } }),
  fc.constant<AccountEvent>({ type: 'AccountRemoved', data: { reason: 'merged' } }),
  fc.constantFrom('follow', 'like', 'retweet').map(
    (taskType): AccountEvent => ({
      type: 'TaskVerified',
      data: { platform: 'twitter', taskType: taskType as 'follow', method: 'demo', evidence: '' },
    }),
  ),
);
const metadataOf = (n: number): EventMetadata => ({
  schemaVersion: 1,
  commandId: randomUUID(),
  inputHash: 'a'.repeat(64),
  actor: { kind: n % 3 === 0 ? 'system' : 'user' },
  occurredAt: new Date(n * 1_000).toISOString(),
  prevHash: null,
  correlationId: randomUUID(),
  ...(n % 2 === 0 && { cause: { process: 'mass-acts', position: `C:${n}/P:${n}` } }),
});

test('a fold that was kept is the one that goes on: the state and the commands after it are the same', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), fc.array(anyEvent), (before, later) => {
      const state = before.reduce(account.evolve, account.initialState);
      const commands = before.reduce(
        (known, _, n) => remember(known, { metadata: metadataOf(n), revision: BigInt(n) }),
        noCommands,
      );
      const kept = decodeFold<typeof state>(encodeFold({ state, commands }));
      expect(kept.state).toEqual(state);
      expect(kept.commands).toEqual(commands);
      expect(later.reduce(account.evolve, kept.state)).toEqual(later.reduce(account.evolve, state));
    }),
  );
});

test('what is no fold is refused', () => {
  expect(() => decodeFold('')).toThrow(SyntaxError);
  expect(() => decodeFold('{')).toThrow(SyntaxError);
  for (const [text, words] of [
    ['{"state":{"$is":"Map","of":3}}', 'a snapshot holds a Map that cannot be read'],
    ['{"state":{"$is":"bigint","of":3}}', 'a snapshot holds a bigint that cannot be read'],
    ['{"state":{"$is":"Thing","of":[]}}', 'a snapshot holds a Thing'],
  ] as const)
    expect(() => decodeFold(text)).toThrow(new TypeError(words));
});

test('every kind of collection comes back as what it was, empty or within another one', () => {
  const state = {
    map: new Map<unknown, unknown>([[1n, new Set(['a', 2n])]]),
    set: new Set([new Map(), null]),
    growing: GrowingMap.of([['a', { n: 5n }]]),
    persistent: PersistentSet(['a', 'b']),
    list: [1, 'two', [3n], {}],
    nothing: null,
    empty: [new Map(), new Set(), GrowingMap.of<number>([])],
  };
  const kept = decodeFold<typeof state>(encodeFold({ state, commands: noCommands })).state;
  expect(kept.growing).toBeInstanceOf(GrowingMap);
  expect([...kept.growing]).toEqual([['a', { n: 5n }]]);
  expect(PersistentSet.isSet(kept.persistent)).toBe(true);
  expect([...kept.persistent]).toEqual(['a', 'b']);
  const { growing: _, persistent: __, ...plain } = kept;
  const { growing: ___, persistent: ____, ...expected } = state;
  expect(plain).toEqual(expected);
});

test('where no snapshots are kept, none is found', async () => {
  const snapshot = { stream: 's', version: 1, end: { revision: 0n, hash: 'h' }, fold: '{}' };
  expect(await noSnapshots.save(snapshot)).toBeUndefined();
  expect(await noSnapshots.load('s', 1)).toBeUndefined();
});
