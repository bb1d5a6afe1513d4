import { expect, test } from 'vitest';
import { type LeadStatus, troubleOf } from './read-lead.ts';

const well: LeadStatus = {
  schema: 'read',
  host: 'one',
  process: 7,
  state: 'live',
  reason: undefined,
  position: { commit: 50n, prepare: 50n },
  head: { commit: 200n, prepare: 200n },
  lagBytes: 150,
  lagSeconds: 3,
  waiting: 2,
  eventsPerSecond: 10,
  silentSeconds: 1,
  stillSeconds: 1,
};

test.each<[string, Partial<LeadStatus> | 'nothing', RegExp | undefined]>([
  ['well, also while it is a little behind', {}, undefined],
  ['no tables', 'nothing', /no read models of this release \(read\): start its projector/],
  ['silent', { silentSeconds: 16 }, /has given a sign of life for 16 s: start one/],
  ['never led', { silentSeconds: 9_999, host: undefined }, /a sign of life yet: start one/],
  [
    'stopped, whether or not it still beats',
    { state: 'stopped', reason: 'bad', silentSeconds: 99 },
    /for good: bad/,
  ],
  ['halted', { state: 'halted', reason: 'another store' }, /another store/],
  ['stalled', { stillSeconds: 31 }, /stands still for 31 s: the ledger goes on/],
  ['stalled by something', { stillSeconds: 31, reason: 'disk full' }, /disk full/],
  [
    'being built, and nothing more to write',
    { lagSeconds: undefined, state: 'indexing', stillSeconds: 999 },
    /their indexes are being made/,
  ],
  ['being built', { lagSeconds: undefined, state: 'catching_up' }, /being built: at C:50\/P:50 of .*, 25%/],
])('what is wrong with the read side: %s', (_, change, words) => {
  const trouble = troubleOf('read', change === 'nothing' ? undefined : { ...well, ...change });
  expect(trouble).toEqual(words && expect.stringMatching(words));
});
