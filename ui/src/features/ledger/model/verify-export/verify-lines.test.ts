import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ExportDigest } from '../../../../../../ledger/proof/audit/export-digest.ts';
import { portable } from '../../../../../../ledger/proof/audit/primitives.ts';
import { bytesToHex } from '../../../../../../ledger/proof/bytes.ts';
import { parseCheckpoint } from '../../../../../../ledger/proof/checkpoint.ts';
import { sha256Hex } from '../../../../../../ledger/proof/event-hash.ts';
import { parseNote } from '../../../../../../ledger/proof/signed-note.ts';
import { notaryWithTwoKeys, sealedLedger } from '../../testing/sealed-ledger.ts';
import { exportBytes } from './export-bytes.ts';
import { exportLines } from './export-lines.ts';
import type { VerifyRequest } from './protocol.ts';
import { verifyLines } from './verify-lines.ts';

const OPTIONS = {
  size: 40,
  sealed: 30,
  witnesses: ['alpha', 'beta'],
  endsAt: new Date('2026-01-01T00:00:00Z'),
};
const ledger = sealedLedger(OPTIONS);
const keys = ledger.seals.witnesses.map(({ verifierKey }) => verifierKey);

/** As a file comes: in pieces that end anywhere, also within a letter. */
function streamOf(bytes: Uint8Array<ArrayBuffer>, piece: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + piece));
      at += piece;
    },
  });
}

type Remembered = NonNullable<VerifyRequest['remembered']>;

