import { expect, test } from 'vitest';
import type { StoreRights } from '../../../ledger/event-store-rights.ts';
import { judgeRights } from './judge-rights.ts';

const well: StoreRights = {
  ...{ readAll: true, readStreams: true, append: true },
  ...{ remove: false, erase: false, setMetadata: false },
};
const told = (rights: Partial<StoreRights>, user: string | undefined = 'evo') =>
  judgeRights({ ...well, ...rights }, user, false).flatMap(({ state, text }) =>
    state === 'ok' ? [] : [{ state, text }],
  );

test('a user who may do what the program needs, and no more, is well', () => {
  expect(told({})).toEqual([]);
  expect(judgeRights(well, 'evo', false)).toHaveLength(3);
});

test.each<[keyof StoreRights, what: string, follows: string]>([
  ['readAll', 'read $all', 'nothing that is written would ever be seen'],
  ['readStreams', 'read streams', 'no command could be decided'],
  ['append', 'append to streams', 'every command would be refused'],
])('without the right %s no program works, and what was not seen is no fault', (right, what, follows) => {
  const [missing, ...more] = told({ [right]: false });
  expect(missing).toEqual({
    state: 'fault',
    text: expect.stringContaining(`'evo' may not ${what}: ${follows}`),
  });
  expect(more).toEqual([]);
  expect(told({ [right]: undefined })).toEqual([
    { state: 'warn', text: expect.stringContaining(`may ${what} could not be seen`) },
  ]);
});

test.each<[keyof StoreRights, what: string]>([
  ['remove', 'delete streams'],
  ['erase', 'tombstone streams'],
  ['setMetadata', 'set the metadata of streams'],
])('the right %s is one too many', (right, what) => {
  expect(told({ [right]: true })).toEqual([
    { state: 'warn', text: expect.stringContaining(`'evo' may ${what}`) },
  ]);
  // Whether a right is one too many is not guessed.
  expect(told({ [right]: undefined })).toEqual([]);
});

test.each<[string | undefined, string]>([
  ['admin', "names 'admin', who may do anything"],
  ['ops', "names 'ops', who may do anything"],
])('%s of the store is nobody for a program', (user, warning) => {
  expect(told({}, user)).toEqual([{ state: 'warn', text: expect.stringContaining(warning) }]);
});

test('a store that asks nobody who they are is warned of', () => {
  const found = judgeRights(well, undefined, true);
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([
    expect.objectContaining({ state: 'warn', text: expect.stringContaining('EVENTSTORE_URL names no user') }),
  ]);
  expect(found[0]?.text).toContain('Everybody who reaches the event store may read $all');
});

test('no rights are named as the remedy where nobody is asked who they are', () => {
  const remedyFor = (user: string | undefined, isPlain: boolean) =>
    judgeRights({ ...well, remove: true }, user, isPlain).find(({ text }) =>
      text.includes('may delete streams'),
    );
  expect(remedyFor('evo', false)?.text).toContain('store-rights --set --as-admin');
  for (const [user, isPlain] of [
    [undefined, true],
    [undefined, false],
    ['evo', true],
  ] as const) {
    const text = remedyFor(user, isPlain)?.text;
    expect(text).toMatch(/Keep it in a network of its own, or use TLS and users\.$/);
    expect(text).not.toContain('--set');
  }
});
