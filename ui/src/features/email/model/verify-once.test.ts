import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/api/client.ts';
import { createVerifyOnce } from './verify-once.ts';

function world() {
  const sent: unknown[] = [];
  const api: Pick<ApiClient, 'call'> = {
    call: async (_endpoint, options) => {
      sent.push(options);
      // What is answered does not matter to the sending.
      return { success: true, user: { email: 'a@b.co', evoBalance: '5' }, reward: '5' } as never;
    },
  };
  let keys = 0;
  return { sent, ...createVerifyOnce(api, () => `key ${++keys}`) };
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

test('what a person agreed to is another request, with a key of its own', async () => {
  const { verify, sent } = world();
  await verify({ token: 't' });
  await verify({ token: 't', account: 'a' });
  await verify({ token: 't', account: 'a' });
  expect(sent.slice(1)).toEqual([{ request: { token: 't', account: 'a' }, idempotencyKey: 'key 2' }]);
});
