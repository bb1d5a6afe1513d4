import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';

/** An event of the size and shape of a reward grant with its envelope. */
export function benchEvent(n: number) {
  return jsonEvent({
    type: 'RewardGranted',
    data: { grantId: randomUUID(), amount: '25.5', source: 'social_task', reason: `Task ${n} verified` },
    metadata: {
      schemaVersion: 1,
      commandId: randomUUID(),
      inputHash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
      actor: { kind: 'user' },
      occurredAt: '2026-01-01T00:00:00.000Z',
      prevHash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
      correlationId: randomUUID(),
    },
  });
}
