import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { Transaction } from '../../../../../contracts/api/dashboard.ts';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { transactionPages } = await import('../api/transaction-pages.ts');
const { KindPages } = await import('./KindPages.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

const checkIn = (at: number): Transaction => ({
  ...{ id: `${at}`, eventHash: 'a'.repeat(64), ledgerPosition: `C:${at}/P:${at}`, type: 'reward' },
  ...{
    description: 'Daily check-in',
    amount: '1',
    status: 'completed',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  ...{ txHash: null, blockNumber: null, gasUsed: null },
});

test.each([
  [1, 'That is all: one transaction.'],
  [1_000, 'That is all: 1,000 transactions.'],
])('of %i transactions the end of the list says how many they are', (count, text) => {
  const transactions = Array.from({ length: count }, (_, at) => checkIn(at));
  queryClient.setQueryData(transactionPages('reward').queryKey, {
    pages: [{ transactions, nextCursor: null }],
    pageParams: [null],
  });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Router ssrPath="/evo-rewards">
        <KindPages kind="reward" />
      </Router>
    </QueryClientProvider>,
  );
  expect(html).toContain(text);
});
