import type { CommandHandler } from '../handle-command.ts';
import { readProgram } from '../program/read-program.ts';
import { PLAYLIST_STREAM, playlist, type Tracks, tracksOf } from './playlist.ts';

/**
 * The tracks that the ledger holds now.
 * @throws LedgerUnavailable
 */
export async function readTracks(handler: CommandHandler): Promise<Tracks> {
  const { playlist: before } = await readProgram(handler);
  return tracksOf(before, await handler.read(PLAYLIST_STREAM, playlist(before)));
}
