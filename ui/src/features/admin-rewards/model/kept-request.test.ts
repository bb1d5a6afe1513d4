import { expect, test } from 'vitest';
import type { RewardRequest } from '../../../../../contracts/api/reward-requests.ts';
import { withKept } from './kept-request.ts';

const request = (id: string, second: number): RewardRequest => ({
  id,
  userId: id,
  username: id,
  walletAddress: null,
  amount: '20000',
  reason: 'Grand prize',
  above: 'reward',
  state: 'open',
  requestedBy: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  requestedAt: `2026-01-01T00:00:0${second}.000Z`,
  expiresAt: '2026-01-08T00:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  declinedFor: null,
});
const [old, middle, young] = [request('old', 1), request('middle', 2), request('young', 3)];
const names = (requests: readonly RewardRequest[]) => requests.map(({ id }) => id).join(' ');

test('a request that is kept stays at its place in a list that has it no more', () => {
  expect(names(withKept([young, old], middle))).toBe('young middle old');
  expect(names(withKept([young, middle], old))).toBe('young middle old');
  expect(names(withKept([middle, old], young))).toBe('young middle old');
  expect(names(withKept([], young))).toBe('young');
});

test('one that the list has is as the list has it, and without one the list is as it is', () => {
  const changed = { ...middle, reason: 'Another' };
  expect(withKept([young, changed], middle)).toEqual([young, changed]);
  expect(withKept([young], undefined)).toEqual([young]);
});
