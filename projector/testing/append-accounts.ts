import { randomUUID } from 'node:crypto';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { type DecidedEvent, envelop } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { TestLedger } from './test-ledger.ts';

/** Accounts with some history, over the wire, four events each; returns the position of the last append. */
export async function appendAccounts(to: EventStore, count: number): Promise<LedgerPosition> {
  let last: LedgerPosition | undefined;
  for (let n = 0; n < count; n++) {
    const script = new TestLedger();
    const userId = script.open();
    script.grant(userId, 100n * ONE_EVO);
    script.grant(userId, BigInt(n) * ONE_EVO + 1n);
    script.claim(userId, 50n * ONE_EVO);
    const decided = script.events.map(({ type, data }) => ({ type, data }));
    last = await append(to, streamOf('account', userId), decided.slice(1));
  }
  if (!last) throw new Error('nothing to append');
  return last;
}

/** What a test ledger holds of one stream, in one append. */
async function append(
  to: EventStore,
  stream: string,
  events: readonly DecidedEvent[],
): Promise<LedgerPosition> {
  const envelope = {
    stream,
    commandId: randomUUID(),
    inputHash: '0'.repeat(64),
    actor: { kind: 'system' },
    occurredAt: new Date().toISOString(),
    correlationId: randomUUID(),
  } as const;
  const outcome = await to.append(stream, envelop(events, envelope, undefined).events, undefined);
  if (outcome.kind !== 'appended') throw new Error('not appended', { cause: outcome });
  return outcome.position;
}
