import { randomUUID } from 'node:crypto';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { type Envelope, envelop, type StreamEnd } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { newWallet } from './start-ledger.ts';

/** Events of one append, well below the store's 1 MiB. */
const AT_ONCE = 500;

/** An account that was paid a share of what its friends earned, again and again; straight in the ledger. */
export async function appendLongAccount(store: EventStore, events: number): Promise<string> {
  const userId = randomUUID();
  const stream = streamOf('account', userId);
  let end: StreamEnd | undefined;
  for (let written = 0; written < events; ) {
    const opening: AccountEvent[] =
      written === 0
        ? [{ type: 'AccountOpened', data: { source: 'wallet', walletAddress: newWallet() } }]
        : [];
    const commissions = Array.from(
      { length: Math.min(AT_ONCE, events - written) - opening.length },
      (): AccountEvent => ({
        type: 'RewardGranted',
        data: {
          grantId: randomUUID(),
          amount: '0.1',
          source: 'referral_commission',
          reason: 'Referral commission, 10 %',
        },
      }),
    );
    const envelope: Envelope = {
      stream,
      commandId: randomUUID(),
      inputHash: '0'.repeat(64),
      actor: { kind: 'user' },
      occurredAt: '2026-01-05T10:00:00.000Z',
      correlationId: randomUUID(),
    };
    const decided = [...opening, ...commissions];
    const enveloped = envelop(decided, envelope, end);
    const outcome = await store.append(stream, enveloped.events, end?.revision);
    if (outcome.kind !== 'appended') throw new Error('a long stream was not written', { cause: outcome });
    end = enveloped.end;
    written += decided.length;
  }
  return userId;
}
