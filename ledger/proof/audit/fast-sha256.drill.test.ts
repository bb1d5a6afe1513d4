import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesToHex } from '../bytes.ts';
import { FastSha256 } from './fast-sha256.ts';

test('of half a gigabyte and more, whose bits are counted in more than 32 of them, it is what Node makes', () => {
  const piece = new Uint8Array(64 * 1024 * 1024);
  const [digest, known] = [new FastSha256(), createHash('sha256')];
  for (let n = 0; n < 9; n++) {
    digest.update(piece);
    known.update(piece);
  }
  const into = new Uint8Array(32);
  digest.digestInto(into, 0);
  expect(bytesToHex(into)).toBe(known.digest('hex'));
}, 120_000);
