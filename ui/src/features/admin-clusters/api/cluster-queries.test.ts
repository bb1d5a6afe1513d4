import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cluster } from '../../../../../contracts/api/admin-clusters.ts';
import { allMembers, type Member } from './cluster-queries.ts';

const memberOf = (_: unknown, at: number): Member => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${at}`, username: `farm_${at}`, walletAddress: null },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', pendingRewards: '100', claimedRewards: '0' },
  ...{ isIdle: true, holdReason: null },
});
const MEMBERS = Array.from({ length: 5 }, memberOf);
const CLUSTER: Cluster = {
  ...{
    key: 'ab12',
    label: 'A network',
    size: 5,
    idle: 5,
    held: 0,
    pendingRewards: '500',
    claimedRewards: '0',
  },
  ...{ firstOpenedAt: '2026-01-01T00:00:00.000Z', lastOpenedAt: '2026-01-01T00:00:00.000Z' },
};

let asked: URLSearchParams[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('window', new EventTarget());
  // Two to a page, whatever is asked for.
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://localhost').searchParams;
    asked.push(query);
    const end = Number(query.get('cursor') ?? 0) + 2;
    const nextCursor = end < MEMBERS.length ? String(end) : null;
    return Response.json({ members: MEMBERS.slice(end - 2, end), nextCursor });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('an act on a cluster is about all of its members, however many pages they are', async () => {
  const found = await allMembers('network', CLUSTER, new AbortController().signal);
  expect(found).toEqual(MEMBERS);
  expect(asked.map((query) => Object.fromEntries(query))).toEqual([
    { kind: 'network', key: 'ab12', limit: '500' },
    { kind: 'network', key: 'ab12', limit: '500', cursor: '2' },
    { kind: 'network', key: 'ab12', limit: '500', cursor: '4' },
  ]);
});
