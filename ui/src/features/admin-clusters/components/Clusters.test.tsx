import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { Cluster } from '../../../../../contracts/api/admin-clusters.ts';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { clusterPages } = await import('../api/cluster-queries.ts');
const { Clusters } = await import('./Clusters.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

const cluster = (key: string, size: number): Cluster => ({
  ...{ key, label: `Network ${key}`, size, idle: 0, held: 0, pendingRewards: '0', claimedRewards: '0' },
  ...{ firstOpenedAt: '2026-01-01T00:00:00.000Z', lastOpenedAt: '2026-01-01T00:00:00.000Z' },
});

test('a cluster that has become smaller between two pages stands once, as the later one has it', () => {
  const [large, shrunk, small] = [cluster('aa', 9), cluster('bb', 8), cluster('cc', 4)];
  queryClient.setQueryData(clusterPages('network').queryKey, {
    pages: [
      { clusters: [large, shrunk], nextCursor: '8/bb' },
      { clusters: [small, cluster('bb', 3)], nextCursor: null },
    ],
    pageParams: [null, '8/bb'],
  });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Router ssrPath="/admin" ssrSearch="tab=users&view=clusters">
        <Clusters />
      </Router>
    </QueryClientProvider>,
  );
  const shown = [...markup.matchAll(/>(Network \w\w)<.*?>(\d accounts)</g)].map(([, ...row]) => row);
  expect(shown).toEqual([
    ['Network aa', '9 accounts'],
    ['Network cc', '4 accounts'],
    ['Network bb', '3 accounts'],
  ]);
});
