import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import type { LatestRaffle, RaffleSummary } from '../api/raffle-queries.ts';

// A page of its own: the wallet looks for those of a browser.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { latestRaffleQuery, rafflePages } = await import('../api/raffle-queries.ts');
const { RaffleList } = await import('./RaffleList.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

const raffle = (number: number, stage: RaffleSummary['stage']): RaffleSummary => ({
  raffleId: idOf(number),
  number,
  stage,
  grade: 'seed',
  round: null,
  useTieredRewards: false,
  winnerCount: 1,
  total: '25',
  startedAt: '2026-03-04T12:00:00.000Z',
  drawnAt: stage === 'failed' ? null : '2026-03-04T12:00:01.000Z',
  failure: null,
});

const latest: LatestRaffle = {
  raffleId: idOf(2),
  number: 2,
  winners: [],
  useTieredRewards: false,
  tieredAmounts: [],
  flatAmount: '25',
  totalDistributed: '25',
  completedAt: '2026-03-04T12:00:01.000Z',
  grade: 'seed',
};

function marked(chosen: string | undefined): readonly (string | undefined)[] {
  const page = {
    raffles: [raffle(3, 'failed'), raffle(2, 'drawn'), raffle(1, 'completed')],
    nextSeedHash: null,
    counts: { drawn: 2, failed: 1, letFail: 0 },
    nextCursor: null,
  };
  queryClient.setQueryData(rafflePages.queryKey, { pages: [page], pageParams: [null] });
  queryClient.setQueryData(latestRaffleQuery.queryKey, latest);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RaffleList chosen={chosen} onChoose={() => undefined} />
    </QueryClientProvider>,
  );
  return [...markup.matchAll(/aria-current="true"[^>]*><span[^>]*>(#\d)</g)].map(([, number]) => number);
}

test('the raffle that is shown is marked in the list of all: the one that the address names, else the latest drawn', () => {
  expect(marked(idOf(1))).toEqual(['#1']);
  expect(marked(undefined)).toEqual(['#2']);
});
