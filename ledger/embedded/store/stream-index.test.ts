import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { encodeFrame, framePlace } from '../wire/frame.ts';
import { BEFORE_FIRST, checksumAt } from './checksum.ts';
import { createSchema } from './open.ts';
import { StreamFrames } from './stream-frames.ts';
import { StreamIndex } from './stream-index.ts';

const EVENTS = 20_000;
const STREAMS = 37;

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  createSchema(database);
  for (let id = 1; id <= STREAMS; id++)
    database.prepare('INSERT INTO streams (name) VALUES (?)').run(`s${id}`);
});

const streamOf = (position: number) => ((position * 7) % STREAMS) + 1;

/** Appends as the event log does, some events a transaction. */
function append(index: StreamIndex, from: number, to: number, commit = 'COMMIT'): void {
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)');
  let sum = sumAt(from - 1);
  const last = new Map<number, number>();
  for (let position = from; position <= to; position += 100) {
    database.exec('BEGIN');
    for (let at = position; at < position + 100 && at <= to; at++) {
      const stream = streamOf(at);
      const revision = (last.get(stream) ?? index.last(stream)) + 1;
      last.set(stream, revision);
      const frame = frameAt(at, stream, revision);
      sum = checksumAt(sum, frame);
      insert.run(at, stream, revision, frame, sum);
      index.add(stream, revision, at);
    }
    index.advance(Math.min(position + 99, to));
    database.exec(commit);
  }
}

function sumAt(position: number): Uint8Array {
  const sum = database.prepare('SELECT sum FROM events WHERE position = ?').get(position)?.sum;
  return sum instanceof Uint8Array ? sum : BEFORE_FIRST;
}

function frameAt(position: number, stream: number, revision: number): Buffer {
  return encodeFrame({
    ...{ id: '00000000-0000-4000-8000-000000000000', stream: `s${stream}`, revision, position },
    ...{ type: 'T', isJson: false, created: 0, metadata: Buffer.alloc(0), data: Buffer.alloc(0) },
  });
}

/** Every stream in both directions, as the frames say. */
function readAll(index: StreamIndex): Map<number, string[]> {
  const frames = new StreamFrames(database, index);
  const all = new Map<number, string[]>();
  for (let stream = 1; stream <= STREAMS; stream++) {
    const named = { id: stream, name: `s${stream}`, last: index.last(stream) };
    const forwards = [...frames.between(named, 0, named.last, 'forwards')].map(placeText);
    const backwards = [...frames.between(named, 0, named.last, 'backwards')].map(placeText);
    expect(backwards.reverse()).toEqual(forwards);
    all.set(stream, forwards);
  }
  return all;
}

function placeText(frame: Uint8Array): string {
  const { stream, revision } = framePlace(frame);
  return `${stream}:${revision}`;
}

function expected(events: number): Map<number, string[]> {
  const all = new Map<number, string[]>(Array.from({ length: STREAMS }, (_, index) => [index + 1, []]));
  for (let position = 1; position <= events; position++) {
    const revisions = all.get(streamOf(position));
    revisions?.push(`s${streamOf(position)}:${revisions.length}`);
  }
  return all;
}

const entriesInFile = () => Number(database.prepare('SELECT count(*) AS n FROM stream_index').get()?.n);

test('a start looks at no more events again than were not known to be in the file', () => {
  append(new StreamIndex(database), 1, 30_000);
  const indexedTo = Number(database.prepare('SELECT indexed_to FROM progress').get()?.indexed_to);
  expect(indexedTo).toBeGreaterThan(8_000);
  const missing = database.prepare(`SELECT count(*) AS n FROM events
    WHERE position <= ? AND position NOT IN (SELECT position FROM stream_index)`);
  expect(missing.get(indexedTo)?.n).toBe(0);
});

test('events are found whether their entries wait or are in the file', () => {
  const index = new StreamIndex(database);
  append(index, 1, EVENTS);
  expect(entriesInFile()).toBeGreaterThan(EVENTS / 2);
  expect(entriesInFile()).toBeLessThan(EVENTS);
  expect(readAll(index)).toEqual(expected(EVENTS));
});

test('what waited is found again after a crash, at any moment', () => {
  for (const crash of [100, 8_200, 8_300, 17_000]) {
    database.exec('DELETE FROM events; DELETE FROM stream_index; UPDATE progress SET indexed_to = 0');
    append(new StreamIndex(database), 1, crash);
    const second = new StreamIndex(database);
    expect(readAll(second)).toEqual(expected(crash));
    append(second, crash + 1, crash + 1_000);
    expect(readAll(new StreamIndex(database))).toEqual(expected(crash + 1_000));
  }
}, 20_000);

test('a rollback leaves no entry of what was not written', () => {
  const index = new StreamIndex(database);
  append(index, 1, 8_900);
  append(index, 8_901, 9_000, 'ROLLBACK');
  index.recover();
  expect(readAll(index)).toEqual(expected(8_900));
  append(index, 8_901, EVENTS);
  expect(readAll(index)).toEqual(expected(EVENTS));
});

test('what ended a stream for ever that never had an event is none of its events, also after a restart', () => {
  database.prepare('INSERT INTO events VALUES (1, 1, NULL, ?, ?)').run(frameAt(1, 1, 0), BEFORE_FIRST);
  const index = new StreamIndex(database);
  expect(index.last(1)).toBe(-1);
  expect(index.positionOf(1, 0)).toBeUndefined();
});
