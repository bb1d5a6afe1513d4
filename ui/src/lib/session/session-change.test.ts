import { type QueryKey, QueryObserver, type QueryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getNetwork } from '../../../../contracts/api/network.ts';
import { listRaffles } from '../../../../contracts/api/raffle.ts';
import { getReferrals } from '../../../../contracts/api/referrals.ts';
import { getPublicFigures } from '../../../../contracts/api/socials.ts';
import { getSession } from '../../../../contracts/api/wallet.ts';
import { sessionTexts } from '../../../../contracts/messages.ts';
import type { SessionAnswer } from '../api/api.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { pagedQuery } from '../api/paged-query.ts';
import { mapStorage } from '../storage/testing/map-storage.ts';

const ANNA = '0x00000000000000000000000000000000000000Aa';
const BEN = '0x00000000000000000000000000000000000000bB';
const sessionOf = (walletAddress: string): SessionAnswer => ({
  session: {
    userId: '5f0c2f0e-1111-4222-8333-944445555666',
    walletAddress,
    role: 'user',
    expiresAt: '2026-01-01T00:00:00.000Z',
  },
});
const NOBODY: SessionAnswer = { session: null };

/** What other tabs are told. */
let told: unknown[] = [];
/** Where they are heard. */
let channel = new EventTarget();
/** What the server says of who is signed in. */
let answer: () => Promise<SessionAnswer> = async () => NOBODY;

