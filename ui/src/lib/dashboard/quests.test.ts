import { expect, test } from 'vitest';
import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import type { getSocial, SocialConnection, SocialTask } from '../../../../contracts/api/social.ts';
import { PLATFORMS, SOCIAL_CONNECTION_REWARDS, TASK_REWARDS } from '../../../../contracts/constants.ts';
import { byOpenness, pathOf, questName, questsOf } from './quests.ts';

const nobody = { email: null, isEmailVerified: false, isEmailRewarded: false };

const task = (platform: SocialTask['platform'], taskType: SocialTask['taskType'], reward: string) => ({
  platform,
  taskType,
  reward,
  completed: false,
  post: null,
  actionUrl: 'https://example.org',
});

/** A site with all platforms, as a new account finds it. */
function social(change: Partial<Record<SocialConnection['platform'], Partial<SocialConnection>>> = {}) {
  return {
    connections: PLATFORMS.map((platform) => ({
      platform,
      handle: null,
      status: 'none' as const,
      verifier: 'oauth' as const,
      reward: SOCIAL_CONNECTION_REWARDS[platform],
      ...change[platform],
    })),
    tasks: [
      task('twitter', 'follow', TASK_REWARDS.twitter.follow),
      task('twitter', 'like', TASK_REWARDS.twitter.like),
      task('twitter', 'retweet', TASK_REWARDS.twitter.retweet),
      task('instagram', 'follow', TASK_REWARDS.instagram.follow),
      task('youtube', 'subscribe', TASK_REWARDS.youtube.subscribe),
    ],
  } satisfies ResponseOf<typeof getSocial>;
}

test('a new account has nine ways to earn 515 EVO, and connects X first', () => {
  const quests = questsOf(nobody, social());
  expect(pathOf(quests)).toMatchObject({ done: 0, total: 9, toEarn: '515', next: { id: 'connect:twitter' } });
  expect(byOpenness(quests).map(({ id, state }) => `${id} ${state}`)).toEqual([
    'connect:twitter open',
    'connect:instagram open',
    'connect:youtube open',
    'email open',
    'task:twitter:follow locked',
    'task:twitter:like locked',
    'task:twitter:retweet locked',
    'task:instagram:follow locked',
    'task:youtube:subscribe locked',
  ]);
});

test('once a platform is connected its tasks are open, and the first of them is next', () => {
  const quests = questsOf(nobody, social({ twitter: { status: 'confirmed', handle: 'fan' } }));
  expect(pathOf(quests)).toMatchObject({ done: 1, toEarn: '465', next: { id: 'task:twitter:follow' } });
  expect(
    byOpenness(quests)
      .slice(0, 5)
      .map(({ id }) => id),
  ).toEqual([
    'connect:twitter',
    'task:twitter:follow',
    'task:twitter:like',
    'task:twitter:retweet',
    'connect:instagram',
  ]);
});

test('what this site cannot ask is no way to earn here', () => {
  const none = { verifier: 'none' } as const;
  const quests = questsOf(nobody, social({ twitter: none, instagram: none, youtube: none }));
  expect(pathOf(quests)).toMatchObject({ total: 1, toEarn: '5', next: { id: 'email' } });
});

test('a connection that has expired was paid; its tasks wait for it', () => {
  const quests = questsOf(nobody, social({ twitter: { status: 'expired', handle: 'fan' } }));
  expect(quests.filter(({ id }) => id.includes('twitter')).map(({ state }) => state)).toEqual([
    'done',
    'locked',
    'locked',
    'locked',
  ]);
});

test('an address that waits for its mail is next only when nothing else can be done', () => {
  const waiting = { ...nobody, email: 'a@example.org' };
  expect(pathOf(questsOf(waiting, social())).next?.id).toBe('connect:twitter');
  const all = social(
    Object.fromEntries(PLATFORMS.map((platform) => [platform, { status: 'confirmed' as const }])),
  );
  const done = { ...all, tasks: all.tasks.map((one) => ({ ...one, completed: true })) };
  expect(pathOf(questsOf(waiting, done))).toMatchObject({ done: 8, total: 9, next: { state: 'waiting' } });
  expect(pathOf(questsOf({ ...waiting, isEmailVerified: true }, done))).toEqual({
    done: 9,
    total: 9,
    toEarn: '0',
    next: undefined,
  });
});

test('an address that was paid and erased pays nothing anew: it can be given, and is not what is next', () => {
  const none = { verifier: 'none' } as const;
  const nowhere = social({ twitter: none, instagram: none, youtube: none });
  const [erased, waiting] = [{}, { email: 'a@example.org' }].map((given) =>
    questsOf({ ...nobody, isEmailRewarded: true, ...given }, nowhere),
  );
  expect(erased?.at(-1)).toMatchObject({ id: 'email', reward: '0', state: 'open' });
  expect(waiting?.at(-1)).toMatchObject({ id: 'email', reward: '0', state: 'waiting' });
  for (const quests of [erased ?? [], waiting ?? []]) {
    expect(pathOf(quests)).toEqual({ done: 0, total: 1, toEarn: '0', next: undefined });
  }
  const again = { ...nobody, email: 'a@example.org', isEmailVerified: true, isEmailRewarded: true };
  expect(questsOf(again, nowhere).at(-1)).toMatchObject({ reward: '5', state: 'done' });
});

test('each is named in a few words', () => {
  expect(questsOf(nobody, social()).map(questName)).toEqual([
    'Connect X',
    'Follow us on X',
    'Like our post on X',
    'Retweet our post on X',
    'Connect Instagram',
    'Follow us on Instagram',
    'Connect YouTube',
    'Subscribe on YouTube',
    'Verify your email',
  ]);
});
