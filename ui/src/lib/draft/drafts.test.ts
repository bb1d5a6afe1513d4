import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dropDraft,
  forgetDrafts,
  forgetDraftsOfOthers,
  forgetPersonalDrafts,
  keepDraft,
  readDraft,
  whenDraftsAreForgotten,
} from './drafts.ts';

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
  const own = ['email', 'handle:twitter:none:', 'username:evo_1'];
  for (const field of [...own, 'add-admin']) keepDraft(ANNA, field, 'typed');
  keepDraft(BEN, 'email', 'ben');
  forgetPersonalDrafts(ANNA.toLowerCase());
  expect(own.map((field) => readDraft(ANNA, field))).toEqual(own.map(() => undefined));
  expect([readDraft(ANNA, 'add-admin'), readDraft(BEN, 'email')]).toEqual(['typed', 'ben']);
});

test('a browser that keeps nothing loses the draft and no more', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft(ANNA, 'username', 'anna');
  expect(readDraft(ANNA, 'username')).toBeUndefined();
  forgetDrafts();
});
