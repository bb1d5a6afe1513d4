import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { Router } from 'wouter';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { ActivityHistory } = await import('./ActivityHistory.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

/** What the filter shows as chosen where the address names such a type. */
function chosenAt(type: string): string | undefined {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Router ssrPath="/admin" ssrSearch={`tab=activity&type=${type}`}>
        <ActivityHistory />
      </Router>
    </QueryClientProvider>,
  );
  return /<option value="[^"]*" selected="">([^<]*)</.exec(markup)?.[1];
}

test.each([
  ['user_removed', 'User removed'],
  ['nothing', 'All actions'],
  ['toString', 'All actions'],
  ['constructor', 'All actions'],
  ['__proto__', 'All actions'],
])('an address that names the type %s shows "%s"', (type, chosen) => {
  expect(chosenAt(type)).toBe(chosen);
});
