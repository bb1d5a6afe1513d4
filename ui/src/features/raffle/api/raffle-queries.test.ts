import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/api.ts';
import {
  adminRaffleQuery,
  latestRaffleQuery,
  type RaffleSummary,
  rafflePages,
  raffleQuery,
} from './raffle-queries.ts';

const RAFFLE: RaffleSummary = {
  raffleId: '5f0c2f0e-1111-4222-8333-944445555666',
  number: 3,
  stage: 'failed',
  grade: null,
  round: null,
  useTieredRewards: false,
  winnerCount: 1,
  total: '5',
  startedAt: '2026-01-01T00:00:00.000Z',
  drawnAt: null,
  failure: 'The program stopped.',
};
const LATEST = {
  raffleId: RAFFLE.raffleId,
  number: 2,
  winners: [],
  useTieredRewards: false,
  tieredAmounts: ['5'],
  flatAmount: '5',
  totalDistributed: '5',
  completedAt: '2026-01-01T00:00:00.000Z',
  grade: 'seed',
};

const LIST = '/api/public/raffles';
let asked: string[];
let answers: Record<string, () => Response>;

const listOf = (stages: readonly RaffleSummary['stage'][], nextCursor: string | null = null) =>
  Response.json({
    raffles: stages.map((stage) => ({ ...RAFFLE, stage })),
    nextSeedHash: null,
    counts: { drawn: 0, failed: 1, letFail: 0 },
    nextCursor,
  });

