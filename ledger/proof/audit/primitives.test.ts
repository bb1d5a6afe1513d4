import { expect, test } from 'vitest';
import { nodePrimitives } from '../../audit/node-primitives.ts';
import { hexToBytes } from '../bytes.ts';
import { sha256Hex } from '../event-hash.ts';
import { portable } from './primitives.ts';

/** Around the room that is kept for a text: 16 KiB, three bytes a character at the most. */
const LENGTHS = [0, 1, 5_460, 5_461, 5_462, 16_383, 16_384, 16_385, 40_000];

test.each(LENGTHS)('texts of %d characters have the digest of their UTF-8, wherever it is put', (length) => {
  for (const text of ['a'.repeat(length), '☃'.repeat(length)]) {
    for (const { sha256Into } of [portable, nodePrimitives]) {
      const into = new Uint8Array(40).fill(7);
      sha256Into(text, into, 5);
      expect([...into.slice(0, 5), ...into.slice(37)]).toEqual(Array(8).fill(7));
      expect(into.slice(5, 37)).toEqual(hexToBytes(sha256Hex(text)));
      const ofBytes = new Uint8Array(32);
      sha256Into(new TextEncoder().encode(text), ofBytes, 0);
      expect(ofBytes).toEqual(into.slice(5, 37));
    }
  }
});

test('what is told in pieces has the digest of the whole', () => {
  for (const primitives of [portable, nodePrimitives]) {
    const running = primitives.running();
    for (const piece of ['one', '', ' and two']) running.update(new TextEncoder().encode(piece));
    expect(running.hex()).toBe(sha256Hex('one and two'));
  }
});
