import { expect, test } from 'vitest';
import { createTestClient, done, idempotencyKey } from './client.ts';
import type { Fetch } from './from-address.ts';

/** What one answer after the other is, the last one for ever. */
function answering(...answers: readonly Response[]): { reach: Fetch; keys: (string | null)[] } {
  const keys: (string | null)[] = [];
  const reach: Fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    const answer = answers[Math.min(keys.length, answers.length) - 1];
    if (!answer) throw new Error('there is no answer');
    return answer.clone();
  };
  return { reach, keys };
}

const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const busy = (error: string) => json({ error }, 503, { 'retry-after': '0' });
const URL_OF_NOBODY = 'http://127.0.0.1:1';

test('what a busy program has not done in its time is sent again, under the same key', async () => {
  const { reach, keys } = answering(
    busy('LedgerUnavailable'),
    busy('DatabaseUnavailable'),
    json({ ok: true }),
  );
  const client = createTestClient(URL_OF_NOBODY, undefined, { reach });
  const key = idempotencyKey();
  expect(await client.post('/api/rewards/claim', {}, key)).toMatchObject({ status: 200, body: { ok: true } });
  expect(keys).toEqual(Array(3).fill(key['idempotency-key']));
});

test('a read of what is not there yet is asked again', async () => {
  const { reach, keys } = answering(json({ at: 1 }, 200, { 'x-ledger-lag': '1' }), json({ at: 2 }));
  const client = createTestClient(URL_OF_NOBODY, undefined, { reach });
  expect(await client.get('/api/dashboard')).toMatchObject({ body: { at: 2 } });
  expect(keys).toHaveLength(2);
});

test.each([
  ['a refusal', json({ error: 'NothingToClaim' }, 409)],
  ['a fault', json({ error: 'InternalError' }, 500)],
  ['a stream that somebody has to look at first', json({ error: 'LedgerCorrupt' }, 503)],
])('%s is the answer, and what a test cannot go on with says it', async (_, answer) => {
  const { reach, keys } = answering(answer);
  const client = createTestClient(URL_OF_NOBODY, undefined, { reach });
  await expect(done(client.post('/api/rewards/claim'))).rejects.toThrow(JSON.stringify(await answer.json()));
  expect(keys).toHaveLength(1);
});

test('who signs in on a busy machine signs another text each time: the one before is used up', async () => {
  const nonces: unknown[] = [];
  const sent: string[] = [];
  const client = createTestClient(URL_OF_NOBODY, undefined, {
    reach: async (to, init) => {
      if (String(to).endsWith('/challenge')) return json({ message: `text ${nonces.push(to)}` });
      sent.push(JSON.parse(String(init?.body)).message);
      return sent.length < 3 ? busy('DatabaseUnavailable') : json({ user: { id: 'anna' } });
    },
  });
  expect((await done(client.connect())).body.user.id).toBe('anna');
  expect(sent).toEqual(['text 1', 'text 2', 'text 3']);
});

test('who asks what is told meanwhile hears the first answer', async () => {
  const { reach, keys } = answering(busy('LedgerUnavailable'));
  const client = createTestClient(URL_OF_NOBODY, undefined, { reach, comesAgain: false });
  expect(await client.get('/api/dashboard')).toMatchObject({ status: 503 });
  expect(keys).toHaveLength(1);
});
