import { expect, test } from 'vitest';
import { keyTextOf, notaryOf, sealed } from '../../audit/testing/seal-ledger.ts';
import { bytesToHex } from '../bytes.ts';
import { eventHash } from '../event-hash.ts';
import { merkleTree } from '../merkle.ts';
import type { ExportEnd, ExportedEvent } from './exported-event.ts';
import { type AuditFault, faultInWords, Unsound } from './fault.ts';
import { LedgerAudit, type LedgerAuditOptions } from './ledger-audit.ts';
import { FIRST, SECOND, shortLedger } from './testing/short-ledger.ts';

const events = shortLedger(8);
const hashOf = (event: ExportedEvent | undefined) =>
  event ? eventHash({ ...event, revision: BigInt(event.revision) }) : '';
const metadataOf = (event: ExportedEvent | undefined) => event?.metadata as object;

/** The first thing that is wrong; undefined where nothing is. */
function faultIn(
  ledger: readonly ExportedEvent[],
  end?: ExportEnd,
  options: LedgerAuditOptions = {},
): AuditFault | undefined {
  const audit = new LedgerAudit(options);
  try {
    for (const event of ledger) audit.add(event);
    audit.end(end);
    return undefined;
  } catch (error) {
    if (error instanceof Unsound) return error.fault;
    throw error;
  }
}

/** Where an event stands that is the how many-th one, and of how many streams without the seals. */
function placeOf(event: ExportedEvent | undefined, number: number, index: number | null = number) {
  const { position, id, type, stream, revision } = event ?? events[0]!;
  return { number, index, position, id, type, stream, revision };
}

test('a sound ledger comes to its counts, its tree, and no checkpoint where nothing is sealed', () => {
  const audit = new LedgerAudit();
  expect([audit.position, audit.progress.events]).toEqual([undefined, 0]);
  const places = events.map((event) => audit.add(event));
  expect(places).toEqual(events.map((event, number) => placeOf(event, number)));
  expect(audit.position).toEqual({ commit: 800n, prepare: 800n });
  expect(audit.unprovenFrom).toBe(0);
  const entries = events.map((event) => Buffer.from(hashOf(event).replace('sha256-jcs:', ''), 'hex'));
  expect(audit.end()).toEqual({
    ...{ events: 8, streams: 2, seals: 0, sealed: 0, keys: [], checkpoint: null },
    tree: { size: 8, root: bytesToHex(merkleTree(entries).root) },
  });
});

test('an event that is left out shows at the next one of its stream', () => {
  expect(faultIn(events.toSpliced(2, 1))).toEqual({
    rule: 'revisions',
    at: placeOf(events[4], 3),
    among: { from: 0, to: 3 },
    expected: `revision 1 of ${FIRST}`,
    found: 'revision 2',
    follows: 'Events of this stream are missing: what they granted, claimed or took back is not counted.',
  });
});

test('an event that stands there twice, at another position, shows at once', () => {
  const twice = { ...events[2]!, position: 'C:350/P:350' };
  expect(faultIn(events.toSpliced(3, 0, twice))).toEqual({
    rule: 'revisions',
    at: placeOf(twice, 3),
    among: { from: 2, to: 3 },
    expected: `revision 2 of ${FIRST}`,
    found: 'revision 1',
    follows: 'An event stands in this stream twice, or out of its order.',
  });
});

test('a stream that does not begin at its beginning', () => {
  const begun = { ...events[0]!, revision: 1 };
  expect(faultIn([begun])).toMatchObject({ rule: 'revisions', expected: `revision 0 of ${FIRST}` });
  const prevHash = hashOf(events[1]);
  const naming = { ...events[0]!, metadata: { ...metadataOf(events[0]), prevHash } };
  expect(faultIn([naming])).toEqual({
    rule: 'chain',
    at: placeOf(naming, 0),
    among: { from: 0, to: 0 },
    expected: 'the first event of its stream, which names none before it',
    found: prevHash,
    follows: 'What stood before it in its stream is missing, or this event is not what was written.',
  });
});

