import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import type { RaffleSummary } from '../api/raffle-queries.ts';

// A page of its own: the wallet looks for those of a browser.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { rafflePages } = await import('../api/raffle-queries.ts');
const { AwaitingDraw } = await import('./AwaitingDraw.tsx');
const { NextDraw } = await import('./NextDraw.tsx');

afterAll(() => {
  queryClient.clear();
  vi.resetModules();
});

const raffle = (stage: RaffleSummary['stage'], grade: RaffleSummary['grade']): RaffleSummary => ({
  raffleId: '00000000-0000-4000-8000-000000000001',
  number: 7,
  stage,
  grade,
  round: null,
  useTieredRewards: false,
  winnerCount: 1,
  total: '25',
  startedAt: '2026-03-04T12:00:00.000Z',
  drawnAt: null,
  failure: stage === 'failed' ? 'The seed that was committed is lost' : null,
});

const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(
    <Router ssrPath="/raffle">
      <QueryClientProvider client={queryClient}>{node}</QueryClientProvider>
    </Router>,
  )
    .replaceAll(/(<[^>]*>)+/g, '|')
    .replaceAll('&#x27;', "'");

function nextDraw(shown: RaffleSummary): string {
  const page = {
    raffles: [shown],
    nextSeedHash: null,
    counts: { drawn: 0, failed: 0, letFail: 0 },
    nextCursor: null,
  };
  queryClient.setQueryData(rafflePages.queryKey, { pages: [page], pageParams: [null] });
  return textOf(<NextDraw />);
}

test('a raffle whose rules name a beacon still has to name its round', () => {
  expect(nextDraw(raffle('committed', 'drand'))).toContain(nextDrawTexts.started);
});

test.each<[string, RaffleSummary]>([
  ['has begun without a beacon', raffle('committed', null)],
  ['waits for its block', raffle('frozen', 'block')],
  ['is about to be drawn from its seed', raffle('frozen', 'seed')],
])('a raffle that %s is said to wait for no round', (_, shown) => {
  const text = nextDraw(shown);
  expect(text).toContain(nextDrawTexts.underWay(7));
  expect(text).toContain('It was started, and its draw is still to come.');
  expect(text).not.toContain('round');
});

test.each(['committed', 'frozen'] as const)(
  'a raffle that is %s is being drawn: it is not said to have come to nothing',
  (stage) => {
    const text = textOf(<AwaitingDraw raffle={raffle(stage, null)} />);
    expect(text).toContain(`|${nextDrawTexts.underWay(7)}|`);
    expect(text).toContain('|It was started, and its draw is still to come.|');
  },
);

test('a raffle that failed was not drawn, and says why', () => {
  const text = textOf(<AwaitingDraw raffle={raffle('failed', null)} />);
  expect(text).toContain('|Raffle #7 was not drawn|');
  expect(text).toContain('|The seed that was committed is lost|');
});
