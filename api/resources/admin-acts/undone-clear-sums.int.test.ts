import { afterAll, beforeAll, expect, test } from 'vitest';
import { actOf } from '../../testing/activities.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { placeIn } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
const DAY_MS = 24 * 3_600_000;
/** From now to the next noon, UTC: no day ends in between, whenever the test runs. */
const AHEAD = DAY_MS - ((Date.now() + DAY_MS / 2) % DAY_MS);
beforeAll(async () => {
  app = await startApp({ clock: () => Date.now() + AHEAD });
  root = await superAdminOf(app);
});
afterAll(async () => {
  await expectEqualFold(app);
  await app.close();
});

type Stats = { readonly totalRewards: string; readonly days: readonly { readonly granted: unknown }[] };

test('what is given back of a clear was granted once: the charts and the owner’s week count it no second time', async () => {
  const { client, userId } = await newUser(app);
  const cleared = await root.post('/api/admin/clear-balance', { userId });
  const { id: eventId } = await actOf(root, cleared, 'balance_cleared');
  const undone = await root.post('/api/admin/undo', { eventId });
  expect(undone.status).toBe(200);

  const { body: stats } = await root.get<Stats>('/api/admin/stats', undone);
  // The super admin has the welcome bonus, too.
  expect(stats.totalRewards).toBe('200');
  expect(stats.days.at(-1)?.granted).toEqual({ welcome: '200' });

  const { body } = await client.get('/api/dashboard', placeIn(undone));
  expect(body).toMatchObject({
    user: { totalRewards: '100', pendingRewards: '100' },
    weekRewards: '100',
    recentActivities: [{ reward: '100' }],
  });
  // Each movement of the account stands among its transactions all the same.
  expect(body.transactions).toMatchObject([{ type: 'reward' }, { type: 'adjustment' }, { type: 'reward' }]);
  const week = await client.get('/api/ledger/explain?figure=weekRewards', placeIn(undone));
  expect(week.body).toMatchObject({ total: '100', lines: [{ change: '100' }] });
});
