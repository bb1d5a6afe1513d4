import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendReward } from '../../../../contracts/api/admin.ts';
import { removeAdmin } from '../../../../contracts/api/admin-acts.ts';
import type { Endpoint } from '../../../../contracts/api/endpoint.ts';
import { claimRewards } from '../../../../contracts/api/rewards.ts';
import { forgetDrafts, forgetDraftsOfOthers } from '../draft/drafts.ts';
import { NoAnswer } from './api-error.ts';
import { beginSending } from './command-key.ts';
import { createOpenActs, openForMs } from './open-acts.ts';

const MINUTE_MS = 60_000;
const ACCOUNT = '0xAbc';
let now: number;
let made: number;

beforeEach(() => {
  [now, made] = [1_000 * MINUTE_MS, 0];
  const entries: Record<string, string> = {};
  vi.stubGlobal(
    'sessionStorage',
    Object.defineProperties(entries, {
      getItem: { value: (key: string) => entries[key] ?? null },
      setItem: { value: (key: string, value: string) => Object.assign(entries, { [key]: value }) },
      removeItem: { value: (key: string) => Reflect.deleteProperty(entries, key) },
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** One page; loaded again, it is another one. */
function page() {
  const actsOf = createOpenActs(() => now);
  return (account = ACCOUNT, endpoint: Pick<Endpoint, 'access'> = claimRewards) =>
    beginSending(actsOf(account, openForMs(endpoint)), account, { amount: '5' }, () => `key-${++made}`);
}
const lost = () => new NoAnswer(new Error());

test('an act that was lost, or was under way, is the same one on a page that is loaded again', () => {
  page()().failed(lost());
  const again = page()();
  expect(again.key).toBe('key-1');
  // Loaded again before the answer came.
  const third = page()();
  expect(third.key).toBe('key-1');
  third.succeeded();
  expect(page()().key).toBe('key-2');
});

test('after an hour without an answer the same is another act, on the same page as well', () => {
  const send = page();
  send().failed(lost());
  now += 59 * MINUTE_MS;
  // Sending it again begins the hour anew.
  send().failed(lost());
  now += 59 * MINUTE_MS;
  expect(page()().key).toBe('key-1');
  now += 61 * MINUTE_MS;
  expect(page()().key).toBe('key-2');
  expect(send().key).toBe('key-3');
});

test('who hears hours later that no answer came, as after a sleep, tries the same act again, on a page loaded again, too', () => {
  const send = page();
  const claim = send();
  now += 120 * MINUTE_MS;
  claim.failed(lost());
  for (const again of [send(), page()()]) expect(again).toMatchObject({ key: 'key-1', isLate: false });
});

test.each([sendReward, removeAdmin])(
  'what admins alone do ($path) is the same act however late it is sent again, on a page loaded again, too',
  (endpoint) => {
    const send = page();
    send(ACCOUNT, endpoint).failed(lost());
    now += 40 * 24 * 60 * MINUTE_MS;
    const again = [page()(ACCOUNT, endpoint), send(ACCOUNT, endpoint)];
    expect(again.map(({ key, isLate }) => [key, isLate])).toEqual([
      ['key-1', true],
      ['key-1', true],
    ]);
    again[0]?.succeeded();
    expect(page()(ACCOUNT, endpoint)).toMatchObject({ key: 'key-2', isLate: false });
  },
);

test('an act of another account is another one, and a disconnect forgets all that is kept', () => {
  page()().failed(lost());
  expect(page()('0xDef').key).toBe('key-2');
  forgetDrafts();
  expect(page()().key).toBe('key-3');
});

test('a disconnect forgets them on the page that is not loaded again, too; another account that signs in, all but its own', () => {
  const send = page();
  const of = (account: string) => send(account).failed(lost());
  of(ACCOUNT);
  of('0xDef');
  forgetDraftsOfOthers('0xDEF');
  expect([send('0xDef').key, send().key]).toEqual(['key-2', 'key-3']);
  forgetDrafts();
  expect([send('0xDef').key, send().key]).toEqual(['key-4', 'key-5']);
});

test('what is answered after a disconnect leaves nothing of the account in the browser', () => {
  const send = page();
  const [done, refused] = [send(), send('0xDef')];
  forgetDrafts();
  done.succeeded();
  refused.failed(lost());
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('an act is sent late a moment after it was lost, or when another one was done since, on a page loaded again, too', () => {
  const actsOf = () => createOpenActs(() => now)(ACCOUNT, openForMs(claimRewards));
  const send = (acts = actsOf(), amount = '5') =>
    beginSending(acts, ACCOUNT, { amount }, () => `key-${++made}`);
  const acts = actsOf();
  send(acts).failed(lost());
  now += MINUTE_MS;
  expect([send(acts).isLate, send().isLate]).toEqual([false, false]);
  // The answer of a long act is waited for, and counts from when it was given up.
  const third = send(acts);
  now += 2 * MINUTE_MS;
  third.failed(lost());
  expect(send(acts).isLate).toBe(false);
  now += MINUTE_MS + 1;
  expect([send().isLate, send(actsOf()).isLate]).toEqual([true, false]);

  send(acts).failed(lost());
  now += 1;
  send(acts, '6').succeeded();
  expect(send(actsOf()).isLate).toBe(true);
});

test('without an account an act is kept by the page alone', () => {
  const actsOf = createOpenActs(() => now);
  const send = () =>
    beginSending(actsOf(undefined, openForMs(claimRewards)), 'nobody', {}, () => `key-${++made}`);
  send().failed(lost());
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(send().key).toBe('key-1');
});
