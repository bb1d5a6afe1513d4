import { beforeEach, expect, test } from 'vitest';
import { NoAnswer } from '../../../lib/api/api-error.ts';
import type { ApiClient } from '../../../lib/api/client.ts';
import { mapStorage } from '../../../lib/storage/testing/map-storage.ts';
import { createVerifyOnce, type Verified } from './verify-once.ts';

const ANSWER: Verified = {
  success: true,
  user: { email: 'a@b.co', evoBalance: '5' },
  account: { username: 'ann', walletAddress: null },
  reward: '5',
};

let keys = 0;
beforeEach(() => {
  keys = 0;
});

const lost = () => Promise.reject(new NoAnswer(new TypeError('Failed to fetch')));

function world(
  memory: Pick<Storage, 'getItem' | 'setItem'> = mapStorage(),
  answer: () => Promise<Verified> = async () => ANSWER,
) {
  const sent: unknown[] = [];
  const api: Pick<ApiClient, 'call'> = {
    call: async (_endpoint, options) => {
      sent.push(options);
      // Of the one endpoint that is called here.
      return (await answer()) as never;
    },
  };
  return { sent, memory, ...createVerifyOnce(api, memory, () => `key ${++keys}`) };
}

test('a token is sent once, however often an effect asks', async () => {
  const { verify, sent } = world();
  expect(
    await Promise.all([verify({ token: 't' }), verify({ token: 't' }), verify({ token: 't' })]),
  ).toHaveLength(3);
  expect(sent).toEqual([{ request: { token: 't' }, idempotencyKey: 'key 1' }]);
  await verify({ token: 'u' });
  expect(sent).toHaveLength(2);
});

test('asking again after an unknown outcome repeats the same request', async () => {
  const { verify, again, sent } = world();
  await verify({ token: 't' });
  await again({ token: 't' });
  expect(sent[1]).toEqual(sent[0]);
});

test('a link that was refused, or got no answer, is asked about anew when it is come back to: who is signed in may be another', async () => {
  let refused = true;
  const { verify, sent } = world(mapStorage(), () => (refused ? lost() : Promise.resolve(ANSWER)));
  const first = [verify({ token: 't' }), verify({ token: 't' })];
  for (const one of first) await expect(one).rejects.toThrow(NoAnswer);
  expect(sent).toHaveLength(1);
  refused = false;
  expect(await verify({ token: 't' })).toEqual(ANSWER);
  expect(sent[1]).toEqual(sent[0]);
});

test('what a person agreed to is another request, with a key of its own', async () => {
  const { verify, sent } = world();
  await verify({ token: 't' });
  await verify({ token: 't', account: 'a' });
  await verify({ token: 't', account: 'a' });
  expect(sent.slice(1)).toEqual([{ request: { token: 't', account: 'a' }, idempotencyKey: 'key 2' }]);
});

test('a page that is loaded again in its tab says what the link came to, and sends nothing', async () => {
  const { verify, memory } = world();
  await verify({ token: 't' });
  const reloaded = world(memory);
  expect(await reloaded.verify({ token: 't' })).toEqual(ANSWER);
  expect(reloaded.sent).toEqual([]);
  await reloaded.verify({ token: 'of another mail' });
  expect(reloaded.sent).toHaveLength(1);
});

test('what a link came to is known from the memory of the tab alone: once that is forgotten, the server is asked', async () => {
  const { verify, memory, sent } = world();
  await verify({ token: 't' });
  expect(await verify({ token: 't' })).toEqual(ANSWER);
  expect(sent).toHaveLength(1);
  for (const key of ['evo:verified', 'evo:verifying']) memory.setItem(key, '');
  await verify({ token: 't' });
  expect(sent[1]).toMatchObject({ idempotencyKey: 'key 2' });
});

test('a page that is loaded again before it has heard an answer sends the same once more', async () => {
  const { verify, memory, sent } = world(mapStorage(), lost);
  await expect(verify({ token: 't' })).rejects.toThrow(NoAnswer);
  const reloaded = world(memory);
  expect(await Promise.all([reloaded.verify({ token: 't' }), reloaded.verify({ token: 't' })])).toEqual([
    ANSWER,
    ANSWER,
  ]);
  expect(reloaded.sent).toEqual(sent);
  await reloaded.verify({ token: 'of another mail' });
  expect(reloaded.sent[1]).toMatchObject({ idempotencyKey: 'key 2' });
});

test('what a person agreed to is sent once more, too', async () => {
  const { verify, again, memory, sent } = world(mapStorage(), lost);
  await expect(verify({ token: 't' })).rejects.toThrow(NoAnswer);
  await expect(again({ token: 't', account: 'a' })).rejects.toThrow(NoAnswer);
  const agreed = sent[1];
  const reloaded = world(memory, lost);
  await expect(reloaded.verify({ token: 't' })).rejects.toThrow(NoAnswer);
  await expect(reloaded.again({ token: 't' })).rejects.toThrow(NoAnswer);
  expect(reloaded.sent).toEqual([agreed, agreed]);
  const once = world(memory);
  await Promise.all([once.verify({ token: 't' }), once.verify({ token: 't' })]);
  expect(once.sent).toEqual([agreed]);
});

test('what somebody else wrote there, and a tab that may keep nothing, are asked about at the server', async () => {
  const memory = mapStorage();
  memory.setItem('evo:verified', '{"token":"t","answer":{"success":"yes"}}');
  const foreign = world(memory);
  expect(await foreign.verify({ token: 't' })).toEqual(ANSWER);
  expect(foreign.sent).toHaveLength(1);
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const none = world({ getItem: forbidden, setItem: forbidden });
  expect(await none.verify({ token: 't' })).toEqual(ANSWER);
});
