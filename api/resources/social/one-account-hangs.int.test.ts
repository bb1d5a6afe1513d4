import { afterAll, expect, test } from 'vitest';
import { socialTexts } from '../../../contracts/social-messages.ts';
import { startPlatformWorld } from './testing/platform-world.ts';

const world = await startPlatformWorld();
afterAll(() => world.close());

test('a platform that hangs for one account is asked about the others all the same', async () => {
  const { x, newOnX, verify, typesOf } = world;
  const hanging = await newOnX();
  const other = await newOnX();
  x.on('GET /2/users/900', ({ headers }) =>
    headers.authorization === `Bearer access-${hanging.xId}`
      ? Promise.withResolvers<never>().promise
      : { body: { data: { id: '900', connection_status: ['following'] } } },
  );
  // As often as a page is asked by somebody who waits: more failures in a row than a platform that is down needs.
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => verify(hanging.client, 'twitter', 'follow')),
  );
  for (const { status, body } of answers) {
    expect([status, body.verified, body.message]).toEqual([200, false, socialTexts.unavailable('X')]);
  }
  expect((await verify(other.client, 'twitter', 'follow')).body).toMatchObject({ verified: true });
  expect(await typesOf(other.userId)).toContain('TaskVerified');
});
