import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { positionMemory } from './position-memory.ts';
import { mapStorage } from './testing/map-storage.ts';

const MINUTE_MS = 60_000;
let now = 1_000 * MINUTE_MS;

beforeEach(() => void vi.stubGlobal('localStorage', mapStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a position is kept for ten minutes, and gone when it is forgotten', () => {
  const memory = positionMemory(() => now);
  expect(memory.recall()).toBeUndefined();
  memory.keep('C:5/P:5');
  expect(positionMemory(() => now).recall()).toBe('C:5/P:5');
  now += 9 * MINUTE_MS;
  expect(memory.recall()).toBe('C:5/P:5');
  now += 2 * MINUTE_MS;
  expect(memory.recall()).toBeUndefined();
  memory.keep('C:6/P:6');
  // A clock that was set back makes no position last longer.
  now -= 60 * MINUTE_MS;
  expect(memory.recall()).toBeUndefined();
  now += 60 * MINUTE_MS;
  memory.keep(undefined);
  expect(memory.recall()).toBeUndefined();
});

test('what is no position with its time is none, and a browser that forbids storage has none', () => {
  const memory = positionMemory(() => now);
  localStorage.setItem('ledgerPosition', 'C:5/P:5');
  expect(memory.recall()).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  memory.keep('C:5/P:5');
  expect(memory.recall()).toBeUndefined();
});
