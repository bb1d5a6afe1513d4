import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEADERS } from '../../../contracts/constants.ts';
import { refusals } from '../../../contracts/messages.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { idempotencyKey } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let [anna, ben]: AdminClient[] = [];
beforeAll(async () => {
  app = await startApp();
  anna = await superAdminOf(app);
  ben = await newAdmin(app, anna);
  await newUser(app);
});
afterAll(() => app.close());

type Answer = { lastAct?: string | null; requestId: string | null };

/** What an admin is shown of an act, as the header that goes with its confirmation. */
async function shown(admin: AdminClient, path: string): Promise<Record<string, string>> {
  const { body } = await admin.post<Answer>(path, { dryRun: true });
  if (body.lastAct === undefined) throw new Error('a dry run names the last act');
  return { [HEADERS.lastMassAct]: body.lastAct ?? 'none' };
}

/** Until no act is under way. */
const quiet = () =>
  expect
    .poll(async () => (await anna!.get<{ act: unknown }>('/api/admin/mass-act')).body.act, {
      timeout: 30_000,
      interval: 25,
    })
    .toBeNull();

test.each(['/api/admin/reset-rewards', '/api/admin/clear-all-balances'])(
  '%s, confirmed by who was shown it before another admin did it, takes nothing from anybody',
  async (path) => {
    const [first, second] = [await shown(anna!, path), await shown(ben!, path)];
    const key = idempotencyKey();
    const done = await anna!.post<Answer>(path, {}, { ...key, ...first });
    expect(done.status).toBe(200);
    await quiet();
    expect(await ben!.post(path, {}, { ...idempotencyKey(), ...second })).toMatchObject({
      status: 409,
      body: { error: 'MassActSince', message: refusals.massActSince },
    });
    // Who has heard no answer to the own act hears of it, and who looks anew may mean another one.
    const again = await anna!.post<Answer>(path, {}, { ...key, ...first });
    expect([again.status, again.body.requestId]).toEqual([200, done.body.requestId]);
    const anew = await shown(ben!, path);
    expect(anew).toEqual({ [HEADERS.lastMassAct]: done.body.requestId });
    expect(await ben!.post(path, {}, { ...idempotencyKey(), ...anew })).toMatchObject({ status: 200 });
    await quiet();
  },
);
