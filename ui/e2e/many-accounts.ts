import { randomUUID } from 'node:crypto';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestApp } from '../../api/testing/start-app.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { envelop } from '../../ledger/envelope.ts';
import { connectEventStore } from '../../ledger/event-store.ts';

/**
 * Opens accounts with the welcome bonus of 100 EVO, straight in the ledger: signing thousands of wallets in would take
 * minutes. Waits until the read models have them.
 */
export async function openAccounts(app: TestApp, count: number): Promise<void> {
  const store = connectEventStore(app.eventStoreUrl);
  let next = 0;
  const open = async () => {
    while (next++ < count) {
      const commandId = randomUUID();
      const stream = streamOf('account', randomUUID());
      const events: AccountEvent[] = [
        { type: 'AccountOpened', data: { source: 'wallet', walletAddress: walletOf(commandId) } },
        {
          type: 'RewardGranted',
          data: { grantId: commandId, amount: '100', source: 'welcome', reason: 'Welcome bonus' },
        },
      ];
      const envelope = {
        stream,
        commandId,
        inputHash: '0'.repeat(64),
        actor: { kind: 'system' },
        occurredAt: new Date().toISOString(),
        correlationId: commandId,
      } as const;
      await store.append(stream, envelop(events, envelope, undefined), undefined);
    }
  };
  const admin = await superAdminOf(app);
  const before = await totalUsers(admin);
  await Promise.all(Array.from({ length: 64 }, open));
  await store.close();
  while ((await totalUsers(admin)) < before + count);
}

const walletOf = (id: string): string => `0x${id.replaceAll('-', '').padEnd(40, '0')}`;

async function totalUsers(admin: Awaited<ReturnType<typeof superAdminOf>>): Promise<number> {
  const { body } = await admin.get<{ totalUsers: number }>('/api/admin/stats');
  return body.totalUsers;
}
