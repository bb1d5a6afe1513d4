import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Direction } from '../store/pages.ts';
import { type AllFrom, readPosition } from './all-position.ts';
import { createFilter, type EventFilter } from './event-filter.ts';
import { handlerFailed, invalidArgument } from './rpc-errors.ts';

/** Where a read of a stream starts: a revision, or an end. */
export type From = 'start' | 'end' | number;

export type ReadRequest = {
  /** Undefined: `$all`. */
  readonly stream: string | undefined;
  readonly from: From;
  /** The same for `$all`. */
  readonly position: AllFrom;
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
  /** So many events are looked at in one go. */
  readonly window: number;
  /** A checkpoint is sent after so many events were looked at. */
  readonly interval: number;
};

/** Events that EventStoreDB looks at in one go, its unit for checkpoints when the client names none. */
const DEFAULT_SEARCH_WINDOW = 32;

type Options = InstanceType<typeof streams.ReadReq.Options>;

/** Checks a `event_store.client.streams.ReadReq`. Throws an RpcError on what EventStoreDB refuses. */
export function parseReadRequest(
  request: InstanceType<typeof streams.ReadReq>,
  positionStep = 1,
): ReadRequest {
  const options = request.getOptions();
  if (!options) throw invalidArgument('The read has no options.');
  const subscription = options.hasSubscription();
  const direction = options.getReadDirection() === 1 ? 'backwards' : 'forwards';
  if (subscription && direction === 'backwards') throw invalidArgument('A subscription reads forwards.');
  return {
    ...source(options, positionStep),
    direction,
    count: subscription ? undefined : toNumber(options.getCount()),
    filter: filterOptions(options),
    resolveLinks: options.getResolveLinks(),
    structuredIds: options.getUuidOption()?.hasStructured() ?? true,
    compatibility: options.getControlOption()?.getCompatibility() ?? 0,
  };
}

function source(options: Options, step: number): Pick<ReadRequest, 'stream' | 'from' | 'position'> {
  const stream = options.getStream();
  if (stream) {
    const name = Buffer.from(stream.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
    if (!name) throw invalidArgument('The stream name is missing.');
    const end = stream.hasEnd() ? 'end' : 'start';
    const from = stream.hasRevision() ? toNumber(stream.getRevision()) : end;
    return { stream: name, from, position: 'start' };
  }
  const all = options.getAll();
  if (!all) throw invalidArgument('The read names neither a stream nor $all.');
  const given = all.getPosition();
  const end = all.hasEnd() ? 'end' : 'start';
  const position = given ? readPosition(given.getCommitPosition(), given.getPreparePosition(), step) : end;
  return { stream: undefined, from: 'start', position };
}

function filterOptions(options: Options): FilterOptions | undefined {
  const filter = options.getFilter();
  if (!filter) return undefined;
  if (!options.hasAll()) throw invalidArgument('Only a read of $all can be filtered.');
  const multiplier = filter.getCheckpointintervalmultiplier();
  if (multiplier === 0 && options.hasSubscription()) throw handlerFailed();
  const window = Math.max(1, filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW);
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  if (!expression) throw invalidArgument('The filter has no expression.');
  const matches = createFilter(byType ? 'type' : 'stream', expression.getRegex(), expression.getPrefixList());
  return { matches, window, interval: Math.max(1, multiplier * window) };
}

/** Revisions and counts arrive as decimal text up to 2^64; beyond 2^53 none of ours exists. */
function toNumber(text: string): number {
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
