import { expect, test } from 'vitest';
import { adaptiveLimit } from './adaptive-limit.ts';

test('as many work as are served, and one at the least', async () => {
  let room = 3;
  const limit = adaptiveLimit((result) => result === 'away', 16);
  let [working, most, served] = [0, 0, 0];
  const one = async () => {
    working += 1;
    most = Math.max(most, working);
    const isServed = working <= room;
    await new Promise(setImmediate);
    working -= 1;
    if (isServed) served += 1;
    return isServed ? 'served' : 'away';
  };
  const all = () => Promise.all(Array.from({ length: 200 }, () => limit(one)));
  await all();
  [most, served] = [0, 0];
  await all();
  // It goes a little beyond what there is room for, to see whether there is more.
  expect(most).toBeLessThanOrEqual(5);
  expect(served).toBeGreaterThan(100);
  room = 0;
  await all();
  most = 0;
  await all();
  expect(most).toBe(1);
  room = 100;
  await all();
  most = 0;
  await all();
  expect(most).toBeGreaterThan(8);
});

test('work that fails makes room', async () => {
  const limit = adaptiveLimit(() => false, 2);
  const fail = () => limit(() => Promise.reject(new Error('no')));
  for (let n = 0; n < 5; n++) await expect(fail()).rejects.toThrow('no');
  expect(await limit(async () => 'yes')).toBe('yes');
});