beforeEach(() => {
  asked = [];
  answers = { '/api/public/latest-raffle': () => Response.json(LATEST) };
  queryClient.clear();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (path: string) => {
    const [name = ''] = path.split('?');
    asked.push(name);
    return answers[name]?.() ?? Response.error();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const latest = async () => (await queryClient.fetchQuery(latestRaffleQuery))?.number;

test('where no raffle was drawn the latest is not asked for: nothing fails that a browser would report', async () => {
  answers[LIST] = () => listOf(['awaiting_beacon', 'frozen', 'committed', 'failed']);
  expect(await latest()).toBeUndefined();
  expect(asked).toEqual([LIST]);
});

test.each<[string, () => Response]>([
  ['one was drawn', () => listOf(['failed', 'drawn'])],
  ['one was paid', () => listOf(['completed'])],
  ['there are more than the page of a list', () => listOf(['failed'], '2')],
  ['nobody knows', () => new Response('', { status: 503 })],
])('where %s the latest is asked for', async (_, list) => {
  answers[LIST] = list;
  expect(await latest()).toBe(2);
});

test('that there is none is an answer; any other failure is one', async () => {
  answers[LIST] = () => listOf(['failed'], '2');
  answers['/api/public/latest-raffle'] = () => new Response('{}', { status: 404 });
  expect(await latest()).toBeUndefined();
  queryClient.clear();
  answers['/api/public/latest-raffle'] = () => new Response('{}', { status: 500 });
  await expect(latest()).rejects.toThrow('500');
});

const ROUND = { chainHash: 'ab'.repeat(32), round: 9, dueAt: '2026-01-01T00:01:00.000Z' };
const awaiting = (isOverdue: boolean): RaffleSummary => ({
  ...RAFFLE,
  stage: 'awaiting_beacon',
  round: { ...ROUND, isOverdue },
});

/** Milliseconds until the next look, where this was answered. */
function nextLookAt(
  { refetchInterval }: { readonly refetchInterval?: unknown },
  data: object | null | undefined,
): unknown {
  return typeof refetchInterval === 'function' ? refetchInterval({ state: { data } }) : refetchInterval;
}

/** The same at the list, and at its first raffle. */
const nextLook = (raffles: readonly RaffleSummary[]): unknown[] => [
  nextLookAt(rafflePages, { pages: [{ raffles: raffles.slice(0, 1) }, { raffles: raffles.slice(1) }] }),
  nextLookAt(raffleQuery(RAFFLE.raffleId), { raffle: raffles[0], winners: [] }),
];

test.each(['committed', 'frozen'] as const)(
  'a raffle that is %s and not drawn yet is looked at, too',
  (stage) => {
    const underWay = { ...RAFFLE, stage, failure: null };
    expect(nextLook([underWay])).toEqual([2_000, 2_000]);
    expect(nextLook([awaiting(true), underWay])[0]).toBe(2_000);
  },
);

test('a draw that waits for its round is looked at every two seconds, one that is overdue every minute, others never', () => {
  expect(nextLook([RAFFLE])).toEqual([false, false]);
  expect(nextLook([awaiting(false)])).toEqual([2_000, 2_000]);
  expect(nextLook([awaiting(true)])).toEqual([60_000, 60_000]);
  expect(nextLook([awaiting(true), awaiting(false)])[0]).toBe(2_000);
  expect(nextLook([RAFFLE, awaiting(true)])[0]).toBe(60_000);
});

test('the list says that a raffle was drawn until it says that it is paid: it is looked at every half a minute', () => {
  const drawn: RaffleSummary = { ...RAFFLE, stage: 'drawn' };
  expect(nextLook([drawn])).toEqual([30_000, false]);
  expect(nextLook([{ ...RAFFLE, stage: 'completed' }, drawn])[0]).toBe(30_000);
  expect(nextLook([drawn, awaiting(false)])[0]).toBe(2_000);
  expect(nextLook([{ ...RAFFLE, stage: 'completed' }])).toEqual([false, false]);
});

test('a draw whose prizes are not all sent yet is looked at every half a minute, until they are', () => {
  const drawn: RaffleSummary = { ...RAFFLE, stage: 'drawn' };
  const winners = (...stages: string[]) => stages.map((status) => ({ status }));
  const pause = (of: object[]) => [
    nextLookAt(latestRaffleQuery, { ...LATEST, winners: of }),
    nextLookAt(raffleQuery(RAFFLE.raffleId), { raffle: drawn, winners: of }),
    nextLookAt(adminRaffleQuery(RAFFLE.raffleId), { raffle: drawn, winners: of }),
  ];
  expect(pause(winners('paid', 'open'))).toEqual([30_000, 30_000, 30_000]);
  expect(pause(winners('paid', 'no_wallet', 'account_removed'))).toEqual([false, false, false]);
});

const drawn = (number: number, stage: RaffleSummary['stage'] = 'drawn'): RaffleSummary => ({
  ...RAFFLE,
  number,
  stage,
});

function listTells(raffles: readonly RaffleSummary[]): void {
  const counts = { drawn: 1, failed: 0, letFail: 0 };
  const page = { raffles: [...raffles], nextSeedHash: null, counts, nextCursor: null };
  queryClient.setQueryData(rafflePages.queryKey, { pages: [page], pageParams: [null] });
}

test.each<[string, readonly RaffleSummary[], { readonly shown: number | null; readonly wait: unknown }]>([
  ['a newer draw', [drawn(3), drawn(2)], { shown: 2, wait: 1_000 }],
  ['the first draw of all', [drawn(1)], { shown: null, wait: 1_000 }],
  ['a newer one, paid, below one that failed', [RAFFLE, drawn(2, 'completed')], { shown: 1, wait: 1_000 }],
  ['the latest', [drawn(2), drawn(1)], { shown: 2, wait: false }],
  ['an older one than the latest', [drawn(1)], { shown: 2, wait: false }],
  ['one that waits', [awaiting(false), drawn(2)], { shown: 2, wait: false }],
  ['none', [], { shown: null, wait: false }],
])(
  'where the list tells of %s, the latest that is shown is looked at until it is that one',
  (_, raffles, { shown, wait }) => {
    listTells(raffles);
    const latestShown = shown === null ? null : { ...LATEST, number: shown };
    expect(nextLookAt(latestRaffleQuery, latestShown)).toBe(wait);
  },
);

test('a latest raffle that could not be had is for the reader to ask for again', () => {
  listTells([drawn(1)]);
  expect(nextLookAt(latestRaffleQuery, undefined)).toBe(false);
});
