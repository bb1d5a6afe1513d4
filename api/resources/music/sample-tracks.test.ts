import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { MUSIC_CATALOGUE } from '../../../contracts/music-catalogue.ts';
import { PIECE_IDS, render } from '../../../scripts/sample-music/pieces.ts';
import { SAMPLE_RATE } from '../../../scripts/sample-music/sound.ts';
import { mpegFrame } from './mpeg-frame.ts';
import { SAMPLE_TRACKS } from './sample-tracks.ts';

test('the samples are the four tracks that the socials page names, and say what they are', () => {
  expect(SAMPLE_TRACKS.map(({ filename, title, artist }) => ({ filename, title, artist }))).toEqual(
    MUSIC_CATALOGUE.slice(0, 4).map(({ filename, title, artist }) => ({
      filename,
      title: `${title} (sample)`,
      artist,
    })),
  );
  expect(new Set(SAMPLE_TRACKS.map(({ trackId }) => trackId)).size).toBe(4);
});

test('no other file lies beside them, and each can be made anew', async () => {
  const files = SAMPLE_TRACKS.map(({ filename }) => filename).toSorted();
  expect((await readdir(new URL('./samples', import.meta.url))).toSorted()).toEqual(files);
  expect(PIECE_IDS.map((id) => `${id}.mp3`).toSorted()).toEqual(files);
});

describe.each(SAMPLE_TRACKS)('$filename', ({ filename, sha256, read }) => {
  test('is MP3 from its first byte to its last, of 10 to 20 seconds, and the file that is named', async () => {
    const bytes = await read();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    let [at, frames] = [0, 0];
    while (at < bytes.length) {
      const frame = mpegFrame(bytes.subarray(at));
      if (!frame) expect.fail(`no frame at ${at}`);
      expect(frame.kind).toBe(`MPEG layer 3 ${SAMPLE_RATE}`);
      at += frame.length;
      frames += 1;
    }
    expect(at).toBe(bytes.length);
    const seconds = (frames * 576) / SAMPLE_RATE;
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThan(20);
    expect(bytes.length).toBeLessThan(100_000);
  });

  test('comes from notes that are always the same, are never cut, and end in silence', () => {
    const id = filename.replace('.mp3', '');
    const samples = render(id, 1);
    expect(Buffer.from(render(id, 1).buffer).equals(Buffer.from(samples.buffer))).toBe(true);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.5);
    expect(loudest).toBeLessThan(1);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.001);
  });
});
