import type { NewEvent } from '../store/event-log.ts';
import type { ProposedEvent } from '../wire/append-request.ts';

/** Bytes of data, metadata and twice the type's characters, over all events of one append. */
export const MAX_APPEND_SIZE = 1024 * 1024;

/** EventStoreDB's measure of an event against MAX_APPEND_SIZE. */
export function eventSize(event: ProposedEvent): number {
  return event.data.length + event.metadata.length + 2 * (event.type?.length ?? 0);
}

/** The metadata property that an event lacks, if any. */
export function missingProperty(event: ProposedEvent): 'type' | 'content-type' | undefined {
  if (!event.type) return 'type';
  return event.contentType === undefined ? 'content-type' : undefined;
}

export function newEvent(event: ProposedEvent): NewEvent {
  return {
    id: event.id,
    type: event.type ?? '',
    isJson: event.contentType === 'application/json',
    metadata: event.metadata,
    data: event.data,
  };
}

/** What .NET says to an argument. */
const INVALID_NAME = "Specified argument was out of the range of valid values. (Parameter 'eventStreamId')";

/** Why nothing may be appended under this name. */
export function streamNameProblem(stream: string | undefined): string | undefined {
  // The metadata stream of the stream without a name.
  if (!stream || stream === '$$') return INVALID_NAME;
  return stream === '$all' ? 'Nothing can be appended to $all.' : undefined;
}
