import { readFile } from 'node:fs/promises';
import { v5 as uuidv5 } from 'uuid';
import { namesOf } from '../../../contracts/music-catalogue.ts';

/** A short piece of the program's own, which stands in for a track of the catalogue on a local trial. */
export type SampleTrack = {
  /** Follows from the file's name: the same track wherever it is installed. */
  readonly trackId: string;
  /** As the catalogue has it. */
  readonly filename: string;
  readonly title: string;
  readonly artist: string;
  readonly contentType: 'audio/mpeg';
  /** Of the bytes, in hex. */
  readonly sha256: string;
  read(): Promise<Buffer>;
};

const NAMESPACE = '7d1c1e0a-52b7-4f0e-9d0c-3a6f1b0e8c55';

/** Made by scripts/make-samples.ts. */
export const SAMPLE_TRACKS: readonly SampleTrack[] = [
  sample('the-evolution.mp3', '4fc871bd965ef87ef4f474b4247cc5db01b4eb96ce9ada40c956ce8d8fae9c84'),
  sample('defi-dreams.mp3', '54c3a27e2b1c2b246c614f43163a1bc507c5140c9bd2b92ca5ae57a483cb9866'),
  sample('blockchain-symphony.mp3', '94ecb62f162175037dacdcae605ecdf8de019b31b1b1a79a468ae0e239db26af'),
  sample('digital-horizon.mp3', 'cff6664515c3bbefefcb1dcc9c3e7fb0782e96fc20dcdb914f56a37681e06830'),
];

function sample(filename: string, sha256: string): SampleTrack {
  const { title, artist } = namesOf(filename);
  return {
    trackId: uuidv5(filename, NAMESPACE),
    filename,
    title: `${title} (sample)`,
    artist,
    contentType: 'audio/mpeg',
    sha256,
    read: () => readFile(new URL(`./samples/${filename}`, import.meta.url)),
  };
}
