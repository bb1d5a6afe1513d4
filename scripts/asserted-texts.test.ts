import { expect, test } from 'vitest';
import { createTextReader, isAmong } from './asserted-texts.ts';
import { createReader } from './asserting.ts';

const files: Readonly<Record<string, string>> = {
  'contracts/words.ts': `
    export const words = { failed: { title: 'Failed' }, other: 'Not said', late: (why: string) => \`Late: \${why}\` } as const;
    export const MOST = 1_000;
  `,
  'ui/e2e/look.ts': `
    import { words } from '../../contracts/words.ts';
    export async function expectTitle(page, title) { await page.getByRole('heading', { name: title }).waitFor(); }
    export const note = (page) => page.getByRole('status', { name: 'Notes' });
    export async function signIn(page, options) { options; await page.getByText('Signed in').waitFor(); }
  `,
  'contracts/catalogue.ts': `export { words as texts } from './words.ts';`,
  'api/limits.ts': `export const OWN_LIMIT = 77;`,
  'a.test.ts': `
    import { words, MOST } from './contracts/words.ts';
    import { texts } from './contracts/catalogue.ts';
    import { OWN_LIMIT } from './api/limits.ts';
    import { expectTitle, note, signIn } from './ui/e2e/look.ts';
    test('said', async () => {
      const given = 'Only given';
      const button = page.getByRole('button', { name: 'Send' });
      await act(given);
      await button.waitFor();
      expect(act()).toEqual([words.failed, words.late('rain'), MOST, 0xd60, /x\\.y/, -2.5]);
    });
    test('by helpers', async () => {
      await signIn(page, { as: 'Option' });
      await expectTitle(page, 'Board');
      await note(page).waitFor();
      await page.getByLabel('Amount').fill('typed');
    });
    test.each([['row one', 12]])('of %s', (row) => { expect(act(row, { input: 'input' })).toThrow(TooLate); });
    test('passed on', () => { expect(act()).toBe(texts.other); });
    test('of the code itself', () => { expect(act()).toBe(OWN_LIMIT); });
  `,
};
const textsOf = createTextReader(createReader((file) => files[file]));
const isSaid = (test: string, figure: string | number) => isAmong(figure, textsOf(['a.test.ts', test]));

test('texts and numbers in an assertion count, and what its names stand for', () => {
  for (const said of ['Failed', 'Late:', 'rain', 1_000, 0xd60, 'x.y', 2.5, 'Send']) {
    expect([said, isSaid('said', said)]).toEqual([said, true]);
  }
});

test('what is given, and what is another property, does not', () => {
  for (const unsaid of ['Only given', 'Not said']) expect(isSaid('said', unsaid)).toBe(false);
  expect(isSaid('of %s', 'input')).toBe(false);
});

test('what a helper asserts counts, and what it is given outright; its options and what is typed do not', () => {
  for (const said of ['Signed in', 'Board', 'Notes', 'Amount']) expect(isSaid('by helpers', said)).toBe(true);
  for (const unsaid of ['Option', 'typed']) expect(isSaid('by helpers', unsaid)).toBe(false);
});

test('the table of a test counts, and the kind of an error', () => {
  for (const said of ['row one', 12, 'TooLate']) expect(isSaid('of %s', said)).toBe(true);
});

test('a name stands for what a file passes on from another one', () => {
  expect(isSaid('passed on', 'Not said')).toBe(true);
});

test('what the code under test calls something says nothing', () => {
  expect(isSaid('of the code itself', 77)).toBe(false);
});

test('a figure is a word of its own', () => {
  const texts = ['Claimed 1,234.50 EVO', '12', 'Level12346'];
  expect(['Claim', 2, 1, 234, 50, '1,234'].map((one) => isAmong(one, texts))).toEqual(Array(6).fill(false));
  expect(['Claimed', 12, '1,234.50', 'EVO', 12346].map((one) => isAmong(one, texts))).toEqual(
    Array(5).fill(true),
  );
});

test('a test that is not there is an error', () => {
  expect(() => textsOf(['a.test.ts', 'gone'])).toThrow('has no test');
});