beforeEach(() => {
  told = [];
  channel = new EventTarget();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener = channel.addEventListener.bind(channel);
      postMessage(message: unknown): void {
        told.push(message);
      }
    },
  );
  // Whether the server is there again is asked elsewhere, whenever the time for that has come.
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === getSession.path ? await answer() : {}),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A page of its own, as it stands when the server has said whose session it has; undefined: when that answer was lost. */
async function openPage(first: SessionAnswer | undefined) {
  vi.resetModules();
  const change = await import('./session-change.ts');
  const { ledgerSync, queryClient, SESSION_KEY } = await import('../api/api.ts');
  const { sessionQuery } = await import('./session.ts');
  change.watchSession();
  answer = async () => first ?? Promise.reject(new TypeError('the network is gone'));
  await queryClient.fetchQuery(sessionQuery).catch(() => undefined);
  const isAsking = () => queryClient.isFetching({ queryKey: SESSION_KEY }) > 0;
  return {
    ...change,
    ledgerSync,
    queryClient,
    wallet: () => queryClient.getQueryData<SessionAnswer>(SESSION_KEY)?.session?.walletAddress,
    list: () => queryClient.getQueryData(['/api/transactions']),
    /** Until the server was heard, or is waited for no more. */
    async heard(): Promise<void> {
      await expect.poll(isAsking).toBe(false);
      // What comes of an answer that nobody waits for would have come by then.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** As a page that looks at it has it. */
function showOn(
  { queryClient }: Pick<Awaited<ReturnType<typeof openPage>>, 'queryClient'>,
  { queryKey, meta }: Pick<QueryOptions, 'queryKey' | 'meta'> & { readonly queryKey: QueryKey },
): void {
  queryClient.getQueryCache().build(queryClient, { queryKey, ...(meta && { meta }) });
  queryClient.setQueryData(queryKey, 'an answer');
}

const rafflesByPage = pagedQuery(listRaffles, { pageSize: 10, request: (page) => page });

const asBen = { walletAddress: BEN, role: 'user' } as const;

test('what everybody is answered alike is of no account: it stays for whoever signs in, and out', async () => {
  const page = await openPage(NOBODY);
  const [figures, raffles] = [endpointQuery(getPublicFigures), rafflesByPage];
  const own = endpointQuery(getReferrals);
  for (const query of [figures, raffles, own]) showOn(page, query);
  const isKept = () =>
    [figures, raffles, own].map(({ queryKey }) => page.queryClient.getQueryData(queryKey) !== undefined);
  answer = async () => sessionOf(BEN);
  await page.sessionBegan(asBen, 'io.metamask');
  expect(isKept()).toEqual([true, true, false]);
  showOn(page, own);
  page.sessionEnded();
  expect(isKept()).toEqual([true, true, false]);
});

test('a browser that keeps no sign-in says so: nobody is shown as signed in, and no session as ended', async () => {
  const page = await openPage(NOBODY);
  const { sessionNotice } = await import('./session-notice.ts');
  await expect(page.sessionBegan(asBen, 'io.metamask')).rejects.toThrow(sessionTexts.notKept);
  expect([page.wallet(), page.accountOfSession(), sessionNotice()]).toEqual([undefined, undefined, null]);
});

test('a page of a browser that forbids its tabs to talk opens, and follows its own session', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
  const page = await openPage(NOBODY);
  answer = async () => sessionOf(BEN);
  await page.sessionBegan(asBen, 'io.metamask');
  expect(page.wallet()).toBe(BEN);
});

test('who signs in as another account sees nothing of the one before, also where the answer to whose session it is was lost', async () => {
  const page = await openPage(sessionOf(ANNA));
  page.queryClient.setQueryData(['/api/transactions'], 'those of Anna');
  answer = () => Promise.reject(new TypeError('the network is gone'));
  await expect(page.sessionBegan(asBen, 'metamask')).rejects.toThrow();
  answer = async () => sessionOf(BEN);
  page.checkSession();
  await expect.poll(page.wallet).toBe(BEN);
  expect(page.list()).toBeUndefined();
  // Theirs show the account of before as well.
  expect(told).toHaveLength(1);
});

test('who has signed in is signed in, also where the first answer to whose session it is was lost', async () => {
  const page = await openPage(NOBODY);
  answer = async () => {
    answer = async () => sessionOf(BEN);
    throw new TypeError('the network is gone');
  };
  await page.sessionBegan(asBen, 'metamask');
  expect(page.wallet()).toBe(BEN);
});

test('who has lost a right is not named any more once somebody else was signed in, in whichever tab', async () => {
  const page = await openPage(sessionOf(ANNA));
  const { setRemoved, useLiveState } = await import('../admin/live-state.ts');
  const { rendered } = await import('../api/testing/rendered.ts');
  const named: (string | undefined)[] = [];
  const look = () =>
    rendered(() => {
      named.push(useLiveState().removed);
      return null;
    });
  setRemoved(ANNA);
  for (const session of [NOBODY, sessionOf(BEN), NOBODY]) {
    answer = async () => session;
    channel.dispatchEvent(new Event('message'));
    await page.heard();
    look();
  }
  expect(named).toEqual([ANNA, undefined, undefined]);
});

test('what is kept of another account is forgotten with a sign-in, and what is everybody’s stays', async () => {
  const page = await openPage(sessionOf(ANNA));
  page.queryClient.setQueryData(['/api/transactions'], 'those of Anna');
  showOn(page, endpointQuery(getNetwork));
  answer = async () => sessionOf(BEN);
  await page.sessionBegan(asBen, 'metamask');
  expect([page.wallet(), page.list()]).toEqual([BEN, undefined]);
  expect(page.queryClient.getQueryData([getNetwork.path])).toBe('an answer');
  expect(page.accountOfSession()).toBe(BEN);
  expect(told).toHaveLength(1);
});

test('an answer of before a sign-in, or of before its end, that comes late does not say whose session it is', async () => {
  const page = await openPage(sessionOf(ANNA));
  const late = Promise.withResolvers<SessionAnswer>();
  answer = () => late.promise;
  page.checkSession();
  answer = async () => sessionOf(BEN);
  await page.sessionBegan(asBen, 'metamask');
  late.resolve(sessionOf(ANNA));
  await page.heard();
  expect(page.wallet()).toBe(BEN);

  const later = Promise.withResolvers<SessionAnswer>();
  answer = () => later.promise;
  page.checkSession();
  page.sessionEnded();
  later.resolve(sessionOf(BEN));
  await page.heard();
  expect([page.wallet(), page.accountOfSession()]).toEqual([undefined, undefined]);
});

test('another window signs in as somebody else, or out: nothing of the account stays; the same one keeps what it has', async () => {
  const page = await openPage(sessionOf(ANNA));
  const look = async (next: SessionAnswer) => {
    page.queryClient.setQueryData(['/api/transactions'], 'those of Anna');
    page.ledgerSync.reached('C:5/P:5');
    answer = async () => next;
    page.checkSession();
    await page.heard();
    return [page.wallet(), page.list(), page.ledgerSync.position()];
  };
  expect(await look(sessionOf(ANNA))).toEqual([ANNA, 'those of Anna', 'C:5/P:5']);
  expect(await look(sessionOf(BEN))).toEqual([BEN, undefined, undefined]);
  expect(await look(NOBODY)).toEqual([undefined, undefined, undefined]);
  // Whoever only follows tells nobody: tabs would tell each other without end.
  expect(told).toEqual([]);
});

test('a person who ends the session leaves nothing of it, and other windows look for themselves', async () => {
  const page = await openPage(sessionOf(ANNA));
  page.queryClient.setQueryData(['/api/transactions'], 'those of Anna');
  page.ledgerSync.reached('C:5/P:5');
  page.sessionEnded();
  expect([page.wallet(), page.list(), page.ledgerSync.position()]).toEqual([undefined, undefined, undefined]);
  expect(told).toHaveLength(1);
});

test.each<[string, boolean, () => unknown]>([
  ['another tab says that it changed', true, () => channel.dispatchEvent(new Event('message'))],
  ['somebody comes back to the window', true, () => window.dispatchEvent(new Event('focus'))],
  ['the tab is seen again', true, () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the browser brings the page back as it was', true, () => window.dispatchEvent(pageShown(true))],
  ['the page is loaded', false, () => window.dispatchEvent(pageShown(false))],
  ['the tab is hidden', false, hide],
])('whose session it is is asked where it may have changed: when %s (%s)', async (_, isAsked, happens) => {
  const page = await openPage(sessionOf(ANNA));
  answer = async () => sessionOf(BEN);
  happens();
  await page.heard();
  expect(page.wallet()).toBe(isAsked ? BEN : ANNA);
});

test('a page whose first answer was lost asks again once somebody comes back to it; one that still waits for it does not', async () => {
  const page = await openPage(undefined);
  const late = Promise.withResolvers<SessionAnswer>();
  const ask = vi.fn(() => late.promise);
  answer = ask;
  for (const target of [window, channel, window]) {
    target.dispatchEvent(new Event(target === channel ? 'message' : 'focus'));
  }
  late.resolve(sessionOf(ANNA));
  await expect.poll(page.wallet).toBe(ANNA);
  expect(ask).toHaveBeenCalledTimes(1);
});

function hide(): void {
  Object.assign(document, { visibilityState: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

test('what a page shows that the browser brings back as it was is asked for again, and what it showed once before that is shown again', async () => {
  const page = await openPage(sessionOf(ANNA));
  const isOld = (key: string) => page.queryClient.getQueryState([key])?.isInvalidated;
  const ask = vi.fn(async () => 'figures');
  const shown = new QueryObserver(page.queryClient, { queryKey: ['/api/dashboard'], queryFn: ask });
  const leave = shown.subscribe(() => undefined);
  await expect.poll(() => shown.getCurrentResult().data).toBe('figures');
  page.queryClient.setQueryData(['/api/transactions'], 'those of yesterday');
  page.queryClient.setQueryData(['/api/admin/reset-rewards', 'dry-run'], 'an answer');

  window.dispatchEvent(pageShown(false));
  await page.heard();
  expect([ask.mock.calls.length, isOld('/api/transactions')]).toEqual([1, false]);

  window.dispatchEvent(pageShown(true));
  await page.heard();
  expect([ask.mock.calls.length, isOld('/api/transactions')]).toEqual([2, true]);
  expect(page.queryClient.getQueryState(['/api/admin/reset-rewards', 'dry-run'])?.isInvalidated).toBe(false);
  expect(page.wallet()).toBe(ANNA);
  leave();
});

const pageShown = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

test('whose link brought somebody here is used up by a sign-in on this page, and by no other', async () => {
  const stored = new Map([['referrerId', '6a1d3f1e-1111-4222-8333-944445555666']]);
  vi.stubGlobal('localStorage', mapStorage(stored));
  const page = await openPage(NOBODY);
  answer = async () => sessionOf(ANNA);
  page.checkSession();
  await page.heard();
  expect(stored.has('referrerId')).toBe(true);
  answer = async () => sessionOf(BEN);
  await page.sessionBegan(asBen, 'metamask');
  expect(stored.has('referrerId')).toBe(false);
});

test('what somebody typed here waits for them alone: it is gone once another window signs in as somebody else', async () => {
  const page = await openPage(sessionOf(ANNA));
  const { keepDraft, readDraft } = await import('../draft/drafts.ts');
  vi.stubGlobal('sessionStorage', tabStorage());
  keepDraft(ANNA, 'username', 'anna');
  const look = async (next: SessionAnswer) => {
    answer = async () => next;
    page.checkSession();
    await page.heard();
    return readDraft(ANNA, 'username');
  };
  expect(await look(NOBODY)).toBe('anna');
  expect(await look(sessionOf(ANNA))).toBe('anna');
  expect(await look(sessionOf(BEN))).toBeUndefined();
});

/** Of a tab: its entries are its own properties, as a browser has them. */
function tabStorage(): object {
  const entries: Record<string, string> = {};
  return Object.defineProperties(entries, {
    getItem: { value: (key: string) => entries[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(entries, { [key]: value }) },
    removeItem: { value: (key: string) => Reflect.deleteProperty(entries, key) },
  });
}

test('what somebody erases is forgotten in every tab of the browser, and the others ask anew for what they show', async () => {
  const page = await openPage(sessionOf(ANNA));
  const { keepDraft, readDraft } = await import('../draft/drafts.ts');
  const { VERIFIED_KEY } = await import('../storage/browser-storage.ts');
  vi.stubGlobal('sessionStorage', tabStorage());
  const fill = () => {
    for (const field of ['email', 'handle:twitter:none:']) keepDraft(ANNA, field, 'anna');
    sessionStorage.setItem(VERIFIED_KEY, 'anna@example.com');
  };
  const kept = () => [
    readDraft(ANNA, 'email'),
    readDraft(ANNA, 'handle:twitter:none:'),
    sessionStorage.getItem(VERIFIED_KEY),
  ];
  const nothing = [undefined, undefined, null];
  fill();
  page.personalDataErased(ANNA);
  expect(kept()).toEqual(nothing);
  const [message] = told;

  fill();
  const own = endpointQuery(getReferrals);
  showOn(page, own);
  channel.dispatchEvent(new MessageEvent('message', { data: message }));
  expect(kept()).toEqual(nothing);
  expect(page.queryClient.getQueryState(own.queryKey)?.isInvalidated).toBe(true);
  expect(page.wallet()).toBe(ANNA);
});
