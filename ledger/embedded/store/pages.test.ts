import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ANY } from '../wire/append-request.ts';
import { decodeFrame, type Frame, framePlace } from '../wire/frame.ts';
import { EventLog } from './event-log.ts';
import { createSchema } from './open.ts';
import { type Direction, type Page, Pages } from './pages.ts';

const LARGE = 12;
const SMALL = 600;
const MEBIBYTE = 1024 * 1024;

let database: DatabaseSync;
let pages: Pages;
beforeAll(() => {
  database = new DatabaseSync(':memory:');
  createSchema(database);
  const log = new EventLog(database);
  const append = (stream: string, bytes: number) => {
    const content = { metadata: Buffer.alloc(0), data: Buffer.alloc(bytes) };
    log.append(stream, ANY, [{ id: randomUUID(), type: 'T', isJson: false, ...content }], () => undefined);
  };
  for (let n = 0; n < LARGE; n++) append('large', 300_000);
  for (let n = 0; n < SMALL; n++) append('small', 10);
  log.close();
  pages = new Pages(database, log);
});
afterAll(() => database.close());

/** Every page until the end, whatever is asked for at once. */
function allPages(from: number, read: (from: number) => Page): Page[] {
  const found: Page[] = [];
  for (let next = from; ; ) {
    const page = read(next);
    found.push(page);
    if (page.isEnd) return found;
    next = page.next;
  }
}

const bytesOf = (frames: readonly Frame[]) => frames.reduce((sum, { length }) => sum + length, 0);
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const placesOf = (found: readonly Page[]) =>
  found
    .flatMap(({ frames }) => frames.map(framePlace))
    .map(({ stream, revision }) => `${stream} ${revision}`);
const places = (stream: string, events: number) => Array.from({ length: events }, (_, n) => `${stream} ${n}`);

test.each<[Direction, number]>([
  ['forwards', 1],
  ['backwards', LARGE + SMALL],
])('%s, a page holds no more than 256 events, and none more once it has a mebibyte', (direction, from) => {
  const found = allPages(from, (next) => pages.ofAll(next, direction, UNLIMITED));
  for (const { frames } of found) {
    expect(frames.length).toBeLessThanOrEqual(256);
    expect(bytesOf(frames.slice(0, -1))).toBeLessThan(MEBIBYTE);
  }
  const all = [...places('large', LARGE), ...places('small', SMALL)];
  expect(placesOf(found)).toEqual(direction === 'forwards' ? all : all.reverse());
});

test.each<[Direction, number]>([
  ['forwards', 0],
  ['backwards', LARGE - 1],
])('%s, so does a page of one stream', (direction, from) => {
  const found = allPages(from, (next) => {
    const page = pages.ofStream('large', next, direction, UNLIMITED);
    if ('missing' in page) throw new Error(page.missing);
    return page;
  });
  expect(found.length).toBeGreaterThanOrEqual(3);
  for (const { frames } of found) expect(bytesOf(frames.slice(0, -1))).toBeLessThan(MEBIBYTE);
  const all = places('large', LARGE);
  expect(placesOf(found)).toEqual(direction === 'forwards' ? all : all.reverse());
});

test('an event is of the time that the clock had as it was appended, also where that was put right since the start', () => {
  const own = new DatabaseSync(':memory:');
  createSchema(own);
  const log = new EventLog(own);
  const moment = Date.parse('2031-02-03T04:05:06.789Z');
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
  try {
    const content = { metadata: Buffer.alloc(0), data: Buffer.alloc(0) };
    log.append('dated', ANY, [{ id: randomUUID(), type: 'T', isJson: false, ...content }], () => undefined);
    // Commits what waits.
    log.close();
  } finally {
    vi.useRealTimers();
  }
  const { frames } = new Pages(own, log).ofAll(1, 'forwards', 1);
  expect(frames.map((frame) => decodeFrame(frame).created / 10_000)).toEqual([moment]);
  own.close();
});
