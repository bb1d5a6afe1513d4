import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row } from './simple-fold.ts';

/** What the read model of rewards that need a second admin must hold: one row a request, as it was decided last. */
export function simpleRewardRequests(events: readonly RecordedEvent[]): Row[] {
  const printable = (text: string) => text.replaceAll('\0', '\u{fffd}');
  const decisions = new Map<string, Row>();
  for (const { stream, type, data, metadata } of events) {
    if (type === 'RewardApproved')
      decisions.set(stream, ['approved', data.approvedBy, metadata.occurredAt, null]);
    if (type === 'RewardDeclined')
      decisions.set(stream, ['declined', data.declinedBy, metadata.occurredAt, printable(data.reason)]);
  }
  return events.flatMap((event) => {
    if (event.type !== 'RewardRequested') return [];
    const { userId, amount, reason, above, requestedBy, expiresAt } = event.data;
    const id = event.stream.slice('reward-request-'.length);
    const place = [String(event.position.commit), String(event.position.prepare)];
    const asked = [
      userId,
      amount,
      printable(reason),
      above,
      requestedBy,
      event.metadata.occurredAt,
      expiresAt,
    ];
    return [[id, ...place, ...asked, ...(decisions.get(event.stream) ?? ['open', null, null, null])]];
  });
}
