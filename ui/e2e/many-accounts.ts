import { expect, vi } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestApp } from '../../api/testing/start-app.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { openAccounts } from '../../ledger/testing/open-accounts.ts';

/** Opens so many accounts with 100 EVO each, and waits until the read models have them. */
export async function manyAccounts(app: TestApp, count: number): Promise<void> {
  const store = connectEventStore(app.eventStoreUrl);
  const admin = await superAdminOf(app);
  const before = await totalUsers(admin);
  await openAccounts(store, count);
  await store.close();
  const there = async () => expect(await totalUsers(admin)).toBeGreaterThanOrEqual(before + count);
  await vi.waitFor(there, { timeout: 90_000, interval: 200 });
}

async function totalUsers(admin: Awaited<ReturnType<typeof superAdminOf>>): Promise<number> {
  const { body } = await admin.get<{ totalUsers: number }>('/api/admin/stats');
  return body.totalUsers;
}
