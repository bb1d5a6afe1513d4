import { randomUUID } from 'node:crypto';
import { playlistEvents } from '../../../contracts/events/playlist.ts';
import { addTrack } from '../../../ledger/playlist/change-tracks.ts';
import { PLAYLIST_STREAM } from '../../../ledger/playlist/playlist.ts';
import { readTracks } from '../../../ledger/playlist/read-tracks.ts';
import { PROGRAM_STREAM } from '../../../ledger/program/program.ts';
import { timestamp } from '../../http/clock.ts';
import type { Parts } from '../../http/serve.ts';
import { findFile, storeBytes } from './file-bytes.ts';
import type { SampleTrack } from './sample-tracks.ts';
import { beginUpload, discardFiles, takeUpload } from './uploads.ts';

type SampleParts = Pick<Parts, 'config' | 'pool' | 'store' | 'handler' | 'clock' | 'logger'>;

/**
 * Makes the samples tracks, as an upload would, so that a local trial has music out of the box; anywhere else it does
 * nothing. A name that the playlist has or ever had is left alone: who took a track out does not get a sample for it.
 * A start that fails here goes on without, and the next one tries again.
 */
export async function installSamples(parts: SampleParts, samples: readonly SampleTrack[]): Promise<void> {
  if (!parts.config.demoWallet || samples.length === 0) return;
  try {
    const [tracks, names] = [await readTracks(parts.handler), await namesEverAdded(parts)];
    for (const sample of samples) {
      const isThere = tracks.has(sample.trackId);
      // The ledger has it and the database was lost: the file is put back.
      if (isThere && !(await findFile(parts.pool, sample.trackId))) await store(parts, sample);
      if (isThere || names.has(sample.filename)) continue;
      await install(parts, sample);
    }
  } catch (err) {
    parts.logger.warn({ err }, 'the sample tracks could not be installed');
  }
}

async function install(parts: SampleParts, sample: SampleTrack): Promise<void> {
  const { trackId, filename, title, artist, contentType } = sample;
  const stored = await store(parts, sample);
  await addTrack(
    parts.handler,
    // Nobody's right is needed: it is the program that adds it.
    { track: { trackId, filename, title, artist, contentType, ...stored }, authorize: async () => undefined },
    {
      commandId: trackId,
      actor: { kind: 'system' },
      occurredAt: timestamp(parts.clock()),
      correlationId: randomUUID(),
    },
  );
}

/** The bytes, in the place of what a start that broke off has left of them. */
async function store({ pool, clock }: SampleParts, sample: SampleTrack) {
  const { trackId, filename, title, artist, contentType, sha256 } = sample;
  const bytes = await sample.read();
  await discardFiles(pool, [trackId]);
  const token = await beginUpload(pool, { trackId, filename, title, artist, wallet: '' }, clock());
  // Another process of this trial is at it.
  if (token === undefined || !(await takeUpload(pool, trackId, token, clock()))) {
    throw new Error(`${filename} is being installed already`);
  }
  const stored = await storeBytes(pool, trackId, contentType, inOnePiece(bytes), bytes.length);
  if (stored.sha256 !== sha256) throw new Error(`${filename} is not the file that it should be`);
  return stored;
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function namesEverAdded({ store }: SampleParts): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const stream of [PROGRAM_STREAM, PLAYLIST_STREAM]) {
    for await (const { type, data } of store.readStream(stream, 0n)) {
      if (type === 'MusicTrackAdded') names.add(playlistEvents.MusicTrackAdded.data.parse(data).filename);
    }
  }
  return names;
}
