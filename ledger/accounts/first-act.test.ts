import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { account } from './account.ts';
import { confirmedActKey } from './confirmed-act.ts';
import { granted, opened, welcome } from './testing/account-events.ts';

const connected = (platform: 'twitter' | 'youtube', platformUserId?: string): AccountEvent => ({
  type: 'SocialConnected',
  data: {
    ...{ platform, ...sealedHandle('anna'), method: platformUserId ? 'oauth' : 'handle' },
    ...(platformUserId !== undefined && { platformUserId }),
  },
});
const task = (taskType: 'follow' | 'like'): AccountEvent => ({
  type: 'TaskVerified',
  data: { platform: 'twitter', taskType, method: 'oauth', evidence: 'yes' },
});
const emailHash = 'a'.repeat(64);
const signedUp: AccountEvent = {
  type: 'EmailSignedUp',
  data: { emailHash, sealedEmail: 'sealed', marketingOptIn: false },
};
const verified: AccountEvent = { type: 'EmailVerified', data: { emailHash } };

describe('an act that somebody else confirms', () => {
  test('has a name of its own in the life of an account', () => {
    const acts = [
      connected('twitter', '1'),
      connected('youtube', '1'),
      task('follow'),
      task('like'),
      verified,
    ];
    const names = acts.map(confirmedActKey);
    expect(names).toEqual([
      'connected:twitter',
      'connected:youtube',
      'task:twitter:follow',
      'task:twitter:like',
      'email',
    ]);
  });
  test('is none that a user does alone, and nothing that the program pays', () => {
    const none = [opened, welcome, connected('twitter'), signedUp, granted('5', { source: 'streak' })];
    expect(none.map(confirmedActKey)).toEqual(none.map(() => undefined));
  });
});

test('the first of them is remembered, whatever comes after it', () => {
  const firstActAfter = (...events: AccountEvent[]) =>
    events.reduce(account.evolve, account.initialState).firstAct;
  expect(firstActAfter(opened, welcome, connected('twitter'), signedUp)).toBeUndefined();
  expect(firstActAfter(opened, signedUp, verified)).toBe('email');
  expect(firstActAfter(opened, connected('twitter', '1'), signedUp, verified, task('like'))).toBe(
    'connected:twitter',
  );
  expect(firstActAfter(opened, signedUp, verified, { type: 'PersonalDataErased', data: {} })).toBe('email');
});
