import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Direction } from '../store/pages.ts';
import { createFilter, type EventFilter } from './event-filter.ts';
import { invalidArgument } from './rpc-errors.ts';

/** Where a read starts: a revision or position as given, or an end. */
export type From = 'start' | 'end' | number;

export type ReadRequest = {
  /** Undefined: `$all`. */
  readonly stream: string | undefined;
  readonly from: From;
  readonly direction: Direction;
  /** Undefined: a subscription. */
  readonly count: number | undefined;
  readonly filter: FilterOptions | undefined;
  readonly resolveLinks: boolean;
  readonly structuredIds: boolean;
  /** 1: the client understands the messages about the stream's first and last position. */
  readonly compatibility: number;
};

export type FilterOptions = {
  readonly matches: EventFilter;
  /** A checkpoint is sent after so many events were looked at. */
  readonly checkpointInterval: number;
};

/** Events that EventStoreDB looks at in one go, its unit for checkpoints when the client names none. */
const DEFAULT_SEARCH_WINDOW = 32;

type Options = InstanceType<typeof streams.ReadReq.Options>;

/** Checks a `event_store.client.streams.ReadReq`. Throws an RpcError on what EventStoreDB refuses. */
export function parseReadRequest(request: InstanceType<typeof streams.ReadReq>): ReadRequest {
  const options = request.getOptions();
  if (!options) throw invalidArgument('The read has no options.');
  const subscription = options.hasSubscription();
  const direction = options.getReadDirection() === 1 ? 'backwards' : 'forwards';
  if (subscription && direction === 'backwards') throw invalidArgument('A subscription reads forwards.');
  return {
    ...source(options),
    direction,
    count: subscription ? undefined : toNumber(options.getCount()),
    filter: filterOptions(options),
    resolveLinks: options.getResolveLinks(),
    structuredIds: options.getUuidOption()?.hasStructured() ?? true,
    compatibility: options.getControlOption()?.getCompatibility() ?? 0,
  };
}

function source(options: Options): { stream: string | undefined; from: From } {
  const stream = options.getStream();
  if (stream) {
    const name = Buffer.from(stream.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
    if (!name) throw invalidArgument('The stream name is missing.');
    if (stream.hasRevision()) return { stream: name, from: toNumber(stream.getRevision()) };
    return { stream: name, from: stream.hasEnd() ? 'end' : 'start' };
  }
  const all = options.getAll();
  if (!all) throw invalidArgument('The read names neither a stream nor $all.');
  const position = all.getPosition();
  if (position) return { stream: undefined, from: toNumber(position.getCommitPosition()) };
  return { stream: undefined, from: all.hasEnd() ? 'end' : 'start' };
}

function filterOptions(options: Options): FilterOptions | undefined {
  const filter = options.getFilter();
  if (!filter) return undefined;
  if (!options.hasAll()) throw invalidArgument('Only a read of $all can be filtered.');
  const multiplier = filter.getCheckpointintervalmultiplier();
  if (multiplier === 0 && options.hasSubscription()) {
    throw invalidArgument('The checkpoint interval must be greater than 0.');
  }
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  if (!expression) throw invalidArgument('The filter has no expression.');
  const matches = createFilter(byType ? 'type' : 'stream', expression.getRegex(), expression.getPrefixList());
  return { matches, checkpointInterval: Math.max(1, multiplier * window) };
}

/** Revisions and counts arrive as decimal text up to 2^64; beyond 2^53 none of ours exists. */
function toNumber(text: string): number {
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
