import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesToHex } from '../bytes.ts';
import { FastSha256 } from './fast-sha256.ts';

function digestOf(pieces: readonly Uint8Array[], digest = new FastSha256()): string {
  const into = new Uint8Array(40);
  digest.reset();
  for (const piece of pieces) digest.update(piece);
  digest.digestInto(into, 4);
  // Nothing beside its place is touched.
  expect([...into.subarray(0, 4), ...into.subarray(36)]).toEqual(Array(8).fill(0));
  return bytesToHex(into.subarray(4, 36));
}

const text = (of: string) => new TextEncoder().encode(of);

// https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values, and FIPS 180-2, appendix B.3
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])("NIST's example %#", (of, expected) => {
  expect(digestOf([text(of)])).toBe(expected);
});

test('of every length up to five blocks it is what Node makes', () => {
  const bytes = Uint8Array.from({ length: 320 }, (_, n) => (n * 151 + 7) & 255);
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length);
    expect(digestOf([part]), `${length} bytes`).toBe(hash('sha256', part));
  }
});

test('whatever pieces the bytes come in, and wherever these lie in their memory', () => {
  const piece = fc
    .tuple(fc.uint8Array({ maxLength: 300 }), fc.nat(9))
    .map(([bytes, before]) => Uint8Array.from([...Array(before).fill(255), ...bytes]).subarray(before));
  const digest = new FastSha256();
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      // One after the other by the same, as an audit has it.
      expect(digestOf(pieces, digest)).toBe(hash('sha256', Buffer.concat(pieces)));
    }),
    { numRuns: 2_000 },
  );
});
