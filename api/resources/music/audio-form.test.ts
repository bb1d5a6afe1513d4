import { expect, test } from 'vitest';
import { soundOf } from '../../testing/music.ts';
import { audioOnly } from './audio-only.ts';
import { SAMPLE_TRACKS } from './sample-tracks.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const FRAMES = soundOf(1_500).subarray(10);
const tag = (size: number, content: Buffer = Buffer.alloc(size)) =>
  Buffer.concat([bytes('ID3\x04\0\0'), Buffer.from([0, size >> 14, (size >> 7) & 127, size & 127]), content]);
const adts = (length: number) =>
  Buffer.concat([
    Buffer.from([0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 255, (length & 7) << 5, 0xfc]),
    Buffer.alloc(length - 7),
  ]);
const REST = 'x'.repeat(80);

/** The file in pieces of so many bytes. */
async function isSound(file: Buffer, piece = file.length): Promise<boolean> {
  async function* pieces() {
    for (let at = 0; at < file.length; at += piece) yield file.subarray(at, at + piece);
  }
  const taken: Buffer[] = [];
  try {
    for await (const part of audioOnly(pieces())) taken.push(part);
  } catch (error) {
    expect(error).toMatchObject({ status: 415 });
    return false;
  }
  expect(Buffer.concat(taken).equals(file)).toBe(true);
  return true;
}

test.each([
  ['MP3 with a tag', Buffer.concat([tag(0), FRAMES])],
  ['MP3 with a tag that is longer than a piece', Buffer.concat([tag(5_000), FRAMES])],
  ['MP3 with two tags and zeros behind them', Buffer.concat([tag(20), tag(30), Buffer.alloc(300), FRAMES])],
  ['frames of MP3', FRAMES],
  ['one frame of MP3', FRAMES.subarray(0, 417)],
  [
    'one frame of MP3 and a tag of the first version',
    Buffer.concat([FRAMES.subarray(0, 417), bytes(`TAG${REST}`)]),
  ],
  ['frames of AAC', Buffer.concat([adts(300), adts(310)])],
  ['AAC with a tag', Buffer.concat([tag(9), adts(300), adts(310)])],
  ['Ogg Vorbis', bytes(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e\x01vorbis${REST}`)],
  ['Opus', bytes(`OggS\0\x02${'\0'.repeat(20)}\x01\x13OpusHead${REST}`)],
  ['FLAC', bytes(`fLaC\0\0\0\x22${REST}`)],
  ['WAV', bytes(`RIFF\x24\0\0\0WAVEfmt \x10${REST}`)],
  ['AIFF', bytes(`FORM\0\0\0\x20AIFFCOMM\0\0\0\x12${REST}`)],
  ['M4A', bytes(`\0\0\0\x20ftypM4A ${REST}`)],
  ['WebM', bytes(`\x1aE\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm${REST}`)],
])('%s is sound, in whatever pieces it comes', async (_name, file) => {
  for (const piece of [file.length, 7, 1]) expect(await isSound(file, piece)).toBe(true);
});

test.each([
  ['a page', bytes(`<!doctype html><script>alert(1)</script>${REST}`)],
  ['a page behind spaces', bytes(' \n<html>')],
  ['a page behind a tag', Buffer.concat([tag(10), bytes(`<html>${REST}`)])],
  ['a page behind a tag and zeros', Buffer.concat([tag(10), Buffer.alloc(100), bytes(`<html>${REST}`)])],
  [
    'a page behind what could be a frame',
    Buffer.concat([FRAMES.subarray(0, 10), bytes(`<html>${REST.repeat(9)}`)]),
  ],
  ['a tag and nothing', tag(100)],
  ['a tag that is longer than the file', tag(1_000, bytes('short'))],
  ['a tag whose length is none', Buffer.concat([bytes('ID3\x04\0\0\xff\xff\xff\xff'), FRAMES])],
  ['zeros', Buffer.alloc(500)],
  ['half a frame', FRAMES.subarray(0, 200)],
  ['the first bytes of a tag', bytes('ID3\x04')],
  ['the head of a WAV', bytes('RIFF\x24\0\0\0WAVE')],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">')],
  ['XML', bytes('<?xml version="1.0"?>')],
  ['a script', bytes('alert(document.cookie)')],
  ['a ZIP', bytes('PK\x03\x04')],
  ['a program', bytes('\x7fELF\x02\x01\x01')],
  ['another program', bytes('MZ\x90\0')],
  ['a PDF', bytes('%PDF-1.7')],
  ['a picture', bytes('\x89PNG\r\n\x1a\n')],
  ['a picture of AVIF', bytes(`\0\0\0\x20ftypavif${REST}`)],
  ['a GIF', bytes('GIF89a')],
  ['a WebP', bytes(`RIFF\x24\0\0\0WEBPVP8 ${REST}`)],
  ['a film of Ogg', bytes(`OggS\0\x02${'\0'.repeat(20)}\x01\x2a\x80theora${REST}`)],
  ['a score, which no browser plays', bytes(`MThd\0\0\0\x06${REST}`)],
  ['a text of UTF-16', bytes('\xff\xfe<\0h\0')],
  ['a shell script', bytes('#!/bin/sh\n')],
])('%s is none, in whatever pieces it comes', async (_name, file) => {
  for (const piece of [file.length, 7, 1]) expect(await isSound(file, piece)).toBe(false);
});

test('a page is refused before the rest of it has come', async () => {
  let sent = 0;
  async function* endless() {
    for (; sent < 1_000; sent++) yield bytes(`<html>${REST}`);
  }
  const reading = (async () => {
    for await (const _part of audioOnly(endless()));
  })();
  await expect(reading).rejects.toMatchObject({ status: 415 });
  // As soon as there is enough to tell any kind of file.
  expect(sent * bytes(`<html>${REST}`).length).toBeLessThan(4_500);
});

test.each(SAMPLE_TRACKS)('the sample $filename is sound', async (sample) =>
  expect(await isSound(await sample.read(), 1_000)).toBe(true),
);
