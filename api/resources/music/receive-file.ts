import type { IncomingMessage } from 'node:http';
import { musicTexts } from '../../../contracts/admin-messages.ts';
import { NotAnAdmin } from '../../../ledger/admins/admins.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import { addTrack } from '../../../ledger/playlist/change-tracks.ts';
import type { Track } from '../../../ledger/playlist/playlist.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Parts } from '../../http/serve.ts';
import { storeBytes, tooLarge } from './file-bytes.ts';
import { discardFiles, takeUpload } from './uploads.ts';

/**
 * Takes the bytes of an upload in and makes them a track. Nothing is kept of what is refused or breaks off.
 * @throws HttpError 400, 404, 413 or 415; DomainError; LedgerUnavailable
 */
export async function receiveFile(
  parts: Parts,
  request: IncomingMessage,
  address: { readonly trackId: string; readonly token: string },
  command: CommandContext,
) {
  const { pool, handler, policies, clock, config, logger } = parts;
  const contentType = audioTypeOf(request);
  if (Number(request.headers['content-length'] ?? 0) > config.musicMaxBytes) {
    throw tooLarge(config.musicMaxBytes);
  }
  const upload = await takeUpload(pool, address.trackId, address.token, clock());
  if (!upload) throw unknownLink();
  const { wallet, ...file } = upload;
  const authorize = policies.requireAdmin(wallet);
  try {
    // Asked again when the track is recorded; bytes of somebody who has lost the right need not come first.
    const role = await policies.roleOf(wallet);
    if (role === 'user' || role === 'auditor') throw new NotAnAdmin();
    const stored = await storeBytes(
      pool,
      upload.trackId,
      contentType,
      bytesOf(request),
      config.musicMaxBytes,
    );
    const track: Track = { ...file, contentType, ...stored };
    const result = await addTrack(
      handler,
      { track, authorize },
      { ...command, commandId: upload.trackId, actor: { kind: 'admin', wallet } },
    );
    const replaced = result.events.flatMap((event) =>
      event.type === 'MusicTrackRemoved' ? [event.data.trackId] : [],
    );
    // The track is there: what is left of the old one is swept up later if it cannot be deleted now.
    await discardFiles(pool, replaced).catch((error: unknown) =>
      logger.warn({ err: error }, 'the file of a replaced track could not be deleted'),
    );
    return { track, result };
  } catch (error) {
    // A sender reads the answer when all was sent: what still comes is thrown away, as long as a request may last.
    request.resume();
    // Where the ledger gave no answer it may have the track: the file stays, and is swept up if it has not.
    if (error instanceof HttpError || error instanceof DomainError)
      await discardFiles(pool, [upload.trackId]);
    throw error;
  }
}

export const unknownLink = () => new HttpError(404, 'UploadUnknown', musicTexts.linkUnknown);

/** Without its parameters. */
function audioTypeOf({ headers }: IncomingMessage): string {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^audio\/[a-z0-9.+_-]{1,60}$/.test(type) || encoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'NotAudio', musicTexts.notAudio);
  }
  return type;
}

/** The body of a request. When it is left, the request stays open, so that its sender can read why. */
async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const part of parts) yield part;
  } catch {
    throw new HttpError(400, 'UploadBroken', musicTexts.broken);
  }
}
