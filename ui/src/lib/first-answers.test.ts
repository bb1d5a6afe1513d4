import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FirstAnswers } from '../../../contracts/painted-pages.ts';
import { queryClient, SESSION_KEY, type SessionAnswer } from './api/api.ts';
import { sentAnswers } from './api/sent-answers.ts';
import { takeFirstAnswers } from './first-answers.ts';
import { networkQuery } from './network/network-query.ts';
import { sessionQuery } from './session/session.ts';
import { EVO_NETWORK } from './wallet/testing/fake-services.ts';

// The page's own, as in the files that ran before and run after this one.
const forget = () => {
  queryClient.clear();
  sentAnswers.clear();
};
beforeEach(forget);
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

const SIGNED_IN: SessionAnswer = {
  session: {
    userId: '5f0c2f0e-1111-4222-8333-944445555666',
    walletAddress: '0x00000000000000000000000000000000000000Aa',
    role: 'user',
    expiresAt: '2026-01-01T00:00:00.000Z',
  },
};
const ofVisitor: FirstAnswers = { session: null, network: EVO_NETWORK };
const shown = () => [
  queryClient.getQueryData<SessionAnswer>(SESSION_KEY),
  queryClient.getQueryData(networkQuery.queryKey),
];

test('a page that was sent to a visitor is drawn as one, and asks all the same: the browser may have kept it from before', async () => {
  takeFirstAnswers(ofVisitor);
  expect(shown()).toEqual([{ session: null }, EVO_NETWORK]);
  const changed = { ...EVO_NETWORK, rewardsPage: 'coming-soon' };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === SESSION_KEY[0] ? SIGNED_IN : changed),
  );
  vi.stubGlobal('window', new EventTarget());
  await queryClient.fetchQuery(sessionQuery);
  await queryClient.fetchQuery(networkQuery);
  expect(shown()).toEqual([SIGNED_IN, changed]);
});

test('of who has a cookie nothing is drawn before the server has said whose it is', () => {
  takeFirstAnswers({ network: EVO_NETWORK });
  expect(shown()).toEqual([undefined, EVO_NETWORK]);
});
