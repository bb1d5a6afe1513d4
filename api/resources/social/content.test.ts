import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  SOCIAL_CONNECTION_REWARDS,
  STREAK_DAY_REWARD,
  STREAK_WEEK_REWARD,
  WELCOME_BONUS,
} from '../../../contracts/constants.ts';
import { ContentError, parseContent, readContent, type SocialContent } from './content.ts';

const checkedIn = await readContent(undefined);

test('the file that comes with the program names nobody else’s account and no figure', () => {
  for (const account of Object.values(checkedIn.platforms)) {
    expect(account.handle).toBe('');
    // The platform itself: a handle that is not ours would lead to somebody else.
    expect(new URL(account.url).pathname).toBe('/');
    expect(account.followUrl).toBe(account.url);
    expect(account.stats).toEqual({ followers: null, posts: null });
    expect(account.posts).toHaveLength(2);
    for (const { likes, comments, url } of account.posts) {
      expect({ likes, comments }).toEqual({ likes: null, comments: null });
      expect(['/evo-rewards', '/raffle']).toContain(url);
    }
  }
  expect(checkedIn.podcasts).toHaveLength(2);
  for (const { description } of checkedIn.podcasts) expect(description).toMatch(/^In preparation: /);
});

test('what its posts promise is what the program pays', () => {
  const textOf = (id: string) =>
    Object.values(checkedIn.platforms)
      .flatMap(({ posts }) => posts)
      .find((post) => post.id === id)?.text;
  expect(textOf('welcome')).toContain(`${WELCOME_BONUS} EVO`);
  expect(textOf('streak')).toContain(
    `${STREAK_DAY_REWARD} EVO, and ${STREAK_WEEK_REWARD} EVO on every seventh day`,
  );
  expect(textOf('friends')).toContain(`${REFERRAL_REWARD} EVO for you and ${REFERRAL_FRIEND_BONUS} EVO`);
  const { twitter, instagram, youtube } = SOCIAL_CONNECTION_REWARDS;
  expect(textOf('connect')).toContain(`for ${twitter}, ${instagram} and ${youtube} EVO`);
});

/** What is said of a file that differs from the one that comes with the program. */
function faultsWith(change: (content: SocialContent & Record<string, unknown>) => void): string {
  const content = structuredClone(checkedIn) as SocialContent & Record<string, unknown>; // a copy of the same form
  change(content);
  try {
    parseContent('my.json', JSON.stringify(content));
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
  return 'nothing';
}

test('one message lists all that is wrong', () => {
  const said = faultsWith((content) => {
    Object.assign(content.platforms.twitter, { followUrl: 'https://x.com.evil.example/', handle: '@evo' });
    Object.assign(content.platforms.tiktok.stats, { followers: -1 });
    Object.assign(content.platforms.youtube, { asOf: 'yesterday', subscribers: 5 });
    Object.assign(content.platforms.instagram.posts[0] ?? {}, { image: 'https://elsewhere.example/1.png' });
    Object.assign(content.podcasts[0] ?? {}, { url: 'http://plain.example/' });
    Object.assign(content, { more: true });
  });
  expect(said.split('\n')[0]).toBe('my.json cannot be used (SOCIAL_CONTENT):');
  for (const fault of [
    'platforms.twitter.handle: must be a handle without @',
    'platforms.twitter.followUrl: must be an https address of twitter itself',
    'platforms.tiktok.stats.followers: ',
    'platforms.youtube.asOf: must be a time in UTC',
    'platforms.youtube: ',
    'platforms.instagram.posts.0.image: must be a path of this site',
    'podcasts.0.url: must be a path of this site or an https address',
    'the file: ',
  ]) {
    expect(said).toContain(`  - ${fault}`);
  }
});

test.each([
  ['javascript:alert(1)'],
  ['//evil.example/1.png'],
  ['/\\evil.example'],
  ['/pictures/../../etc'],
  ['data:image/png;base64,AA'],
])('a picture at %s is none of this site', (image) => {
  expect(faultsWith(({ podcasts }) => Object.assign(podcasts[0] ?? {}, { image }))).toContain(
    'podcasts.0.image',
  );
});

test('a handle has the letters of any language, and no sign that ends a text or turns its direction', () => {
  const faultsOf = (handle: string) =>
    faultsWith(({ platforms }) => Object.assign(platforms.youtube, { handle }));
  for (const handle of ['Студия.Диафильм', 'อนุรักน์', 'l·l-1_']) expect(faultsOf(handle)).toBe('nothing');
  for (const handle of ['@evo', 'a b', 'a"', 'a\u202eb', 'я'.repeat(65)]) {
    expect(faultsOf(handle)).toContain('platforms.youtube.handle: must be a handle without @');
  }
});

test('three posts, a show twice, a figure with a fraction', () => {
  const said = faultsWith(({ platforms, podcasts }) => {
    platforms.twitter.posts.push(...platforms.tiktok.posts);
    Object.assign(podcasts[1] ?? {}, { id: podcasts[0]?.id });
    Object.assign(platforms.youtube.stats, { posts: 1.5 });
  });
  expect(said).toContain('platforms.twitter.posts: has 2 posts at the most');
  expect(said).toContain('podcasts: has an id twice');
  expect(said).toContain('platforms.youtube.stats.posts');
});

test('a file that is not there or no JSON is said with its name', async () => {
  await expect(readContent('/nowhere/content.json')).rejects.toThrow(
    /^\/nowhere\/content\.json cannot be used/,
  );
  expect(() => parseContent('my.json', '{"platforms": ')).toThrow(/my\.json cannot be used[\s\S]*no JSON/);
  const text = await readFile(new URL('./content.json', import.meta.url), 'utf8');
  expect(parseContent('my.json', text)).toEqual(checkedIn);
});
