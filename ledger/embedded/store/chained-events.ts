import type { DatabaseSync } from 'node:sqlite';
import { EVENT_HASH, eventHash } from '../../proof/event-hash.ts';
import { DamagedEvent } from '../errors.ts';
import { decodeFrame, type RecordedEvent } from '../wire/frame.ts';

/**
 * Compares each event with the hash that the next one of its stream carries in its metadata, as the events of this program
 * do (`prevHash`, see ledger/proof/event-hash.ts); events of others carry none, and of them nothing is said.
 */
export function brokenChain(database: DatabaseSync): {
  /** Undefined when all hashes fit. */
  readonly problem: string | undefined;
  readonly compared: number;
} {
  // Only places are sorted: the events themselves would not fit into memory.
  const places = database.prepare(
    'SELECT position FROM events WHERE revision IS NOT NULL ORDER BY stream, revision',
  );
  const find = database.prepare('SELECT frame FROM events WHERE position = ?');
  let before: RecordedEvent | undefined;
  let compared = 0;
  for (const place of places.iterate()) {
    const frame = find.get(Number(place.position))?.frame;
    const event = frame instanceof Uint8Array ? readable(frame) : undefined;
    if (!event) return { problem: `the event at position ${place.position} cannot be read`, compared };
    const named = prevHashOf(event);
    if (named !== undefined && before?.stream === event.stream) {
      compared++;
      if (hashOf(before) !== named) {
        const { position, stream } = before;
        const problem = `it has not the hash that the next event, at position ${event.position}, names`;
        return { problem: new DamagedEvent(problem, { position, stream }).message, compared };
      }
    }
    before = event;
  }
  return { problem: undefined, compared };
}

function readable(frame: Uint8Array): RecordedEvent | undefined {
  try {
    return decodeFrame(frame);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function prevHashOf(event: RecordedEvent): string | undefined {
  const metadata = parse(event.metadata);
  if (typeof metadata !== 'object' || metadata === null || !('prevHash' in metadata)) return undefined;
  const { prevHash } = metadata;
  return typeof prevHash === 'string' && prevHash.startsWith(`${EVENT_HASH}:`) ? prevHash : undefined;
}

/** Undefined where the event is none that can have such a hash. */
function hashOf({ id, type, stream, revision, data, metadata }: RecordedEvent): string | undefined {
  if (typeof revision !== 'number') return undefined;
  try {
    return eventHash({
      ...{ id, type, stream, revision: BigInt(revision) },
      ...{ data: parse(data), metadata: parse(metadata) },
    });
  } catch {
    // What is no canonical JSON was not hashed by this program.
    return undefined;
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