test('an event that was altered shows at the next one of its stream, which names its hash', () => {
  const altered = { ...events[2]!, data: { day: '2026-01-01', streak: 9 } };
  expect(faultIn(events.with(2, altered))).toEqual({
    rule: 'chain',
    at: placeOf(events[4], 4),
    among: { from: 2, to: 4 },
    expected: hashOf(altered),
    found: hashOf(events[2]),
    follows: `Event 2, the one before it in ${FIRST}, or this one is not what was written.`,
  });
});

test.each([
  [null, 'none: as if it were the first of its stream'],
  [5, '5'],
  [[hashOf(events[1])], 'an object or a list, and no hash'],
  [{ toString: 1, valueOf: 1 }, 'an object or a list, and no hash'],
  ['sha256-jcs:', 'sha256-jcs:'],
  [hashOf(events[1]).replace('sha256-jcs', 'sha512-jcs'), hashOf(events[1]).replace('256', '512')],
  [`${hashOf(events[1])}0`, `${hashOf(events[1])}0`],
  [hashOf(events[1]).toUpperCase(), hashOf(events[1]).toUpperCase()],
])('an event that names %j as the hash before it', (prevHash, found) => {
  const naming = { ...events[3]!, metadata: { ...metadataOf(events[3]), prevHash } };
  expect(faultIn(events.with(3, naming))).toEqual({
    rule: 'chain',
    at: placeOf(naming, 3),
    among: { from: 1, to: 3 },
    expected: hashOf(events[1]),
    found,
    follows: `Event 1, the one before it in ${SECOND}, or this one is not what was written.`,
  });
});

test('each digit of the hash before it counts', () => {
  const right = hashOf(events[1]);
  for (let at = 'sha256-jcs:'.length; at < right.length; at++) {
    const prevHash = right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1);
    const naming = { ...events[3]!, metadata: { ...metadataOf(events[3]), prevHash } };
    expect(faultIn([...events.slice(0, 3), naming]), String(at)).toMatchObject({
      rule: 'chain',
      found: prevHash,
    });
  }
});

test.each([
  ['the one before', 'C:200/P:200'],
  ['one before that', 'C:150/P:150'],
])('the position of %s is no place for an event', (_, position) => {
  const moved = { ...events[2]!, position };
  expect(faultIn(events.with(2, moved))).toEqual({
    rule: 'order',
    at: placeOf(moved, 2),
    among: { from: 1, to: 2 },
    expected: 'a position behind C:200/P:200',
    found: position,
    follows: 'Events stand in another order than they were written in, or one of them twice.',
  });
});

test('the first event needs a position that is one', () => {
  const nowhere = { ...events[0]!, position: 'here' };
  expect(faultIn([nowhere])).toMatchObject({
    ...{ rule: 'order', among: { from: 0, to: 0 }, expected: 'a position', found: 'here' },
  });
});

test('what has no canonical form has no hash', () => {
  const lone = { ...events[2]!, data: { day: '\ud800' } };
  expect(faultIn(events.with(2, lone))).toMatchObject({
    rule: 'canonical',
    at: placeOf(lone, 2),
    among: { from: 2, to: 2 },
    expected: 'an event that has a canonical form (RFC 8785)',
    found: expect.stringMatching(/./),
    follows: 'The program did not write this event, and it has no hash.',
  });
});

test.each(['{"a":1e400}', '{"a":[0,{"b":-1e400}]}'])(
  'a number beyond all numbers has no hash, and not that of nothing: %s',
  (data) => {
    const endless = { ...events[2]!, data: JSON.parse(data) };
    expect(faultIn(events.with(2, endless))).toMatchObject({ rule: 'canonical', at: placeOf(endless, 2) });
  },
);

test('what lies deeper in itself than any stack reaches is named, too', () => {
  const deep = { ...events[2]!, data: JSON.parse(`{"day":${'['.repeat(200_000)}${']'.repeat(200_000)}}`) };
  expect(faultIn(events.with(2, deep))).toMatchObject({ rule: 'canonical', at: placeOf(deep, 2) });
});

const end = (about: Partial<ExportEnd>): ExportEnd => ({
  ...{ end: true, events: 8, checkpoint: null, notaryKeys: [] },
  ...about,
});

