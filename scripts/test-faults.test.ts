import { expect, test } from 'vitest';
import { createReader } from './asserting.ts';
import { testFaults } from './test-faults.ts';

const HELPERS = `
export function expectEqual(a, b) { if (a !== b) throw new Error('not equal'); }
export async function loadUser(id) { if (!id) throw new Error('no id'); }
export const createGiven = () => ({ thenEvents(events) { expect(events).toEqual([]); }, when() {} });
`;

function faultsOf(code: string): string[] {
  const files = new Map([
    ['a.test.ts', `import { createGiven, expectEqual, loadUser } from './helpers.ts';\n${code}`],
    ['helpers.ts', HELPERS],
  ]);
  return testFaults(
    'a.test.ts',
    createReader((file) => files.get(file)),
  ).map(({ line, why }) => `${line - 1}: ${why}`);
}

const BRANCH = 'asserts only where a branch is taken, and does not count its assertions';

test.each([
  ["test('a', () => { expect(1).toBe(1); });", []],
  ["test('a', async () => { await expect.poll(() => 1).toBe(1); });", []],
  ["test('a', async () => { await page.getByText('a').waitFor(); });", []],
  ["test('a', () => { fc.assert(fc.property(fc.nat(), () => true)); });", []],
  ["test('a', () => { expectEqual(1, 1); });", []],
  ["test('a', () => { createGiven().thenEvents([]); });", []],
  ["const same = (a) => expect(a).toBe(a);\ntest('a', () => { same(1); });", []],
  ["test.each([1])('%i', (n) => { expect(n).toBe(1); });", []],
  ["test('a', holds);\nfunction holds() { expect(1).toBe(1); }", []],
  ["test('a', () => { for (const n of [1]) expect(n).toBe(1); });", []],
  ["test('a', () => { run(); });", ['1: asserts nothing']],
  ["test('a', () => { expect(1); });", ['1: asserts nothing']],
  ["test('a', async () => { await vi.waitFor(() => run()); });", ['1: asserts nothing']],
  ["test('a', async () => { await loadUser(1); });", ['1: asserts nothing']],
  ["test('a', () => { createGiven().when(); });", ['1: asserts nothing']],
  ["test.each([1])('%i', (n) => { run(n); });", ['1: asserts nothing']],
  ["test('a', () => { if (x) expect(1).toBe(1); });", [`1: ${BRANCH}`]],
  ["test('a', () => { try { run(); } catch (e) { expect(e).toBe(1); } });", [`1: ${BRANCH}`]],
  ["test('a', () => { x ? expect(1).toBe(1) : expect(2).toBe(2); });", [`1: ${BRANCH}`]],
  ["test('a', () => { expect.assertions(1); try { run(); } catch (e) { expect(e).toBe(1); } });", []],
  ["test('a', () => { if (x) expect(1).toBe(1); expect(2).toBe(2); });", []],
  ["test.skip('a', () => {});", ['1: is left out (skip) and does not say why']],
  ['// No Docker here.\ntest.skip("a", () => {});', []],
  ["test.skipIf(x)('a', () => { expect(1).toBe(1); });", ['1: is left out (skipIf) and does not say why']],
  ["// Why.\ntest.only('a', () => { expect(1).toBe(1); });", ['2: leaves all other tests out']],
])('%s', (code, faults) => {
  expect(faultsOf(code)).toEqual(faults);
});
