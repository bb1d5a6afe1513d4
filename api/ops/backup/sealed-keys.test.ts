import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SealedKeys } from './sealed-keys.ts';

const userId = randomUUID();
const [first, second] = [randomUUID(), randomUUID()];
const event = (type: string, data: object, actor = 'user') => ({
  ...{ stream: `account-${userId}`, type, data },
  metadata: { actor: { kind: actor } },
});
const signedUp = (keyId: string) =>
  event('EmailSignedUp', {
    emailHash: 'a'.repeat(64),
    sealedEmail: `1.${keyId}.sealed`,
    marketingOptIn: false,
  });
const connected = (keyId: string) => event('SocialConnected', { sealedHandle: `1.${keyId}.sealed` });
const erased = event('PersonalDataErased', {});
const removed = (reason: string, actor: string) => event('AccountRemoved', { reason }, actor);

/** Whether a vault with this key for the account, or with none, lacks one that its events need. */
function isLacking(events: readonly ReturnType<typeof event>[], keyId?: string): boolean {
  const needed = new SealedKeys();
  for (const one of events) needed.add(one);
  return needed.without(new Map(keyId === undefined ? [] : [[userId, keyId]])).includes(userId);
}

test('an event needs the very key that it names, and every one that was named counts', () => {
  for (const given of [signedUp(first), connected(first)]) {
    expect(isLacking([given], first)).toBe(false);
    expect(isLacking([given], second)).toBe(true);
    expect(isLacking([given])).toBe(true);
  }
  expect(isLacking([signedUp(first), connected(second)], second)).toBe(true);
});

test('what was erased needs no key, and what was given since needs its own', () => {
  expect(isLacking([signedUp(first), erased])).toBe(false);
  expect(isLacking([signedUp(first), erased, signedUp(second)], second)).toBe(false);
  expect(isLacking([signedUp(first), erased, signedUp(second)])).toBe(true);
});

test('an account whose mailbox went over to another one needs no key, and one that an admin removed needs its own', () => {
  expect(isLacking([signedUp(first), removed('merged', 'user')])).toBe(false);
  // Earlier releases let an admin give the same word.
  expect(isLacking([signedUp(first), removed('merged', 'admin')])).toBe(true);
  expect(isLacking([signedUp(first), removed('Abuse', 'admin')])).toBe(true);
});

test('what is no sealed text, or stands in another stream, needs nothing', () => {
  expect(isLacking([event('EmailSignedUp', { sealedEmail: 'in an older form' })])).toBe(false);
  expect(isLacking([event('NameChanged', { sealedEmail: 7 })])).toBe(false);
  expect(isLacking([{ ...signedUp(first), stream: `email-${userId}` }])).toBe(false);
});