async function verify(
  bytes: Uint8Array<ArrayBuffer>,
  piece = 64 * 1024,
  remembered?: Remembered,
  mayBeOlder = false,
) {
  const told = { events: [] as number[], bytes: [] as number[] };
  const digest = new ExportDigest(portable.running());
  const count = (bytes: number) => told.bytes.push(bytes);
  async function* hashed() {
    for await (const part of exportBytes(streamOf(bytes, piece), count)) {
      digest.update(part);
      yield part;
    }
  }
  const known = { witnesses: keys, remembered, mayBeOlder };
  const tell = (events: number) => told.events.push(events);
  const verdict = await verifyLines(exportLines(hashed()), tell, () => digest.hex(), known);
  return { verdict, told };
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const lines = ledger.export.trimEnd().split('\n');
const written = (changed: readonly string[]): Uint8Array<ArrayBuffer> => bytesOf(`${changed.join('\n')}\n`);

test.each([1, 7, 1_000, 1_000_000])('a sound export in pieces of %i bytes', async (piece) => {
  const { verdict, told } = await verify(bytesOf(ledger.export), piece);
  expect(verdict).toEqual({
    kind: 'sound',
    sound: {
      events: 42,
      streams: 4,
      seals: 1,
      sealed: 30,
      size: 40,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      keys: 1,
      remembered: undefined,
      endsBefore: undefined,
      askedFor: undefined,
      witnesses: ['alpha', 'beta'],
      lacksCheckpoint: false,
      isMoved: false,
    },
  });
  expect(told.bytes.at(-1)).toBe(bytesOf(ledger.export).length);
  expect(told.events.at(-1)).toBe(42);
});

test('an export has to hold what this browser has seen sealed before', async () => {
  const { size, root } = ledger.seals.seals[0]!;
  const verifierKey = ledger.seals.notary.verifierKey!;
  const known = { size, root, checkpoint: ledger.checkpoint, verifierKey };
  const whole = bytesOf(ledger.export);
  expect((await verify(whole, 1_000, known)).verdict).toMatchObject({
    kind: 'sound',
    sound: { remembered: 30 },
  });
  for (const other of [
    { ...known, root: '0'.repeat(64) },
    { ...known, size: 41 },
  ]) {
    expect((await verify(whole, 1_000, other)).verdict).toMatchObject({
      kind: 'unsound',
      fault: { rule: 'known-root' },
    });
  }
  const stranger = { ...known, verifierKey: keys[0]! };
  expect((await verify(whole, 1_000, stranger)).verdict).toMatchObject({
    kind: 'unsound',
    fault: { rule: 'notary-key' },
  });
});

test('an export whose newest seal is signed with a key that was replaced before what this browser has seen is not sound', async () => {
  const { root } = ledger.seals.seals[0]!;
  const verifierKey = ledger.seals.notary.verifierKey!;
  const whole = bytesOf(ledger.export);
  const signedBy = (size: number, by: 'first' | 'second') => {
    const { text } = parseNote(sealedLedger({ ...OPTIONS, sealed: size }).checkpoint)!;
    const found = parseCheckpoint(text)!;
    const checkpoint = notaryWithTwoKeys().sign(text, by);
    return { size, root: bytesToHex(found.root), checkpoint, verifierKey };
  };
  expect(signedBy(30, 'first').root).toBe(root);
  expect((await verify(whole, 1_000, signedBy(20, 'first'))).verdict).toMatchObject({ kind: 'sound' });
  for (const size of [20, 30])
    expect((await verify(whole, 1_000, signedBy(size, 'second'), true)).verdict).toMatchObject({
      kind: 'unsound',
      fault: { rule: 'notary-key', follows: expect.stringContaining('had replaced') },
    });
  // It has all that was seen, and not yet the seal of it.
  expect((await verify(whole, 1_000, signedBy(35, 'second'), true)).verdict).toMatchObject({ kind: 'sound' });
});

test('a file that was kept from before this browser saw more is an older one, of which nothing is said but that it ends before', async () => {
  const { size, root } = ledger.seals.seals[0]!;
  const known = { size, root, checkpoint: ledger.checkpoint, verifierKey: ledger.seals.notary.verifierKey! };
  const whole = bytesOf(ledger.export);
  const later = { ...known, size: 41 };
  expect((await verify(whole, 1_000, later, true)).verdict).toMatchObject({
    kind: 'sound',
    sound: { remembered: undefined, endsBefore: 41, sealed: 30 },
  });
  // What it does hold has to be what was seen, and that notary's.
  for (const [other, rule] of [
    [{ ...known, root: '0'.repeat(64) }, 'known-root'],
    [{ ...later, verifierKey: keys[0]! }, 'notary-key'],
  ] as const) {
    expect((await verify(whole, 1_000, other, true)).verdict).toMatchObject({
      kind: 'unsound',
      fault: { rule },
    });
  }
});

test('a file of the days before the first seal is an older one, of which nothing is said but that it ends before', async () => {
  const { size, root } = ledger.seals.seals[0]!;
  const known = { size, root, checkpoint: ledger.checkpoint, verifierKey: ledger.seals.notary.verifierKey! };
  const keySet = lines.findIndex((line) => line.includes('"NotaryKeySet"'));
  const before = (kept: readonly string[], notaryKeys: unknown, remembered = known, mayBeOlder = true) => {
    const end = { end: true, events: kept.length - 1, checkpoint: null, notaryKeys };
    return verify(written([...kept, JSON.stringify(end)]), 1_000, remembered, mayBeOlder);
  };
  const early = lines.slice(0, keySet + 10);
  const withoutKey = early.toSpliced(keySet, 1);
  const { notaryKeys } = JSON.parse(lines.at(-1) ?? '');
  for (const { verdict } of [await before(withoutKey, []), await before(early, notaryKeys)])
    expect(verdict).toMatchObject({ kind: 'sound', sound: { endsBefore: size, seals: 0, sealed: 0 } });
  // Another notary's key is set, or it is what the program gives now.
  const stranger = { ...known, verifierKey: keys[0]! };
  expect((await before(early, notaryKeys, stranger)).verdict).toMatchObject({
    kind: 'unsound',
    fault: { rule: 'notary-key' },
  });
  expect((await before(withoutKey, [], known, false)).verdict).toMatchObject({ kind: 'unsound' });
});

test('of an export that was asked for its first events alone it is told that the ledger may have more', async () => {
  const askedFor = async (to: number) => {
    const part = written(lines.with(0, lines[0]!.replace('"to":null', `"to":${to}`)));
    return (await verify(part)).verdict;
  };
  expect(await askedFor(42)).toMatchObject({ kind: 'sound', sound: { events: 42, askedFor: 42 } });
  // There were fewer than were asked for.
  expect(await askedFor(43)).toMatchObject({ kind: 'sound', sound: { askedFor: undefined } });
  expect(await askedFor(41)).toMatchObject({
    kind: 'unreadable',
    why: expect.stringContaining('asks for 41'),
  });
});

test('of an export with seals whose last line has no checkpoint that is told', async () => {
  const end = { ...JSON.parse(lines.at(-1) ?? ''), checkpoint: null };
  const { verdict } = await verify(written(lines.with(-1, JSON.stringify(end))));
  expect(verdict).toMatchObject({ kind: 'sound', sound: { seals: 1, witnesses: [], lacksCheckpoint: true } });
});

test('the same, packed', async () => {
  const packed = new Uint8Array(gzipSync(ledger.export));
  const { verdict, told } = await verify(packed, 100);
  expect(verdict.kind).toBe('sound');
  // What is told is what came, so that its share of the file can be known.
  expect(told.bytes.at(-1)).toBe(packed.length);
});

test('a ledger that was put into another store holds, and what its seals say of positions is told', async () => {
  const moved = written(
    lines.map((line) => line.replace(/"position":"C:(\d+)00\/P:\d+","id"/, '"position":"C:$1/P:$1","id"')),
  );
  expect((await verify(moved)).verdict).toMatchObject({
    kind: 'sound',
    sound: { events: 42, seals: 1, isMoved: true },
  });
});

test('the first event that breaks a rule is named', async () => {
  const amount = written(
    lines.map((line, at) => (at === 20 ? line.replace('"amount":"', '"amount":"9') : line)),
  );
  // Its hash is none that anybody holds; the next event of its stream names another.
  expect((await verify(amount)).verdict).toMatchObject({
    kind: 'unsound',
    fault: { rule: 'chain', at: { number: 22 }, among: { from: 19 } },
  });
  const gone = written(lines.filter((_, at) => at !== 20));
  expect((await verify(gone)).verdict).toMatchObject({
    kind: 'unsound',
    fault: { rule: 'revisions', at: { number: 21 } },
  });
});

test('a file that was altered in what no hash covers is told of by its digest', async () => {
  const when = written(
    lines.map((line, at) =>
      at === lines.length - 1 ? JSON.stringify({ ...JSON.parse(line), sha256: 'a'.repeat(64) }) : line,
    ),
  );
  expect((await verify(when)).verdict).toMatchObject({
    kind: 'unsound',
    fault: { rule: 'file', expected: 'a'.repeat(64), follows: expect.stringContaining('positions') },
  });
  const sha256 = sha256Hex(`${lines.slice(0, -1).join('\n')}\n`);
  const honest = written([...lines.slice(0, -1), JSON.stringify({ ...JSON.parse(lines.at(-1)!), sha256 })]);
  expect((await verify(honest, 1_000)).verdict.kind).toBe('sound');
});

test.each([
  ['nothing', '', 'The file is empty.'],
  ['no export', '{"a":1}\n', 'Line 1 is none of an export'],
  ['an event first', `${lines[1]}\n`, 'The first line is not that of an export.'],
  ['a second head', `${lines[0]}\n${lines[0]}\n`, 'Line 2 is another first line.'],
  ['a part of a ledger', lines[0]!.replace('"from":0', '"from":5'), 'begins at event 5'],
  [
    'no event',
    `${lines[0]}\n{"end":true,"events":0,"checkpoint":null,"notaryKeys":[]}\n`,
    'It holds no event: there is nothing to verify.',
  ],
  ['no end', lines.slice(0, -1).join('\n'), 'The last line is missing'],
  ['something behind the end', `${ledger.export}${lines[1]}\n`, 'Line 45 stands behind the last one.'],
])('of %s nothing can be said', async (_, text, why) => {
  const { verdict } = await verify(bytesOf(text));
  expect(verdict).toMatchObject({ kind: 'unreadable', why: expect.stringContaining(why) });
});

test('of what is damaged on its way nothing can be said', async () => {
  const packed = new Uint8Array(gzipSync(ledger.export));
  expect((await verify(packed.slice(0, -200))).verdict).toMatchObject({
    kind: 'unreadable',
    why: 'The file ends too early, or is damaged.',
  });
  expect((await verify(Uint8Array.of(0x7b, 0xff, 0xfe))).verdict).toMatchObject({
    kind: 'unreadable',
    why: 'The file is not text in UTF-8.',
  });
});

test('a line without an end does not fill the memory', async () => {
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(0x61)),
  });
  const verdict = await verifyLines(
    exportLines(exportBytes(endless, () => {})),
    () => {},
    () => '',
    { witnesses: [], mayBeOlder: false },
  );
  expect(verdict).toMatchObject({ kind: 'unreadable', why: 'A line is longer than any event can be.' });
});
