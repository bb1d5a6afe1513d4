import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { PROGRAM_STREAM, program } from './program.ts';
import type { Track } from './tracks.ts';

/**
 * Puts a track into the playlist; its file is kept already.
 * @throws TooManyTracks, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export function addTrack(
  handler: CommandHandler,
  { track, authorize }: { readonly track: Track; readonly authorize: Authorize },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'AddTrack', track },
    input: { operation: 'add-track', ...track },
    authorize,
  });
}

/** @throws TrackNotFound, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws */
export function removeTrack(
  handler: CommandHandler,
  { trackId, authorize }: { readonly trackId: string; readonly authorize: Authorize },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: { type: 'RemoveTrack', trackId },
    input: { operation: 'remove-track', trackId },
    authorize,
  });
}
