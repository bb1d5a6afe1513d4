import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import type { RewardRequest } from '../../../../../contracts/api/reward-requests.ts';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { RewardRequestRow } = await import('./RewardRequestRow.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

const request: RewardRequest = {
  id: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  username: 'anna',
  walletAddress: null,
  amount: '20000',
  reason: 'Grand prize',
  above: 'reward',
  state: 'approved',
  requestedBy: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  requestedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
  decidedBy: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  decidedAt: '2026-01-02T00:00:00.000Z',
  declinedFor: null,
};

const drawn = (more: Partial<RewardRequest>): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RewardRequestRow
        request={{ ...request, ...more }}
        wallet=""
        isListed
        onForm={() => undefined}
        onFormGone={() => undefined}
      />
    </QueryClientProvider>,
  ).replaceAll(/(<[^>]*>)+/g, '|');

test('an approved reward is said to be sent, to be not sent yet, or to have been dismissed', () => {
  expect(drawn({})).toMatch(/^\|Approved\|/);
  const unpaid = drawn({ unpaid: true });
  expect(unpaid).toMatch(/^\|Approved, not sent yet\|.*\|Where the account cannot take it, it waits/);
  const dismissed = drawn({ unpaid: true, dismissed: true });
  expect(dismissed).toMatch(/^\|Approved, then dismissed\|.*\|The account could not take it, and an admin/);
  expect(dismissed).not.toMatch(/not sent yet|to be tried again/);
});
