import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { pages } from '../../../../../contracts/messages.ts';
import type { Verified } from '../model/verify-once.ts';
import { VerificationResult } from './VerificationResult.tsx';

let answer: Verified;

vi.mock('../model/use-email-verification.ts', () => ({
  useEmailVerification: () => ({ status: 'verified', answer }),
}));

beforeEach(() => {
  answer = {
    success: true,
    user: { email: 'me@example.com', evoBalance: '100' },
    account: { username: 'me', walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    reward: '0',
  };
});

const shown = (): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/verify-email">
        <VerificationResult token="t" />
      </Router>
    </QueryClientProvider>,
  );

test('a reward is shown as it was paid', () => {
  answer = { ...answer, reward: '5' };
  expect(shown()).toContain('data-amount="5"');
  expect(shown()).not.toContain(pages.rewardedBefore);
});

test('without a wallet nothing is paid, and what to do about it is said', () => {
  answer = { ...answer, account: { username: 'me', walletAddress: null } };
  expect(shown()).toContain(pages.rewardNeedsWallet);
});

test('who was paid before has a wallet, and is not asked for one', () => {
  expect(shown()).toContain(pages.rewardedBefore);
  expect(shown()).not.toContain(pages.rewardNeedsWallet);
});