test('the end of an export says how many events it has', () => {
  expect(faultIn(events, end({}))).toBeUndefined();
  expect(faultIn(events, end({ events: 9 }))).toEqual({
    rule: 'end',
    at: null,
    among: { from: 0, to: 7 },
    expected: '9 events, as the last line says',
    found: '8',
    follows: 'Events were taken out or added after the export.',
  });
  expect(faultIn([], end({}))).toMatchObject({ among: { from: 0, to: 0 }, found: '0' });
});

test('the end of an export has the keys of its notary, and no others', () => {
  const notary = notaryOf('short');
  const ledger = sealed(shortLedger(20), notary, 3);
  const keys = new LedgerAudit();
  for (const event of ledger) keys.add(event);
  const notaryKeys = keys.end().keys;
  const whole = { events: ledger.length };
  expect(notaryKeys.map(({ verifierKey }) => verifierKey)).toEqual(notary.map(keyTextOf));
  expect(faultIn(ledger, end({ ...whole, notaryKeys }))).toBeUndefined();
  const notaryKeysFault = {
    rule: 'notary-key',
    at: null,
    among: { from: 0, to: ledger.length - 1 },
    expected: notary.map(keyTextOf).join(', '),
    follows: 'The keys that came with the ledger are not those that its events set.',
  };
  expect(faultIn(ledger, end({ ...whole, notaryKeys: [] }))).toEqual({
    ...notaryKeysFault,
    found: 'no keys',
  });
  const [first, second] = notaryKeys;
  const unsigned = { ...second!, replaces: { ...second!.replaces!, signature: 'AAAA' } };
  expect(faultIn(ledger, end({ ...whole, notaryKeys: [first!, unsigned] }))).toMatchObject(notaryKeysFault);
  const elsewhere = { verifierKey: 'somebody', replaces: null };
  expect(faultIn(events, end({ notaryKeys: [elsewhere] }))).toMatchObject({
    ...{ rule: 'notary-key', expected: 'no keys', found: 'somebody' },
  });
});

test('a fault in words, for people', () => {
  const at = placeOf(events[4], 4);
  const words = { expected: 'this', found: 'that', follows: 'Nothing.' };
  expect(faultInWords({ rule: 'chain', at, among: { from: 2, to: 4 }, ...words })).toBe(
    [
      `Rule chain is broken; it shows at event 4 (CheckedIn at ${FIRST}:2, position C:500/P:500, id ${at.id}).`,
      'Expected: this',
      'Found: that',
      'What was altered, added or taken out is among events 2 to 4.',
      'What follows: Nothing.',
    ].join('\n'),
  );
  const error = new Unsound({ rule: 'end', at: null, among: { from: 3, to: 3 }, ...words });
  expect([error.name, error.message.split('\n')[0], error.message.split('\n')[3]]).toEqual([
    'Unsound',
    'Rule end is broken; it shows at no single event.',
    'What was altered, added or taken out is among event 3.',
  ]);
});

test('more streams than there is room for at first', () => {
  // Each with two events: the second names the first, wherever its hash is kept by then.
  const [first, second] = [events[0]!, events[2]!];
  const streams = Array.from({ length: 1_100 }, (_, n) => `account-${n}`);
  const at = (number: number) => ({ position: `C:${number + 1}/P:${number + 1}` });
  const begun = streams.map((stream, n) => ({ ...first, ...at(n), stream }));
  const gone = begun.map((event, n) => ({
    ...{ ...second, ...at(streams.length + n), stream: event.stream },
    metadata: { ...metadataOf(second), prevHash: hashOf(event) },
  }));
  const audit = new LedgerAudit();
  for (const event of [...begun, ...gone]) audit.add(event);
  expect(audit.progress).toMatchObject({ events: 2_200, streams: 1_100 });
  expect(
    faultIn([...begun, ...gone.slice(0, -1), { ...gone.at(-1)!, metadata: metadataOf(second) }]),
  ).toMatchObject({
    rule: 'chain',
    among: { from: 1_099, to: 2_199 },
  });
});
