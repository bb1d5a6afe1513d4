import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '../event-hash.ts';
import { checkExportDigest, ExportDigest } from './export-digest.ts';
import type { ExportEnd } from './exported-event.ts';
import { Unsound } from './fault.ts';
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

test('an export whose bytes have another digest than its last line says was altered where no hash looks', () => {
  const end: ExportEnd = { end: true, events: 3, checkpoint: null, notaryKeys: [] };
  const [told, found] = ['a'.repeat(64), 'b'.repeat(64)];
  const faultOf = (line: ExportEnd, events: number) => {
    try {
      checkExportDigest(line, found, events);
      return undefined;
    } catch (error) {
      return error instanceof Unsound ? error.fault : error;
    }
  };
  expect(faultOf(end, 3)).toBeUndefined();
  expect(faultOf({ ...end, sha256: found }, 3)).toBeUndefined();
  expect(faultOf({ ...end, sha256: told }, 3)).toEqual({
    rule: 'file',
    at: null,
    among: { from: 0, to: 2 },
    expected: told,
    found,
    follows:
      'The file was altered after the export in what no hash covers: positions, times of writing, or the form of its lines.',
  });
  expect(faultOf({ ...end, sha256: told }, 0)).toMatchObject({ among: { from: 0, to: 0 } });
});
