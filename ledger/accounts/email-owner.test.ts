import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { account } from './account.ts';
import { type EmailOwner, hasVerified, isClaimable } from './email-owner.ts';
import { MERGED } from './merger.ts';
import { id, opened, openedByEmail, removed } from './testing/account-events.ts';

const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)];
const signedUp = (emailHash = hash): AccountEvent => ({
  type: 'EmailSignedUp',
  data: { emailHash, sealedEmail: 'sealed', marketingOptIn: false },
});
const verified = (emailHash = hash): AccountEvent => ({ type: 'EmailVerified', data: { emailHash } });
const merged: AccountEvent = { type: 'AccountRemoved', data: { reason: MERGED } };
const erased: AccountEvent = { type: 'PersonalDataErased', data: {} };
const reinstated: AccountEvent = { type: 'AccountReinstated', data: {} };

/** Who has reserved the address, after these events of theirs. */
const ownerAfter = (events: readonly AccountEvent[], confirmed = false): EmailOwner => ({
  userId: id(1),
  state: events.reduce(account.evolve, account.initialState),
  confirmed,
  sealedEmail: undefined,
});

describe('an address may be taken over by who reads the mailbox', () => {
  test.each<[string, readonly AccountEvent[]]>([
    ['from an account without a wallet', [openedByEmail, signedUp()]],
    ['from an account without a wallet, verified or not', [openedByEmail, signedUp(), verified()]],
    ['from a wallet that never verified it', [opened, signedUp()]],
    ['from a wallet that reserved it and did not sign up', [opened]],
    ['from a wallet that signed up with another and verified none', [opened, signedUp(other)]],
    ['from an account that was merged into another', [openedByEmail, signedUp(), merged]],
    ['from a wallet that has erased it and never verified it', [opened, signedUp(), erased]],
    [
      'from a wallet that has verified and erased another, and erased this one',
      [opened, signedUp(other), verified(other), erased, signedUp(), erased],
    ],
  ])('%s', (_, events) => expect(isClaimable(ownerAfter(events), hash, true)).toBe(true));

  test('from a wallet that has proved another mailbox, and not this one: named, erased, or cut off on the way', () => {
    for (const before of [[opened], [opened, signedUp(), erased]]) {
      const owner = ownerAfter([...before, signedUp(other), verified(other)]);
      expect(isClaimable(owner, hash, false)).toBe(true);
    }
  });
});

describe('an address is kept', () => {
  test.each<[string, readonly AccountEvent[], boolean?]>([
    ['by a wallet that has verified it', [opened, signedUp(), verified()]],
    ['by a wallet that has proved it, and whose event is not there yet', [opened, signedUp()], true],
    ['by a wallet that has verified another spelling of it', [opened, signedUp(other), verified(other)]],
    // The first version confirmed no address on its own stream: the account alone knows.
    ['by a wallet that has verified it and erased it since', [opened, signedUp(), verified(), erased]],
    [
      'by a wallet that has verified and erased another one since',
      [opened, signedUp(), verified(), erased, signedUp(other), verified(other), erased],
    ],
    ['by a removed account, verified or not', [opened, signedUp(), removed]],
    ['by a removed account without a wallet', [openedByEmail, signedUp(), removed]],
    // Earlier releases let an admin give the word as a reason.
    ['by a wallet that was removed in the word of mergers', [opened, signedUp(), verified(), merged]],
  ])('%s', (_, events, confirmed) =>
    expect(isClaimable(ownerAfter(events, confirmed), hash, true)).toBe(false),
  );

  test('by who has proved it, whatever mailbox they have now', () => {
    const another = [signedUp(other), verified(other)];
    for (const owner of [
      ownerAfter([opened, signedUp(), verified(), erased, ...another]),
      ownerAfter([opened, ...another], true),
    ]) {
      expect(isClaimable(owner, hash, false)).toBe(false);
    }
  });

  test('by who is let in again as by anybody else', () => {
    const again = [opened, signedUp(), verified(), removed, reinstated];
    expect(isClaimable(ownerAfter(again), hash, true)).toBe(false);
    expect(
      isClaimable(ownerAfter([openedByEmail, signedUp(), merged, reinstated, removed]), hash, true),
    ).toBe(false);
  });
});

test('verified is who has proved this very address', () => {
  expect(hasVerified(ownerAfter([opened, signedUp(), verified()]), hash)).toBe(true);
  expect(hasVerified(ownerAfter([opened, signedUp(), verified()]), other)).toBe(false);
  expect(hasVerified(ownerAfter([opened, signedUp()]), hash)).toBe(false);
  expect(hasVerified(ownerAfter([opened]), hash)).toBe(false);
});
