import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PIECE_IDS, render } from './sample-music/pieces.ts';
import { SAMPLE_RATE } from './sample-music/sound.ts';

/**
 * Makes the sample tracks of a local trial, api/resources/music/samples/*.mp3, anew. The program does not need it: the files are
 * kept with it. The encoder (LAME as WebAssembly) is no dependency; it is installed beside, for this once:
 *
 *   npm install --prefix FOLDER wasm-media-encoders@0.7.0
 *   node scripts/make-samples.ts FOLDER/node_modules/wasm-media-encoders/dist/es/index.mjs
 *
 * What it prints belongs into api/resources/music/sample-tracks.ts, whose test compares.
 */
const FOLDER = 'api/resources/music/samples';
const KILOBITS_A_SECOND = 40;

/** What is used of the encoder. */
type Encoder = {
  configure(options: { sampleRate: number; channels: 1; bitrate: number }): void;
  encode(channels: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
};

const [module] = process.argv.slice(2);
if (module === undefined) {
  console.error('Usage: node scripts/make-samples.ts PATH-OF-THE-ENCODER (see the head of this file)');
  process.exit(1);
}
// The module named above; another one fails at its first call.
const { createMp3Encoder } = (await import(pathToFileURL(module).href)) as {
  createMp3Encoder(): Promise<Encoder>;
};

await mkdir(FOLDER, { recursive: true });
for (const id of PIECE_IDS) {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: KILOBITS_A_SECOND });
  const samples = render(id);
  // Each call gives the same memory again.
  const bytes = Buffer.concat([Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())]);
  await writeFile(join(FOLDER, `${id}.mp3`), bytes);
  const seconds = (samples.length / SAMPLE_RATE).toFixed(1);
  console.log(`${id} ${seconds} s ${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex')}`);
}
