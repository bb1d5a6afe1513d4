import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dashboard } from '../../../contracts/api/dashboard.ts';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import { explainFigure, type Figure, figure, getHistory } from '../../../contracts/api/ledger.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { createTestClient, type TestClient } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

type Explanation = ResponseOf<typeof explainFigure>;

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let admin: TestClient;
let now = Date.parse('2026-05-04T12:00:00Z');
beforeAll(async () => {
  app = await startApp({ clock: () => now });
  const keys = JSON.parse(await readFile(join(app.dataDir, 'demo-wallets.json'), 'utf8'));
  admin = createTestClient(app.url, keys.admin);
});
afterAll(() => app.close());

async function reward(client: TestClient, amount: string): Promise<string> {
  await admin.connect();
  const { status, headers } = await admin.post(
    '/api/admin/send-reward',
    { walletAddress: client.account.address, amount, reason: `${amount} for you` },
    { 'x-wallet-address': admin.account.address },
  );
  expect(status).toBe(200);
  return headers.get('x-ledger-position') ?? '';
}

async function explainAll(client: TestClient, name: Figure, limit: number): Promise<Explanation> {
  const lines: Explanation['lines'] = [];
  for (let cursor: string | null = ''; ; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.get<Explanation>(
      `/api/ledger/explain?figure=${name}&limit=${limit}${query}`,
    );
    expect(status).toBe(200);
    expect(explainFigure.response.safeParse(body).success).toBe(true);
    lines.push(...body.lines);
    cursor = body.nextCursor;
    if (cursor === null) return { ...body, lines };
  }
}

test('every figure of the dashboard is the sum of the events that explain it; days are ends of days', async () => {
  const client = createTestClient(app.url);
  await client.connect();
  let position = '';
  for (const amount of ['10', '0.000000000000000001', '25.5']) {
    position = await reward(client, amount);
    now += 5 * DAY_MS;
    await client.connect();
    if (amount === '10') await client.post('/api/rewards/claim', {});
    await client.post('/api/rewards/check-in', {});
  }
  const last = await client.post('/api/rewards/claim', {});
  position = last.headers.get('x-ledger-position') ?? position;
  const { body } = await client.get<Dashboard>('/api/dashboard', { 'x-ledger-position': position });
  const { user, weekRewards } = body;
  expect(user).toMatchObject({ totalRewards: '138.500000000000000001', pendingRewards: '0' });
  const figures: Record<Figure, string> = { ...user, weekRewards };

  for (const name of figure.options) {
    for (const limit of [1, 2, 100]) {
      const { total, lines } = await explainAll(client, name, limit);
      const sum = lines.reduce((before, { change }) => before + parseSum(change), 0n);
      expect([name, total, formatEvo(sum), lines[0]?.after]).toEqual([
        name,
        figures[name],
        figures[name],
        figures[name],
      ]);
    }
  }
  const total = await explainAll(client, 'totalRewards', 100);
  expect(total.lines.at(-1)).toMatchObject({
    eventType: 'RewardGranted',
    description: 'Welcome bonus',
    change: '100',
    after: '100',
  });

  const { days } = (await client.get<ResponseOf<typeof getHistory>>('/api/ledger/history')).body;
  expect(getHistory.response.safeParse({ days }).success).toBe(true);
  expect(days.map(({ day }) => day)).toEqual(['2026-05-04', '2026-05-09', '2026-05-14', '2026-05-19']);
  expect(days.at(-1)).toEqual({
    day: '2026-05-19',
    totalRewards: user.totalRewards,
    claimedRewards: user.claimedRewards,
    pendingRewards: user.pendingRewards,
  });
});

test('nobody sees the events of another, and a wrong question is refused', async () => {
  const visitor = createTestClient(app.url);
  for (const path of ['/api/ledger/explain?figure=totalRewards', '/api/ledger/history']) {
    expect((await visitor.get(path)).status).toBe(401);
  }
  await visitor.connect();
  for (const query of [
    '',
    '?figure=level',
    '?figure=totalRewards&cursor=x',
    '?figure=totalRewards&limit=0',
  ]) {
    expect((await visitor.get(`/api/ledger/explain${query}`)).status, query).toBe(400);
  }
  const { body } = await visitor.get<Explanation>('/api/ledger/explain?figure=claimedRewards');
  expect(body).toEqual({ figure: 'claimedRewards', total: '0', lines: [], nextCursor: null });
});

test('all pages of a week are of the week that the first was of, however late the next is asked for', async () => {
  const client = createTestClient(app.url);
  await client.connect();
  await reward(client, '1');
  now += 6 * DAY_MS;
  await reward(client, '2');
  const position = await reward(client, '4');
  await client.connect();
  const path = '/api/ledger/explain?figure=weekRewards&limit=2';
  const first = (await client.get<Explanation>(path, { 'x-ledger-position': position })).body;
  expect([first.total, ...first.lines.map(({ change }) => change)]).toEqual(['107', '4', '2']);

  now += 2 * DAY_MS;
  await client.connect();
  const cursor = encodeURIComponent(first.nextCursor ?? '');
  const second = (await client.get<Explanation>(`${path}&cursor=${cursor}`)).body;
  expect(second.lines.map(({ change, after }) => [change, after])).toEqual([
    ['1', '101'],
    ['100', '100'],
  ]);
  const anew = (await client.get<Explanation>(path)).body;
  expect([anew.total, ...anew.lines.map(({ change }) => change)]).toEqual(['6', '4', '2']);

  // What a release of before has given is still a cursor; what none has given is none.
  const before = (text: string) =>
    client.get(`/api/ledger/explain?figure=weekRewards&cursor=${encodeURIComponent(text)}`);
  expect((await before(position)).status).toBe(200);
  for (const text of [
    `${position}@`,
    `${position}@x`,
    `${position}@${now + 1}`,
    `@${now}`,
    `${position}@1@2`,
  ]) {
    expect((await before(text)).status, text).toBe(400);
  }
  const other = `/api/ledger/explain?figure=totalRewards&cursor=${encodeURIComponent(`${position}@1`)}`;
  expect((await client.get(other)).status).toBe(400);
});
