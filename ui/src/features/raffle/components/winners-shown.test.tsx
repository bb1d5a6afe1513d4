import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import type { RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';

// A page of its own: the wallet looks for those of a browser, and a link names the site.
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
vi.stubGlobal('location', { origin: 'https://evo.example' });
// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { queryClient } = await import('../../../lib/api/api.ts');
const { adminRaffleQuery } = await import('../api/raffle-queries.ts');
const { viewOfDetails } = await import('../model/raffle-view.ts');
const { PublicRaffle } = await import('./PublicRaffle.tsx');
const { PlaceBadge } = await import('./PlaceBadge.tsx');
const { RaffleResults } = await import('./RaffleResults.tsx');

afterAll(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const raffleId = '00000000-0000-4000-8000-000000000001';
const drawnAt = '2026-03-04T12:00:00.000Z';

type Won = Pick<RaffleWinnerView, 'status' | 'walletAddress' | 'pendingRewards'> & {
  readonly prize?: string;
};
const won: Readonly<Record<'paid' | 'open' | 'walletless', Won>> = {
  paid: {
    status: 'paid',
    walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    pendingRewards: '30.5',
  },
  open: {
    status: 'open',
    walletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    pendingRewards: '105',
  },
  walletless: { status: 'no_wallet', walletAddress: null, pendingRewards: '0' },
};

function raffleOf(winners: readonly Won[], useTieredRewards = false) {
  return {
    raffle: {
      raffleId,
      number: 7,
      stage: 'drawn' as const,
      grade: 'seed' as const,
      round: null,
      useTieredRewards,
      winnerCount: winners.length,
      total: String(25 * winners.length),
      startedAt: drawnAt,
      drawnAt,
      failure: null,
    },
    winners: winners.map((one, index) => ({
      prize: '25',
      ...one,
      id: raffleId,
      place: index + 1,
      username: `user_${index + 1}`,
    })),
  };
}

/** What stands on the screen, tag by tag. */
function shown(page: ReactNode): string {
  const markup = renderToStaticMarkup(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  return markup.replaceAll(/<span class="sr-only">[^<]*<\/span>/g, '').replaceAll(/(<[^>]*>)+/g, '|');
}

function shownToAdmin(winners: readonly Won[], useTieredRewards?: boolean): string {
  queryClient.setQueryData(adminRaffleQuery(raffleId).queryKey, raffleOf(winners, useTieredRewards));
  return shown(<RaffleResults raffleId={raffleId} onReplay={() => undefined} onPaying={() => undefined} />);
}

function shownToAll(winners: readonly Won[]): string {
  const view = viewOfDetails(raffleOf(winners));
  return view
    ? shown(<PublicRaffle title="Latest Raffle Results" view={view} onReplay={() => undefined} />)
    : '';
}

test('an admin sees of each winner the place, the wallet or that there is none, the prize, and what can be claimed', () => {
  const text = shownToAdmin([won.open, won.walletless]);
  expect(text).toContain('|1st|user_1|0x3C44…93BC|25|.00|EVO|Claimable |105|.00000000|EVO|');
  expect(text).toContain('|2nd|user_2|No wallet connected|25|.00|EVO|');
});

test('the first three places have a medal each, and no other place has one', () => {
  const medals = [1, 2, 3, 4, 11].map((place) => {
    const markup = renderToStaticMarkup(<PlaceBadge place={place} />);
    return [/>(.*)</.exec(markup)?.[1], /text-medal-\d/.exec(markup)?.[0]];
  });
  expect(medals).toEqual([
    ['1st', 'text-medal-1'],
    ['2nd', 'text-medal-2'],
    ['3rd', 'text-medal-3'],
    ['4th', undefined],
    ['11th', undefined],
  ]);
});

test('the way to the prizes, and whom it leads to, stand there while one of them is open', () => {
  const warning = 'Only winners with connected wallets will receive rewards';
  const text = shownToAdmin([won.open, won.paid]);
  expect(text).toContain(warning);
  expect(text).toContain('|Send 25 EVO to All Winners|');
  const ofMuch = { ...won.open, prize: '1234567.5' };
  expect(shownToAdmin([ofMuch])).toContain('|Send 1,234,567.5 EVO to All Winners|');
  expect(shownToAdmin([won.open], true)).toContain('|Send Tiered Rewards|');
  const settled = shownToAdmin([won.paid, won.walletless]);
  expect(settled).not.toContain(warning);
  expect(settled).not.toMatch(/\|Send /);
});

test('everybody sees the same of each winner but what is nobody’s business, and who was rewarded', () => {
  const text = shownToAll([won.paid, won.walletless]);
  expect(text).toContain('|1st|user_1|0x7099…79C8|25|.00|EVO|REWARDED|');
  expect(text).toContain('|2nd|user_2|Wallet not shown|25|.00|EVO|');
  expect(text.match(/REWARDED/g)).toHaveLength(1);
  expect(text).not.toContain('No wallet connected');
});

test('what was distributed is what was paid, and what is still to come is said apart', () => {
  expect(shownToAll([won.paid, won.walletless])).toMatch(/\|Total winners\|2\|Total distributed\|25\|\.00\|/);
  const text = shownToAll([won.paid, won.open]);
  expect(text).toMatch(/\|Total distributed\|25\|\.00\|/);
  expect(text).toMatch(/Not every prize has been sent yet:.*\|50\|\.00\|/);
});
