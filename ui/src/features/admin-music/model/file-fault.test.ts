import { expect, test } from 'vitest';
import { musicTexts } from '../../../../../contracts/admin-messages.ts';
import { fileFault, fileSize, sortedOut } from './file-fault.ts';

test.each([
  ['audio/mpeg', 5, undefined],
  ['audio/x-m4a', 10, undefined],
  ['audio/wav', 11, musicTexts.tooLarge(10)],
  ['audio/wav', 0, musicTexts.empty],
  ['text/plain', 5, musicTexts.notAudio],
  ['video/mp4', 5, musicTexts.notAudio],
  ['application/audio/mpeg', 5, musicTexts.notAudio],
  ['', 5, musicTexts.notAudio],
])('a file of type "%s" with %d bytes', (type, size, fault) => {
  expect(fileFault({ type, size }, 10)).toBe(fault);
});

test('before the limit is known a large file is taken', () => {
  expect(fileFault({ type: 'audio/wav', size: 10 ** 9 }, undefined)).toBeUndefined();
});

test('of two files of one name the first is taken, and each that is not is told of once', () => {
  const file = (name: string, type: string) => new File(['x'], name, { type });
  const first = file('intro.mp3', 'audio/mpeg');
  const other = file('outro.mp3', 'audio/mpeg');
  const notes = file('notes.txt', 'text/plain');
  const again = file('intro.mp3', 'audio/mpeg');
  expect(sortedOut([first, notes, again, other, again, notes], 10)).toEqual({
    taken: [first, other],
    faults: [
      musicTexts.notTaken('notes.txt', musicTexts.notAudio),
      musicTexts.notTaken('intro.mp3', musicTexts.sameName),
    ],
  });
});

test.each([
  [1, '1 KB'],
  [340_400, '340 KB'],
  [1_250_000, '1.3 MB'],
  [30_000_000, '30 MB'],
])('%d bytes read %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
