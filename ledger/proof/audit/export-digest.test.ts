import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '../event-hash.ts';
import { ExportDigest } from './export-digest.ts';
import { portable } from './primitives.ts';

test('all but the last line is hashed, whichever pieces it comes in', () => {
  const lines = fc.array(fc.stringMatching(/^[a-z]{0,6}$/), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (texts, sizes) => {
      const bytes = new TextEncoder().encode(texts.map((text) => `${text}\n`).join(''));
      const digest = new ExportDigest(portable.running());
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const size = sizes[n % sizes.length] ?? 1;
        digest.update(bytes.subarray(at, at + size));
        at += size;
      }
      const before = texts
        .slice(0, -1)
        .map((text) => `${text}\n`)
        .join('');
      expect(digest.hex()).toBe(sha256Hex(before));
    }),
    { numRuns: 100 },
  );
});
