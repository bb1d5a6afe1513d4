import { expect, test } from 'vitest';
import { hexToBytes } from '../bytes.ts';
import { eventHash } from '../event-hash.ts';
import { merkleTree } from '../merkle.ts';
import { LEAF_AT, ROW_BYTES } from './digests.ts';
import { type ExportedEvent, exportLine } from './exported-event.ts';
import { type HashedEvent, LineHasher } from './line-hasher.ts';
import { portable } from './primitives.ts';
import { shortLedger } from './testing/short-ledger.ts';

const head = '{"format":"evo-rewards-ledger/1","from":0,"to":null}';
const end = '{"end":true,"events":6,"checkpoint":null,"notaryKeys":[]}';

const hashed = (hasher: LineHasher, lines: readonly string[]) =>
  hasher.hash([lines.map((line) => `${line}\n`).join('')]);

const entryOf = (event: ExportedEvent) =>
  hexToBytes(eventHash({ ...event, revision: BigInt(event.revision) }).replace('sha256-jcs:', ''));
const rowOf = (rows: Uint8Array, row: number, at = 0) =>
  rows.slice(row * ROW_BYTES + at, row * ROW_BYTES + at + 32);

test('each event of an export has its hash and that of its leaf', () => {
  const events = shortLedger(6);
  const lines = [head, ...events.map(exportLine), end];
  const { rows, fits, isEvent, places } = hashed(new LineHasher({ primitives: portable }), lines);
  expect([...isEvent]).toEqual([0, 1, 1, 1, 1, 1, 1, 0]);
  expect([...fits]).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  expect([...places]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  const entries = events.map(entryOf);
  expect(events.map((_, row) => rowOf(rows, row))).toEqual(entries);
  expect(events.map((_, row) => rowOf(rows, row, LEAF_AT))).toEqual(
    entries.map((entry) => merkleTree([entry]).root),
  );
});

test('lines may come in pieces', () => {
  const events = shortLedger(6);
  const lines = [head, ...events.map(exportLine), end];
  const whole = hashed(new LineHasher({ primitives: portable }), lines);
  const hasher = new LineHasher({ primitives: portable });
  const pieces = [lines.slice(0, 3), lines.slice(3, 5), lines.slice(5)].map((piece) => hashed(hasher, piece));
  const rows = pieces.flatMap(({ rows: own, isEvent }) =>
    [...own].slice(0, [...isEvent].filter((one) => one === 1).length * ROW_BYTES),
  );
  expect(rows).toEqual([...whole.rows].slice(0, 6 * ROW_BYTES));
});

test('what is no event has no row, and what has no canonical form has no hash', () => {
  const [event] = shortLedger(1);
  if (!event) throw new Error('a ledger of one has one');
  const lone = { ...event, data: { lone: '\ud800' } };
  const lists = '['.repeat(200_000) + ']'.repeat(200_000);
  const deep = exportLine({ ...event, data: { day: 'deep' } }).replace('"deep"', lists);
  const lines = ['', 'null', exportLine(lone), deep, exportLine(event)];
  const { rows, isEvent, fits } = hashed(new LineHasher({ primitives: portable }), lines);
  expect([...isEvent]).toEqual([0, 0, 0, 0, 1]);
  expect([...fits]).toEqual([1, 0, 0, 0, 0]);
  expect(rowOf(rows, 0)).toEqual(entryOf(event));
});

test('an event that its schema refuses is hashed, and said not to fit; one of the seals is in no tree', () => {
  const [first, second] = shortLedger(2);
  if (!first || !second) throw new Error('a ledger of two has two');
  const unfit = { ...first, data: { day: 'some day' } };
  const sealed = { ...second, stream: 'seals' };
  const { rows, fits } = hashed(new LineHasher({ primitives: portable }), [sealed, unfit].map(exportLine));
  expect([...fits]).toEqual([1, 0]);
  expect([rowOf(rows, 0), rowOf(rows, 0, LEAF_AT)]).toEqual([entryOf(sealed), new Uint8Array(32)]);
  expect(rowOf(rows, 1, LEAF_AT)).toEqual(merkleTree([entryOf(unfit)]).root);
});

test('who looks for the place of an id is given the event, whether it was parsed or recognised', () => {
  const asked: HashedEvent[] = [];
  const found = [0, 254, 255, undefined];
  const placeOf = (event: HashedEvent) => {
    asked.push(event);
    return found[asked.length - 1];
  };
  const events = shortLedger(4);
  const { places } = hashed(new LineHasher({ primitives: portable, placeOf }), events.map(exportLine));
  expect([...places]).toEqual([1, 255, 0, 0]);
  expect(asked.map(({ id, type, stream, commandId }) => ({ id, type, stream, commandId }))).toEqual(
    events.map(({ id, type, stream, metadata }) => ({
      ...{ id, type, stream },
      commandId: (metadata as { readonly commandId: string }).commandId,
    })),
  );
  const [bare] = events;
  asked.length = 0;
  const none = JSON.stringify({ ...bare, metadata: {} });
  hashed(new LineHasher({ primitives: portable, placeOf }), [none]);
  expect(asked).toMatchObject([{ commandId: undefined, texts: { metadata: '{}' } }]);
});

test('lines in several texts are hashed as those of one, and each is found in its own', () => {
  const lines = [head, ...shortLedger(6).map(exportLine), end];
  const texts = [lines.slice(0, 3), lines.slice(3, 4), lines.slice(4)].map((some) =>
    some.map((line) => `${line}\n`).join(''),
  );
  const hasher = new LineHasher({ primitives: portable });
  const several = hasher.hash(texts);
  const { ends, dataAt, metadataAt, ...one } = hashed(new LineHasher({ primitives: portable }), lines);
  expect(several).toMatchObject(one);
  expect([...several.ends]).toEqual(
    texts.flatMap((text) => [...text.matchAll(/\n/g)].map(({ index }) => index)),
  );
  expect([...several.dataAt].map((at) => at > 0)).toEqual([...dataAt].map((at) => at > 0));
  expect(texts[2]?.startsWith('{"day"', several.dataAt[4])).toBe(true);
  expect(texts[2]?.startsWith('{"schemaVersion"', several.metadataAt[4])).toBe(true);
  expect([ends.length, metadataAt.length]).toEqual([8, 8]);
});
