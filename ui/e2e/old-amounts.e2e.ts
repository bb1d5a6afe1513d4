import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { appendAsItWas } from '../../ledger/testing/append-as-it-was.ts';
import { openAsSuperAdmin, rowOf, usersTable } from './admin-stage.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('an account of a ledger without bounds is shown to its owner and to admins, to the last digit', async () => {
  const { page, wallet, faults } = await openAsNewUser(stage);
  const { session } = await (await page.request.get('/api/session')).json();
  const grants: AccountEvent[] = ['99999999999999999999.999999999999999999', '1'].map((amount) => ({
    type: 'RewardGranted',
    data: { grantId: randomUUID(), amount, source: 'admin', reason: 'Long ago' },
  }));
  const store = connectEventStore(stage.app.eventStoreUrl);
  const position = await appendAsItWas(store, session.userId, grants).finally(() => store.close());
  // The welcome bonus is on top.
  const total = '100000000000000000100.999999999999999999';
  const reached = await page.request.get('/api/dashboard', {
    headers: { 'x-ledger-position': formatPosition(position) },
  });
  expect(reached.headers()['x-ledger-lag']).toBeUndefined();

  await page.reload();
  await page.getByText('The highest level').waitFor();
  await page.locator(`[aria-labelledby=level-title] >> text=${Number.MAX_SAFE_INTEGER}`).waitFor();
  await page.locator(`[data-amount="${total}"]`).first().waitFor();
  await page.getByText('10,000,000,000,000,000,010').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();

  const panel = await openAsSuperAdmin(stage);
  await usersTable(panel.page).waitFor();
  await rowOf(panel.page, wallet.account.address).locator(`[data-amount="${total}"]`).first().waitFor();
  expect(panel.faults).toEqual([]);
});
