import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VERIFIED_KEY, VERIFYING_KEY } from '../storage/browser-storage.ts';
import {
  dropDraft,
  forgetDrafts,
  forgetDraftsOfOthers,
  forgetPersonalDrafts,
  keepDraft,
  readDraft,
  whenDraftsAreForgotten,
} from './drafts.ts';
import { forgetSent } from './forget-sent.ts';

const ANNA = '0x00000000000000000000000000000000000000Aa';
const BEN = '0x00000000000000000000000000000000000000bB';

/** Of a tab: its entries are its own properties, as a browser has them. */
class TabStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, text: string): void {
    Reflect.set(this, key, text);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

beforeEach(() => void vi.stubGlobal('sessionStorage', new TabStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a draft is its account’s, in whatever case its wallet stands, and nobody else’s', () => {
  keepDraft(ANNA, 'username', 'anna');
  expect(readDraft(ANNA.toLowerCase(), 'username')).toBe('anna');
  expect([readDraft(BEN, 'username'), readDraft(ANNA, 'email')]).toEqual([undefined, undefined]);
  dropDraft(ANNA.toLowerCase(), 'username');
  expect(readDraft(ANNA, 'username')).toBeUndefined();
});

test('who signs in finds the own drafts and leaves none of others; who signs out leaves none, and nothing else is touched', () => {
  const heard: (string | undefined)[] = [];
  whenDraftsAreForgotten((except) => heard.push(except));
  sessionStorage.setItem('of another part', 'kept');
  keepDraft(ANNA, 'username', 'anna');
  keepDraft(BEN, 'username', 'ben');
  forgetDraftsOfOthers(ANNA.toLowerCase());
  expect([readDraft(ANNA, 'username'), readDraft(BEN, 'username')]).toEqual(['anna', undefined]);
  forgetDrafts();
  expect(readDraft(ANNA, 'username')).toBeUndefined();
  expect(sessionStorage.getItem('of another part')).toBe('kept');
  expect(heard).toEqual([ANNA.toLowerCase(), undefined]);
});

test('who erases personal data finds nothing of it typed, and all that was typed about others', () => {
  const own = ['email', 'handle:twitter:none:', 'username'];
  for (const field of [...own, 'add-admin']) keepDraft(ANNA, field, 'typed');
  keepDraft(BEN, 'email', 'ben');
  forgetPersonalDrafts(ANNA.toLowerCase());
  expect(own.map((field) => readDraft(ANNA, field))).toEqual(own.map(() => undefined));
  expect([readDraft(ANNA, 'add-admin'), readDraft(BEN, 'email')]).toEqual(['typed', 'ben']);
});

test('nor what was sent of it without an answer, nor what a mailed link came to; other acts stay one act', () => {
  const sent = [
    '/api/email/signup {"email":"anna@example.com"}',
    '/api/social/connect {"platform":"twitter","handle":"anna"}',
    `/api/users/:walletAddress/username ${ANNA} {"username":"anna"}`,
  ].map((act) => `act:${ANNA} ${act}`);
  const claim = `act:${ANNA} /api/rewards/claim {}`;
  for (const field of [...sent, claim]) keepDraft(ANNA, field, 'key 1');
  for (const key of [VERIFIED_KEY, VERIFYING_KEY, 'places']) sessionStorage.setItem(key, 'of a page');
  forgetSent();
  expect(JSON.stringify(sessionStorage)).not.toMatch(/anna/);
  expect([VERIFIED_KEY, VERIFYING_KEY].map((key) => sessionStorage.getItem(key))).toEqual([null, null]);
  expect([readDraft(ANNA, claim), sessionStorage.getItem('places')]).toEqual(['key 1', 'of a page']);
});

test('a browser that keeps nothing loses the draft and no more', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft(ANNA, 'username', 'anna');
  expect(readDraft(ANNA, 'username')).toBeUndefined();
  forgetDrafts();
  forgetSent();
});
