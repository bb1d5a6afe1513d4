import type { AccountEvent } from '../../../../contracts/events/account.ts';
import { envelop, type StreamEnd } from '../../../envelope.ts';
import { uuidV5 } from '../../uuid-v5.ts';
import type { ExportedEvent } from '../exported-event.ts';

const NAMESPACE = '6d6f0d0e-4a56-4d35-9f0e-1f0c5a7b3e11';
export const idOf = (name: string): string => uuidV5(name, NAMESPACE);

/** Streams of two accounts. */
export const [FIRST, SECOND] = [`account-${idOf('first')}`, `account-${idOf('second')}`];

/** Events of two accounts in turn, without seals: positions 100, 200 … */
export function shortLedger(events: number): readonly ExportedEvent[] {
  const ends = new Map<string, StreamEnd | undefined>();
  return Array.from({ length: events }, (_, number) => {
    const stream = number % 2 === 0 ? FIRST : SECOND;
    const day: AccountEvent = {
      type: 'CheckedIn',
      data: { day: '2026-01-01', streak: Math.floor(number / 2) + 1 },
    };
    const envelope = {
      stream,
      commandId: idOf(`command ${number}`),
      inputHash: '0'.repeat(64),
      actor: { kind: 'system' },
      occurredAt: '2026-01-01T00:00:00.000Z',
      correlationId: idOf(`command ${number}`),
    } as const;
    const { events: made, end } = envelop([day], envelope, ends.get(stream));
    ends.set(stream, end);
    const [one] = made;
    if (!one || !end) throw new Error('one event was enveloped');
    const at = (number + 1) * 100;
    const place = { position: `C:${at}/P:${at}`, stream, revision: Number(end.revision) };
    return { ...place, id: one.id, type: one.type, data: one.data, metadata: one.metadata };
  });
}
