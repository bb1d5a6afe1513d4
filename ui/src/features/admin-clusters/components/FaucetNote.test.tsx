import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { clusterTexts } from '../../../../../contracts/admin-messages.ts';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { faucetQuery } = await import('../api/cluster-queries.ts');
const { FaucetNote } = await import('./FaucetNote.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

function noteOf(grantedToday: string, limitADay: string | null, waiting = 0): string {
  const state = { claimNeeds: 'identity', grantedToday, limitADay, waiting, accountsANetwork: 30 } as const;
  queryClient.setQueryData(faucetQuery.queryKey, state);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <FaucetNote />
    </QueryClientProvider>,
  );
}

test.each([
  ['500', '600', false],
  ['500.000000000000000001', '600', true],
  ['600', '600', true],
  ['0', '99', true],
  ['0', '100', false],
  ['1000000', null, false],
])('with %s EVO given of %s, that there is no room for one more bonus: %s', (granted, limit, isOver) => {
  expect(noteOf(granted, limit).includes(clusterTexts.bonusesOver)).toBe(isOver);
});

test('says what was given, what is asked, and who waits, where somebody does', () => {
  const note = noteOf('1500', '2000', 3);
  expect(note).toContain('1,500 of 2,000 EVO of welcome bonuses today');
  expect(note).toContain(clusterTexts.asks('identity'));
  expect(note).toContain(clusterTexts.aNetwork(30));
  expect(note).toContain('3 accounts wait for their welcome bonus');
  expect(noteOf('1500', null)).toContain('>1,500 EVO of welcome bonuses today<');
  expect(noteOf('1500', null)).not.toContain('wait for');
});
