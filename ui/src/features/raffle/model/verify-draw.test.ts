import { expect, test } from 'vitest';
import { provenRaffle, type RaffleProof } from '../../../../../ledger/proof/proven-raffle.ts';
import { isValid } from '../../../../../ledger/proof/raffle-proof.ts';
import { publishProof, testUserId } from '../../../../../ledger/testing/publish-proof.ts';
import type { RaffleView } from './raffle-view.ts';
import { verifyDraw, verifyEntry } from './verify-draw.ts';

const proof = publishProof({ users: 9, amounts: ['5', '2.5', '7'], prizes: ['paid', 'no_wallet'] });
const raffle = provenRaffle(proof);
const [first, second, third] = raffle.winners;
if (!first || !second || !third) throw new Error('three have won');

/** What an honest page shows of it. */
const shown: RaffleView = {
  raffleId: raffle.raffleId,
  number: raffle.number,
  useTieredRewards: true,
  completedAt: raffle.drawnAt,
  grade: 'seed',
  winners: raffle.winners.map(({ userId, place, username, walletAddress }) => ({
    ...{ id: userId, place, username, walletAddress, pendingRewards: null },
    prize: raffle.amounts[place - 1] ?? '',
    status: raffle.prizes.find((prize) => prize.place === place)?.status ?? 'open',
  })),
};

const pageFault = (given: RaffleView, of: RaffleProof = proof): string | undefined => {
  const [step] = verifyDraw(of, given).steps;
  expect(step?.name).toBe('This page');
  return step?.fault;
};
/** The page with one winner as it should not be shown. */
const withWinner = (place: number, change: Partial<RaffleView['winners'][number]>): RaffleView => ({
  ...shown,
  winners: shown.winners.map((winner) => (winner.place === place ? { ...winner, ...change } : winner)),
});

test('a page that shows what was drawn holds, with what no check can show and who has to be trusted', () => {
  const { steps, limits, trust } = verifyDraw(proof, shown);
  expect(isValid(steps)).toBe(true);
  expect(limits.length).toBeGreaterThan(0);
  expect(trust).toContain('seed');
  // The same moment, written otherwise, and in any order of the places.
  const otherwise = {
    ...shown,
    completedAt: '2026-01-05T11:00:00+01:00',
    winners: shown.winners.toReversed(),
  };
  expect(pageFault(otherwise)).toBeUndefined();
});

test('a prize that was paid since the page was read makes nothing false, and one that was not is not paid', () => {
  expect(pageFault(withWinner(1, { status: 'open' }))).toBeUndefined();
  expect(pageFault(withWinner(3, { status: 'paid' }))).toBe('the prize of place 3 is not paid');
  expect(pageFault(withWinner(2, { status: 'paid' }))).toBe('the prize of place 2 is not paid');
  expect(pageFault(withWinner(1, { status: 'no_wallet' }))).toBe('the prize of place 1 is not no_wallet');
});

test.each<[string, RaffleView, string]>([
  ['another raffle', { ...shown, raffleId: testUserId(1) }, 'that of another raffle'],
  ['another number', { ...shown, number: shown.number + 1 }, 'that of another raffle'],
  ['another mode', { ...shown, useTieredRewards: false }, 'mode'],
  ['a better grade', { ...shown, grade: 'drand' }, 'fairness'],
  ['another time', { ...shown, completedAt: '2026-01-05T10:00:01.000Z' }, 'the time'],
  ['no time', { ...shown, completedAt: '' }, 'the time'],
  ['a winner less', { ...shown, winners: shown.winners.slice(1) }, '2 winners are shown, the proof has 3'],
  ['a winner more', { ...shown, winners: [...shown.winners, ...shown.winners.slice(0, 1)] }, '4 winners'],
  [
    'a winner twice, in the place of another',
    {
      ...shown,
      winners: shown.winners.map((winner, at) => (at === 1 ? (shown.winners[0] ?? winner) : winner)),
    },
    'place 2 is shown with another winner',
  ],
  ['another winner', withWinner(2, { id: first.userId }), 'place 2 is shown with another winner'],
  ['a place that was not drawn', withWinner(3, { place: 4 }), 'shown with another winner'],
  ['another name', withWinner(2, { username: 'friend' }), 'place 2 is shown with another name'],
  ['another wallet', withWinner(3, { walletAddress: null }), 'place 3 is shown with another wallet'],
  ['a wallet of one who has none', withWinner(2, { walletAddress: `0x${'a'.repeat(40)}` }), 'another wallet'],
  ['the prize of another place', withWinner(3, { prize: '5' }), 'place 3 is shown with another prize'],
])('a page that shows %s is told of', (_, page, fault) => {
  expect(pageFault(page)).toContain(fault);
});

test('a proof that cannot be read says nothing of who has to be trusted', () => {
  const cut = { ...proof, events: proof.events.slice(0, 2) };
  expect(pageFault(shown, cut)).toBe('the proof cannot be read');
  expect(verifyDraw(cut, shown)).toMatchObject({ limits: [], trust: undefined });
});

const ownEntry = {
  entry: second.entry,
  index: second.index,
  count: raffle.count,
  path: second.path,
  root: raffle.root,
};
const entryFaults = (
  change: Partial<typeof ownEntry>,
  of: { readonly userId?: string; readonly proof?: RaffleProof } = {},
): string[] =>
  verifyEntry({ ...ownEntry, ...change }, { raffleId: raffle.raffleId, userId: second.userId, proof, ...of })
    .filter(({ fault }) => fault !== undefined)
    .map(({ name }) => name);

test('the own entry is shown to have been among those that were drawn from', () => {
  expect(entryFaults({})).toEqual([]);
});

test.each<[string, Parameters<typeof entryFaults>, string[]]>([
  ['is that of somebody else', [{}, { userId: third.userId }], ['Yours']],
  [
    'of somebody else is handed out as the own one',
    [{ entry: third.entry, index: third.index, path: third.path }],
    ['Yours'],
  ],
  ['stands elsewhere', [{ index: (second.index + 1) % raffle.count }], ['Included']],
  ['has another path', [{ path: third.path }], ['Included']],
  ['has a step too many that cannot be read', [{ path: [...second.path, 'no hash'] }], ['Included']],
  ['is no hash', [{ entry: 'no hash' }], ['Yours', 'Included']],
  ['is in other entries', [{ root: '0'.repeat(64) }], ['Included', 'Same entries']],
  ['is one of fewer', [{ count: raffle.count - 1 }], ['Included', 'Same entries']],
  ['is in a draw that cannot be read', [{}, { proof: { ...proof, events: [] } }], ['Same entries']],
])('an entry that %s did not take part', (_, given, names) => {
  expect(entryFaults(...given)).toEqual(names);
});

test('entries of another draw are not those that the winners were drawn from', () => {
  const other = publishProof({ users: 8, amounts: ['5'] });
  expect(entryFaults({}, { proof: other })).toEqual(['Same entries']);
});
