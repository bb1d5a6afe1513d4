import { expect, test } from 'vitest';
import type { SocialReturn } from '../../../../../contracts/api/social.ts';
import { socialReturns } from '../../../../../contracts/toasts.ts';
import { socialReturn } from './social-return.ts';

const back = (query: string) => socialReturn(new URLSearchParams(query));

test('who comes back from a platform is told how it ended', () => {
  expect(back('social=connected&platform=twitter')).toMatchObject({
    isConnected: true,
    toast: { title: 'Connected!', description: 'X has confirmed your account' },
  });
  expect(back('social=taken&platform=youtube')).toMatchObject({
    isConnected: false,
    toast: { title: 'Connection Failed', description: 'This account is already connected to another user' },
  });
});

test('every end that the server knows has its text', () => {
  const ends: Record<SocialReturn, true> = {
    connected: true,
    denied: true,
    expired: true,
    taken: true,
    other_account: true,
    failed: true,
    signed_out: true,
  };
  expect(Object.keys(socialReturns).sort()).toEqual(Object.keys(ends).sort());
});

test('an address that somebody made up says nothing', () => {
  expect(back('')).toBeUndefined();
  expect(back('social=connected')).toBeUndefined();
  expect(back('social=toString&platform=twitter')).toBeUndefined();
  expect(back('social=connected&platform=myspace')).toBeUndefined();
});
