import { status } from '@grpc/grpc-js';
import { handlerFailed, RpcError } from './rpc-errors.ts';

/**
 * A place in `$all` between two events, or at one, in the order of all such places: twice an event's position is the
 * event itself, one less the place just before it. EventStoreDB writes the one as commit = prepare and the other as
 * prepare 0; BEFORE_ALL is what it calls the head of the log.
 */
export type Place = number;

export const BEFORE_ALL: Place = -1;
export const atEvent = (position: number): Place => 2 * position;
export const beforeEvent = (position: number): Place => 2 * position - 1;

const ALL_BITS = 2n ** 64n - 1n;
const LONG_MAX = 2n ** 63n - 1n;

/**
 * Reads a position as a client sends it.
 * @param step how far the positions of two events are apart on the wire
 * @throws RpcError where EventStoreDB makes no position of the two
 */
export function readPosition(commitText: string, prepareText: string, step: number): AllFrom {
  const [commit, prepare] = [BigInt(commitText), BigInt(prepareText)];
  if (commit === ALL_BITS && prepare === ALL_BITS) return 'end';
  if (commit > LONG_MAX || prepare > LONG_MAX || commit < prepare) throw handlerFailed();
  const isBetween = commit % BigInt(step) !== 0n;
  // No event of ours is beyond 2^53; a place there is only compared.
  const position = Math.min(Number(commit / BigInt(step)) + (isBetween ? 1 : 0), Number.MAX_SAFE_INTEGER / 4);
  return { position, isAtEvent: prepare === commit, isBetween };
}

export type AllPosition = {
  /** Of the event that begins there, or the next one's. */
  readonly position: number;
  /** Commit and prepare are alike: the event itself, not the place before it. */
  readonly isAtEvent: boolean;
  /** In the middle of an event. */
  readonly isBetween: boolean;
};

/** Where a read of `$all` starts. */
export type AllFrom = 'start' | 'end' | AllPosition;

/** A checkpoint on the wire: commit and prepare. */
export function checkpointOf(place: Place, step: number): readonly [commit: bigint, prepare: bigint] {
  if (place === BEFORE_ALL) return [ALL_BITS, ALL_BITS];
  const position = BigInt(Math.ceil(place / 2)) * BigInt(step);
  return [position, place % 2 === 0 ? position : 0n];
}

/** A read that begins where no event does; `filtered` reads have an answer of their own. */
export function invalidPosition(kind: 'read' | 'filtered-read' | 'subscription'): RpcError {
  if (kind === 'subscription') {
    return new RpcError(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
  }
  const result = kind === 'read' ? 'ReadAllResult' : 'FilteredReadAllResult';
  return new RpcError(status.UNKNOWN, `Unexpected ${result}: InvalidPosition`);
}
