import type { Authorize } from '../authorize.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { recall } from '../program/recall.ts';
import { PLAYLIST_STREAM, type PlaylistCommand, playlist, type Track } from './playlist.ts';

/**
 * Puts a track into the playlist; its file is kept already.
 * @throws TooManyTracks, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export function addTrack(
  handler: CommandHandler,
  { track, authorize }: { readonly track: Track; readonly authorize: Authorize },
  context: CommandContext,
) {
  const input = { operation: 'add-track', ...track };
  return change(handler, { type: 'AddTrack', track }, { input, authorize }, context);
}

/** @throws TrackNotFound, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws */
export function removeTrack(
  handler: CommandHandler,
  { trackId, authorize }: { readonly trackId: string; readonly authorize: Authorize },
  context: CommandContext,
) {
  const input = { operation: 'remove-track', trackId };
  return change(handler, { type: 'RemoveTrack', trackId }, { input, authorize }, context);
}

async function change(
  handler: CommandHandler,
  command: PlaylistCommand,
  { input, authorize }: { readonly input: object; readonly authorize: Authorize },
  sent: CommandContext,
) {
  const context = inOneTime(handler, sent);
  const before = await recall(handler, input, context);
  if (before.replayed) return before;
  return handler.handle({
    ...context,
    stream: PLAYLIST_STREAM,
    decider: playlist(before.after.playlist),
    command,
    input,
    authorize,
  });
}
