import type { IncomingMessage } from 'node:http';
import { musicTexts } from '../../../contracts/admin-messages.ts';
import { NotAnAdmin } from '../../../ledger/admins/admins.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import { addTrack } from '../../../ledger/playlist/change-tracks.ts';
import type { Track } from '../../../ledger/playlist/playlist.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Parts } from '../../http/serve.ts';
import { atMost, sha256Of, storeBytes, tooLarge } from './file-bytes.ts';
import { discardFiles, discardUpload, findWhole, giveUploadBack, takeAgain, takeUpload } from './uploads.ts';

/** Where a file was sent to, and what its sender calls it. */
type Sent = { readonly trackId: string; readonly token: string; readonly contentType: string };

/**
 * Takes the bytes of an upload in and makes them a track. Nothing is kept of what is refused or breaks off. Who sends the
 * same bytes again, because the answer was lost, is told what they came to.
 * @throws HttpError 400, 404, 413 or 415; DomainError; LedgerUnavailable
 */
export async function receiveFile(
  parts: Parts,
  request: IncomingMessage,
  address: Pick<Sent, 'trackId' | 'token'>,
  command: CommandContext,
) {
  const { pool, clock, config } = parts;
  const sent = { ...address, contentType: audioTypeOf(request) };
  if (Number(request.headers['content-length'] ?? 0) > config.musicMaxBytes) {
    throw tooLarge(config.musicMaxBytes);
  }
  try {
    const upload = await takeUpload(pool, sent.trackId, sent.token, clock());
    return upload
      ? await receiveFirst(parts, request, sent, upload, command)
      : await receiveAgain(parts, request, sent, command);
  } catch (error) {
    // A sender reads the answer when all was sent: what still comes is thrown away, as long as a request may last.
    request.resume();
    throw error;
  }
}

async function receiveFirst(
  parts: Parts,
  request: IncomingMessage,
  { contentType }: Sent,
  upload: NonNullable<Awaited<ReturnType<typeof takeUpload>>>,
  command: CommandContext,
) {
  const { pool, config, logger } = parts;
  const { wallet, takenAt, ...file } = upload;
  try {
    await requireAdmin(parts, wallet);
    const stored = await storeBytes(
      pool,
      upload.trackId,
      contentType,
      bytesOf(request),
      config.musicMaxBytes,
    );
    return await record(parts, { ...file, contentType, ...stored }, wallet, command);
  } catch (error) {
    if (error instanceof HttpError || error instanceof DomainError) {
      await discardUpload(pool, upload);
      throw error;
    }
    // Where the ledger gave no answer it may have the track: a file that is whole stays, and is swept up if it has not.
    await giveUploadBack(pool, upload).catch((err: unknown) =>
      logger.warn({ err }, 'an upload that failed could not be given back'),
    );
    throw error;
  }
}

/**
 * The command is the same: where it was done this tells what it did, and where the ledger had not taken it, it is done
 * now. Bytes that are not those of before change nothing.
 */
async function receiveAgain(
  parts: Parts,
  request: IncomingMessage,
  { trackId, token, contentType }: Sent,
  command: CommandContext,
) {
  const { pool, clock, config } = parts;
  const whole = await findWhole(pool, trackId, token, clock());
  if (!whole) throw unknownLink();
  const { wallet, begunAt, ...track } = whole;
  await requireAdmin(parts, wallet);
  const isSame =
    contentType === track.contentType &&
    (await sha256Of(atMost(bytesOf(request), config.musicMaxBytes))) === track.sha256;
  if (!isSame || !(await takeAgain(pool, track.trackId, clock()))) throw unknownLink();
  return record(parts, track, wallet, { ...command, firstSentAt: timestamp(begunAt.getTime()) });
}

/** Asked again when the track is recorded; bytes of somebody who has lost the right need not come first. */
async function requireAdmin({ policies }: Parts, wallet: string): Promise<void> {
  const role = await policies.roleOf(wallet);
  if (role === 'user' || role === 'auditor') throw new NotAnAdmin();
}

async function record(
  { pool, handler, policies, logger }: Parts,
  track: Track,
  wallet: string,
  command: CommandContext,
) {
  const result = await addTrack(
    handler,
    { track, authorize: policies.requireAdmin(wallet) },
    { ...command, commandId: track.trackId, actor: { kind: 'admin', wallet } },
  );
  const replaced = result.events.flatMap((event) =>
    event.type === 'MusicTrackRemoved' ? [event.data.trackId] : [],
  );
  // The track is there: what is left of the old one is swept up later if it cannot be deleted now.
  await discardFiles(pool, replaced).catch((error: unknown) =>
    logger.warn({ err: error }, 'the file of a replaced track could not be deleted'),
  );
  return { track, result };
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
