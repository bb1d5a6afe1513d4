import { randomUUID } from 'node:crypto';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { envelop } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { pooled } from '../pooled.ts';
import { newWallet } from './start-ledger.ts';

/** Opens accounts with the welcome bonus of 100 EVO, straight in the ledger: thousands of sign-ins take minutes. */
export async function openAccounts(store: EventStore, count: number): Promise<void> {
  await pooled(Array.from({ length: count }), 64, async () => {
    const commandId = randomUUID();
    const stream = streamOf('account', randomUUID());
    const events: AccountEvent[] = [
      { type: 'AccountOpened', data: { source: 'wallet', walletAddress: newWallet() } },
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
    await store.append(stream, envelop(events, envelope, undefined).events, undefined);
  });
}
