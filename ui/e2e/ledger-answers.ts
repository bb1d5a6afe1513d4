import type { Page, Route } from 'playwright-core';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import type { getLedgerAt, getLedgerDifference } from '../../contracts/api/ledger-at.ts';
import type { Seals } from '../src/features/ledger/api/ledger-queries.ts';
import { type SealedLedger, sealedLedger } from '../src/features/ledger/testing/sealed-ledger.ts';

/** A ledger with true proofs, put in front of the real server: states that a fresh one does not have. */
const PARTS = {
  size: 60,
  sealed: 52,
  witnesses: ['witness.alpha.example', 'witness.beta.example'],
  endsAt: new Date(),
};
export const LEDGER = sealedLedger(PARTS);
/** As long, and signed by the same notary. */
export const ANOTHER_HISTORY = sealedLedger({ ...PARTS, reason: 'Another' });

/** All that can go wrong with the seals of a ledger. */
export const alarmed = ({ seals }: SealedLedger): Seals => ({
  ...seals,
  notary: { ...seals.notary, state: 'halted', reason: 'the root differs at 50 events' },
  witnesses: seals.witnesses.map((witness, at) =>
    at === 0 ? { ...witness, state: 'refuses', detail: 'it has seen another history' } : witness,
  ),
});

type LedgerAt = ResponseOf<typeof getLedgerAt>;

const DAY_MS = 24 * 3_600_000;
const END = Date.now();
const RANGE = {
  from: new Date(END - 300 * DAY_MS).toISOString(),
  to: new Date(END).toISOString(),
  events: 60,
};
/** As many digits as the books ever have to hold, and a last decimal. */
const HUGE = `${'123456789'.repeat(6)}123456.000000000000000001`;

/** The books at a moment; the later, the more was granted. */
export function booksAt(at: string | null): LedgerAt {
  const time = at === null || at.startsWith('C:') ? END : Date.parse(at);
  const events = Math.max(0, Math.min(60, Math.round(60 - (END - time) / (5 * DAY_MS))));
  const granted = at === null ? HUGE : String(events * 100);
  return {
    place: {
      ledgerPosition: events === 0 ? null : `C:${events * 100}/P:${events * 100}`,
      occurredAt: events === 0 ? null : new Date(time).toISOString(),
      events,
    },
    range: RANGE,
    trialBalance: [
      { account: 'program:issued', accounts: 1, balance: granted === '0' ? '0' : `-${granted}` },
      { account: 'program:cleared', accounts: 1, balance: '0' },
      { account: 'program:reset', accounts: 1, balance: '0' },
      { account: 'program:revoked', accounts: 1, balance: '0' },
      { account: 'user:*:claimable', accounts: 104_233, balance: granted },
      { account: 'user:*:claimed', accounts: 104_233, balance: '0' },
    ],
    sum: '0',
    figures: { users: events, granted, claimed: '0', cleared: '0', pending: granted, raffles: 2 },
    admins: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    leaders: Array.from({ length: Math.min(10, events) }, (_, n) => ({
      rank: n + 1,
      userId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      username: n === 3 ? 'WwWwWwWwWwWwWwWwWwWw' : `user_${n}`,
      total: n === 0 ? granted : String(1_000 - n),
    })),
  };
}

const EMPTY_BOOKS: LedgerAt = {
  place: { ledgerPosition: null, occurredAt: null, events: 0 },
  range: null,
  trialBalance: [],
  sum: '0',
  figures: { users: 0, granted: '0', claimed: '0', cleared: '0', pending: '0', raffles: 0 },
  admins: [],
  leaders: [],
};

export type LedgerAnswers = {
  readonly ledger?: SealedLedger;
  readonly seals?: Seals;
};

const LEDGER_CALLS = '**/api/ledger/{seals,events,at,difference,receipts,checkpoint,export}{,/**,\\?*}';

/** Answers every call of the page from a ledger. */
export async function answerLedger(page: Page, answers: LedgerAnswers = {}): Promise<void> {
  const { ledger = LEDGER, seals = ledger.seals } = answers;
  await page.route(LEDGER_CALLS, (route) => answer(route, ledger, seals));
}

/** Nothing has happened yet. */
export async function answerEmptyLedger(page: Page): Promise<void> {
  const seals: Seals = {
    notary: { origin: 'rewards.example.org/ledger', verifierKey: null, state: 'starting', reason: null },
    events: 0,
    witnesses: [],
    seals: [],
    nextCursor: null,
  };
  await page.route('**/api/ledger/seals?*', (route) => route.fulfill({ json: seals }));
  await page.route('**/api/ledger/events?*', (route) =>
    route.fulfill({ json: { lines: [], nextCursor: null } }),
  );
  await page.route(/\/api\/ledger\/at(\?|$)/, (route) => route.fulfill({ json: EMPTY_BOOKS }));
}

/** No call of the page is answered with what it asks for. */
export async function answerNoLedger(page: Page): Promise<void> {
  await page.route(LEDGER_CALLS, (route) =>
    route.fulfill({
      status: 503,
      json: { error: 'LedgerUnavailable', message: 'The service is restarting.' },
    }),
  );
}

function answer(route: Route, ledger: SealedLedger, seals: Seals): Promise<void> {
  const url = new URL(route.request().url());
  const [, , , call = '', id = ''] = url.pathname.split('/');
  switch (call) {
    case 'seals':
      return route.fulfill({ json: seals });
    case 'at':
      return route.fulfill({ json: booksAt(url.searchParams.get('at')) });
    case 'difference':
      return route.fulfill({ json: difference(url.searchParams, ledger) });
    case 'checkpoint':
      return route.fulfill({ body: ledger.checkpoint, contentType: 'text/plain' });
    case 'export':
      return route.fulfill({ body: ledger.export, contentType: 'text/plain' });
    case 'receipts':
      return fulfillFound(route, ledger.receipt(id));
    default:
      return id === '' || id === 'own'
        ? route.fulfill({ json: logPage(url.searchParams, ledger) })
        : fulfillFound(route, ledger.answer(id));
  }
}

function fulfillFound(route: Route, json: unknown): Promise<void> {
  if (json !== undefined) return route.fulfill({ json });
  return route.fulfill({ status: 404, json: { error: 'NotFound', message: 'There is no such event.' } });
}

function logPage(query: URLSearchParams, { lines }: SealedLedger) {
  const [type, stream, limit] = ['type', 'stream', 'limit'].map((name) => query.get(name));
  const from = Number(query.get('cursor') ?? 0);
  const matching = lines.filter(
    (line) =>
      (!type || line.type === type) &&
      (!stream || line.stream === stream || line.stream.startsWith(`${stream}-`)),
  );
  const to = from + Number(limit ?? 25);
  return { lines: matching.slice(from, to), nextCursor: to < matching.length ? String(to) : null };
}

function difference(query: URLSearchParams, { lines }: SealedLedger): ResponseOf<typeof getLedgerDifference> {
  return {
    from: booksAt(query.get('from')).place,
    to: booksAt(query.get('to')).place,
    changes: [
      { account: 'program:issued', change: '-200.5' },
      { account: 'user:*:claimable', change: '200.5' },
    ],
    lines: lines.slice(0, 3).toReversed(),
    nextCursor: null,
  };
}
