import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { account } from '../accounts/account.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import { Friends } from './friends.ts';
import { eventOf } from './testing/scripted-store.ts';

const [anna, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const emailHash = 'a'.repeat(64);

const opened = (referrerId?: string): AccountEvent => ({
  type: 'AccountOpened',
  data: { source: 'email', ...(referrerId !== undefined && { referrerId }) },
});
const signedUp: AccountEvent = {
  type: 'EmailSignedUp',
  data: { emailHash, sealedEmail: 'sealed', marketingOptIn: false },
};
const verified: AccountEvent = { type: 'EmailVerified', data: { emailHash } };
const checkedIn: AccountEvent = { type: 'CheckedIn', data: { day: '2026-01-05', streak: 1 } };

/** Of ben's account. */
const stored = (event: AccountEvent, revision: number): StoredEvent<AccountEvent> => ({
  ...eventOf(`account-${ben}`, revision + 1),
  ...event,
  revision: BigInt(revision),
});

let life: readonly AccountEvent[];
let looks: string[];
let friends: Friends;
beforeEach(() => {
  life = [];
  looks = [];
  const fold = (events: readonly AccountEvent[]) => events.reduce(account.evolve, account.initialState);
  // Of a handler they use nothing else, and of accounts alone.
  const handler = {
    aggregate: async () => {
      looks.push('now');
      const revision = life.length === 0 ? undefined : BigInt(life.length - 1);
      return { state: fold(life), revision, position: undefined };
    },
    readBefore: async (_stream: string, _decider: unknown, revision: bigint) => {
      looks.push(`before ${revision}`);
      return fold(life.slice(0, Number(revision)));
    },
  } as unknown as Pick<CommandHandler, 'aggregate' | 'readBefore'>;
  friends = new Friends(handler);
});
const tell = (...events: readonly AccountEvent[]) => {
  life = events;
  for (const [revision, event] of events.entries()) friends.told(ben, stored(event, revision));
};
const at = (revision: number) => stored(life[revision] ?? checkedIn, revision);

describe('of a friend whose events were told from the first on nothing is read again', () => {
  test('who brought them, or that nobody did', async () => {
    tell(opened(anna), checkedIn);
    expect(friends.referrerOf(ben, at(1))).toBe(anna);
    tell(opened());
    expect(await friends.referrerOf(ben, at(0))).toBeUndefined();
    expect(looks).toEqual([]);
  });

  test('their first confirmed act, and since when they have one', async () => {
    tell(opened(anna), checkedIn, signedUp, verified, checkedIn);
    expect(await friends.isFirstAct(at(3), ben)).toBe(true);
    expect(await friends.isFirstAct(at(4), ben)).toBe(false);
    expect(await Promise.all([1, 2, 3, 4].map((n) => friends.isOfConfirmed(at(n), ben)))).toEqual([
      ...[false, false, true, true],
    ]);
    expect(looks).toEqual([]);
  });

  test('also where some of it is told once more', async () => {
    tell(opened(anna), checkedIn, signedUp, verified);
    friends.told(ben, at(1));
    friends.told(ben, at(3));
    expect(await friends.isOfConfirmed(at(2), ben)).toBe(false);
    expect(await friends.isFirstAct(at(3), ben)).toBe(true);
    expect(looks).toEqual([]);
  });
});

describe('of a friend whose beginning was not told the account is read', () => {
  beforeEach(() => {
    life = [opened(anna), checkedIn, signedUp, verified, checkedIn];
  });

  test('once, for who brought them and for their first act', async () => {
    friends.told(ben, at(4));
    expect(await friends.referrerOf(ben, at(4))).toBe(anna);
    expect(await friends.referrerOf(ben, at(4))).toBe(anna);
    expect(await friends.isFirstAct(at(3), ben)).toBe(true);
    // A mailbox may have been proved before.
    expect(looks).toEqual(['now', 'before 3']);
  });

  test('and what it had confirmed then, not now', async () => {
    expect(await friends.isOfConfirmed(at(1), ben)).toBe(false);
    expect(await friends.isOfConfirmed(at(4), ben)).toBe(true);
    expect(looks).toEqual(['now', 'before 1', 'now', 'before 4']);
    // From there on it is known.
    expect(await friends.isOfConfirmed(at(4), ben)).toBe(true);
    expect(looks).toHaveLength(4);
  });

  test('an act that is confirmed itself needs no look', async () => {
    expect(await friends.isOfConfirmed(at(3), ben)).toBe(true);
    expect(looks).toEqual([]);
  });

  test('a mailbox that is proved again, after an erasure, is no first act', async () => {
    life = [opened(anna), signedUp, verified, { type: 'PersonalDataErased', data: {} }, signedUp, verified];
    expect(await friends.isFirstAct(at(5), ben)).toBe(false);
    expect(await friends.isFirstAct(at(2), ben)).toBe(true);
    expect(looks).toEqual(['now', 'before 5', 'before 2']);
  });

  test('a platform is connected once, so nothing before it is read', async () => {
    const connected: AccountEvent = {
      type: 'SocialConnected',
      data: { platform: 'twitter', handle: 'ben', method: 'oauth', platformUserId: '42' },
    };
    life = [opened(anna), checkedIn, connected, signedUp, verified];
    expect(await friends.isFirstAct(at(2), ben)).toBe(true);
    expect(await friends.isFirstAct(at(4), ben)).toBe(false);
    expect(looks).toEqual(['now']);
  });

  test('one look is enough for all who have confirmed nothing so far', async () => {
    life = [opened(anna), checkedIn, checkedIn, checkedIn];
    for (const n of [1, 3, 2]) expect(await friends.isOfConfirmed(at(n), ben)).toBe(false);
    expect(looks).toEqual(['now']);
  });

  test('not where the node that is asked lacks what was told: it is asked again later', async () => {
    await expect(friends.isFirstAct(stored(verified, 5), ben)).rejects.toBeInstanceOf(LedgerUnavailable);
    await expect(Promise.resolve(friends.referrerOf(ben, at(5)))).rejects.toBeInstanceOf(LedgerUnavailable);
    life = [];
    await expect(friends.isFirstAct(stored(verified, 1), ben)).rejects.toBeInstanceOf(LedgerUnavailable);
  });
});

test('a gap in what was told is not filled by guesses', async () => {
  life = [opened(anna), signedUp, verified, checkedIn];
  friends.told(ben, at(0));
  // Revisions 1 and 2 were told to another process.
  friends.told(ben, at(3));
  expect(await friends.isOfConfirmed(at(3), ben)).toBe(true);
  expect(looks).toEqual(['now', 'before 3']);
});
