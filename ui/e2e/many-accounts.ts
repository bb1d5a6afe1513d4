import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestApp } from '../../api/testing/start-app.ts';

/** Opens so many accounts with 100 EVO each, and waits until the read models have them. */
export async function manyAccounts(app: TestApp, count: number): Promise<void> {
  const admin = await superAdminOf(app);
  const before = await totalUsers(admin);
  await openElsewhere(app.eventStoreUrl, count);
  const there = async () => expect(await totalUsers(admin)).toBeGreaterThanOrEqual(before + count);
  await vi.waitFor(there, { timeout: 90_000, interval: 200 });
}

/** In a process of its own: clients of one process share their pending appends, and the program's are here. */
async function openElsewhere(eventStoreUrl: string, count: number): Promise<void> {
  const path = (file: string) => JSON.stringify(new URL(`../../ledger/${file}`, import.meta.url).href);
  const program = `
    import { connectEventStore } from ${path('event-store.ts')};
    import { openAccounts } from ${path('testing/open-accounts.ts')};
    const store = connectEventStore(${JSON.stringify(eventStoreUrl)});
    await openAccounts(store, ${count});
    await store.close();
  `;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 90_000,
  });
}

async function totalUsers(admin: Awaited<ReturnType<typeof superAdminOf>>): Promise<number> {
  const { body } = await admin.get<{ totalUsers: number }>('/api/admin/stats');
  return body.totalUsers;
}
