import { expect, test } from 'vitest';
import { createUnnoted } from './unnoted.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

test('of more wallets than are told apart each refusal counts all the same, and a wallet that is known counts as itself', () => {
  const unnoted = createUnnoted(() => NOON);
  for (let n = 0; n < 10_002; n++) unnoted.add(`wallet ${n}`);
  for (const known of ['wallet 7', 'wallet 7', 'wallet 9999']) unnoted.add(known);
  const count = unnoted.taken();
  expect(count).toMatchObject({ count: 10_005, wallets: 10_000 });
  expect(count?.most).toHaveLength(10);
  expect(count?.most.slice(0, 2)).toEqual([
    { wallet: 'wallet 7', count: 3 },
    { wallet: 'wallet 9999', count: 2 },
  ]);
});

test('a count stays the same until it is recorded; what comes meanwhile is in the next', () => {
  const unnoted = createUnnoted(() => NOON);
  expect(unnoted.taken()).toBeUndefined();
  for (let n = 0; n < 10_001; n++) unnoted.add(`wallet ${n}`);
  const first = unnoted.taken();
  unnoted.add('another');
  expect(unnoted.taken()).toEqual(first);
  unnoted.recorded();
  const second = unnoted.taken();
  expect(second).toMatchObject({ count: 1, wallets: 1, most: [{ wallet: 'another', count: 1 }] });
  expect(second?.commandId).not.toBe(first?.commandId);
  unnoted.recorded();
  expect(unnoted.taken()).toBeUndefined();
});
