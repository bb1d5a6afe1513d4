import { expect, test } from 'vitest';
import { answered, type Chunk, chunksOf, NOTHING_REMOVED, type Removal, removeAll } from './removal.ts';

const ids = Array.from({ length: 241 }, (_, n) => `user-${n}`);
const numbered = () => {
  let key = 0;
  return () => `key-${key++}`;
};

test('many are sent in chunks, each under a key of its own, nobody twice and nobody left out', () => {
  const chunks = chunksOf(ids, numbered());
  expect(chunks.map(({ userIds, key }) => [userIds.length, key])).toEqual([
    [100, 'key-0'],
    [100, 'key-1'],
    [41, 'key-2'],
  ]);
  expect(chunks.flatMap(({ userIds }) => userIds)).toEqual(ids);
  expect(chunksOf([])).toEqual([]);
});

test('who could not be removed is counted with the reason, and each chunk tells how far it is', async () => {
  const heard: number[] = [];
  const removal = await removeAll(chunksOf(ids), {
    from: NOTHING_REMOVED,
    send: async ({ userIds }) => ({ removed: userIds.length - 1, failed: [{ message: 'An admin' }] }),
    onProgress: (soFar) => heard.push(answered(soFar)),
    isStopped: () => false,
  });
  expect(removal).toEqual({ chunks: 3, removed: 238, refusals: ['An admin', 'An admin', 'An admin'] });
  expect(heard).toEqual([100, 200, 241]);
});

test('after a failure it goes on where it was, with the same keys', async () => {
  const chunks = chunksOf(ids, numbered());
  const sent: string[] = [];
  let soFar: Removal = NOTHING_REMOVED;
  let isUp = false;
  const attempt = () =>
    removeAll(chunks, {
      from: soFar,
      send: async ({ key, userIds }: Chunk) => {
        sent.push(key);
        if (key === 'key-1' && !isUp) throw new Error('no answer');
        return { removed: userIds.length, failed: [] };
      },
      onProgress: (next) => {
        soFar = next;
      },
      isStopped: () => false,
    });
  await expect(attempt()).rejects.toThrow('no answer');
  expect(soFar).toEqual({ chunks: 1, removed: 100, refusals: [] });
  isUp = true;
  expect(await attempt()).toEqual({ chunks: 3, removed: 241, refusals: [] });
  expect(sent).toEqual(['key-0', 'key-1', 'key-1', 'key-2']);
});

test('who stops it keeps what was done', async () => {
  let calls = 0;
  const removal = await removeAll(chunksOf(ids), {
    from: NOTHING_REMOVED,
    send: async ({ userIds }) => {
      calls += 1;
      return { removed: userIds.length, failed: [] };
    },
    onProgress: () => undefined,
    isStopped: () => calls === 2,
  });
  expect(removal).toEqual({ chunks: 2, removed: 200, refusals: [] });
});
