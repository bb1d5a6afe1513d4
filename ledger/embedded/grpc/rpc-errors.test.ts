import { expect, test } from 'vitest';
import { isCertainlyFull, saysFull } from '../../disk-full.ts';
import { storageProblem } from './rpc-errors.ts';

/** As node:sqlite throws it, with SQLite's extended code: https://sqlite.org/rescode.html */
const failed = (errcode: number, message = 'it failed') => Object.assign(new Error(message), { errcode });

test.each([
  ['a disk without room for the log (13)', 13, { full: true, certain: true }],
  // The log is written by then, and may be read from there after a crash.
  ['a disk without room for the index of the log (4874)', 4874, { full: true, certain: false }],
  ['a write that failed (778)', 778, { full: false, certain: false }],
  ['a file that is damaged (11)', 11, { full: false, certain: false }],
  ['anything else (5)', 5, { full: false, certain: false }],
])(
  'what an append failed by is said, and whether it is certain that nothing comes of it: %s',
  (_, code, is) => {
    const told = new Error(`14 UNAVAILABLE: ${storageProblem(failed(code))}`);
    expect({ full: saysFull(told), certain: isCertainlyFull(told) }).toEqual(is);
    expect(/damaged/.test(told.message)).toBe(code === 778 || code === 11);
  },
);
