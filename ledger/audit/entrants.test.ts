import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { defaultUsername } from '../../contracts/username.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { testUserId } from '../testing/publish-proof.ts';
import { type Entrant, EntrantsOf, unlessErased } from './entrants.ts';
import type { AuditedEvent } from './rules/rule.ts';

const RAFFLE = raffleIdOf(1);

type Act = { readonly who: number; readonly type: string; readonly data: object };

const types = fc.oneof(
  fc.constant({ type: 'EmailVerified', data: {} }),
  fc.constant({ type: 'PersonalDataErased', data: {} }),
  fc.constant({ type: 'AccountRemoved', data: {} }),
  fc.constant({ type: 'AccountReinstated', data: {} }),
  fc.constant({ type: 'CheckedIn', data: {} }),
  fc.integer({ min: 0, max: 9 }).map((n) => ({ type: 'UsernameChanged', data: { username: `name_${n}` } })),
  fc.integer({ min: 0, max: 9 }).map((n) => ({ type: 'WalletLinked', data: { walletAddress: `0x${n}` } })),
);
const acts = fc.array(
  fc
    .record({ who: fc.integer({ min: 0, max: 4 }), what: types })
    .map(({ who, what }): Act => ({ who, ...what })),
  { maxLength: 30 },
);

const placeOf = (n: number): LedgerPosition => ({ commit: BigInt(n) * 100n, prepare: BigInt(n) * 100n });

/** As each stands in the ledger, with the revision of its own stream. */
function standing(acts: readonly Act[], from: number, revisions: Map<string, bigint>): AuditedEvent[] {
  return acts.map(({ who, type, data }, n) => {
    const stream = `account-${testUserId(who)}`;
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    return { type, data, stream, revision, position: placeOf(from + n) } as unknown as AuditedEvent;
  });
}
const ofRaffle = (type: string, data: object, n: number): AuditedEvent =>
  ({ type, data, stream: `raffle-${RAFFLE}`, revision: 0n, position: placeOf(n) }) as unknown as AuditedEvent;

/** Who may enter after these events, told event by event. */
function expected(events: readonly AuditedEvent[]): Omit<Entrant, 'revision'>[] {
  const ids = [...new Set(events.map(({ stream }) => stream.slice('account-'.length)))];
  return ids.flatMap((userId) => {
    const own = events.filter(({ stream }) => stream === `account-${userId}`);
    const last = (...found: string[]) => own.findLast(({ type }) => found.includes(type));
    if (last('EmailVerified', 'PersonalDataErased')?.type !== 'EmailVerified') return [];
    if (last('AccountRemoved', 'AccountReinstated')?.type === 'AccountRemoved') return [];
    const name = last('UsernameChanged', 'PersonalDataErased')?.data as { username?: string } | undefined;
    const wallet = last('WalletLinked')?.data as { walletAddress: string } | undefined;
    const username = name?.username ?? defaultUsername(userId);
    return [{ userId, username, walletAddress: wallet?.walletAddress ?? null }];
  });
}

/** A ledger whose raffle begins, is decided and is frozen with other acts in between, and what is made of it. */
function read(
  [before, begun, decided, frozen]: readonly [readonly Act[], readonly Act[], readonly Act[], readonly Act[]],
  named: (position: LedgerPosition) => string,
) {
  const revisions = new Map<string, bigint>();
  let next = 1;
  const place = (acts: readonly Act[]) => {
    const events = standing(acts, next, revisions);
    next += acts.length;
    return events;
  };
  const first = place(before);
  const committed = ofRaffle('RaffleCommitted', {}, next++);
  const second = place(begun);
  const position = placeOf(next - 1);
  const third = place(decided);
  const users = expected([...first, ...second]);
  const ids = packIds(users.map(({ userId }) => userId));
  const root = bytesToHex(freezeEntries(RAFFLE, ids).tree.root);
  const frozenAs = { root, count: users.length, position: named(position) };
  const freezing = ofRaffle('EntriesFrozen', frozenAs, next++);
  const last = place(frozen);
  const fold = new EntrantsOf(RAFFLE);
  for (const event of [...first, committed, ...second, ...third, freezing, ...last]) fold.add(event);
  const erasedSince = new Set(
    [...third, ...last].filter(({ type }) => type === 'PersonalDataErased').map(({ stream }) => stream),
  );
  const names = users.map((user) =>
    erasedSince.has(`account-${user.userId}`) ? { ...user, username: defaultUsername(user.userId) } : user,
  );
  return { found: fold.found(), position, frozenAt: freezing.position, names };
}

const withoutRevision = (users: readonly Entrant[] | undefined) =>
  users?.map(({ revision: _, ...user }) => user).toSorted((a, b) => a.userId.localeCompare(b.userId));
const sorted = (users: readonly Omit<Entrant, 'revision'>[]) =>
  users.toSorted((a, b) => a.userId.localeCompare(b.userId));

test('entrants are those of the named position, as they were there, without a name that was erased since', () => {
  fc.assert(
    fc.property(fc.tuple(acts, acts, acts, acts), (parts) => {
      const { found, position, names } = read(parts, formatPosition);
      expect(found?.position).toEqual(position);
      expect(withoutRevision(found?.users)).toEqual(sorted(names));
    }),
    { numRuns: 300 },
  );
});

test('in a ledger that was moved they are those of a moment since the raffle began that have the root', () => {
  fc.assert(
    fc.property(fc.tuple(acts, acts, acts, acts), (parts) => {
      const { found, frozenAt, names } = read(parts, () => 'C:999999999/P:999999999');
      const idsOf = (users: readonly { userId: string }[] | undefined) =>
        users?.map(({ userId }) => userId).toSorted();
      expect(idsOf(found?.users)).toEqual(idsOf(names));
      // Erasures of names behind it are those that come.
      expect(found?.position).toEqual(frozenAt);
    }),
    { numRuns: 300 },
  );
});

test('where no moment has the root nobody is named; a raffle without entries has none', () => {
  const wrong = { root: '0'.repeat(64), count: 0, position: formatPosition(placeOf(1)) };
  const fold = new EntrantsOf(RAFFLE);
  fold.add(ofRaffle('RaffleCommitted', {}, 1));
  expect(fold.found()).toBeUndefined();
  fold.add(ofRaffle('EntriesFrozen', wrong, 2));
  expect(fold.found()).toEqual({ root: wrong.root, position: placeOf(2), users: undefined });
});

test('an erasure counts where it came behind what is known of somebody, and not where it came before', () => {
  const user = { userId: testUserId(1), username: 'anna', walletAddress: null, revision: 5n };
  expect(unlessErased(user, 4n)).toBe(user);
  expect(unlessErased(user, undefined)).toBe(user);
  expect(unlessErased(user, 6n)).toEqual({ ...user, username: defaultUsername(user.userId) });
});
