import { expect, test } from 'vitest';
import type { SocialAccount, SocialPost } from '../../../../../contracts/api/socials.ts';
import { withNewerPosts } from './newer-posts.ts';

const post = (id: string): SocialPost => ({
  id,
  text: id,
  image_url: null,
  likes: null,
  comments: null,
  created_at: null,
  url: 'https://example.org',
});
const account: SocialAccount = {
  handle: 'evo',
  url: 'https://example.org',
  followUrl: 'https://example.org',
  stats: { followers: 5, posts: 2 },
  latestPosts: [post('old')],
  source: 'platform',
  asOf: '2026-11-22T10:00:00.000Z',
  stale: false,
};
const posts = [post('c'), post('b'), post('a')];
const shown = (from: SocialAccount, asOf: string | null): readonly string[] =>
  withNewerPosts(from, { posts, asOf }).latestPosts.map(({ id }) => id);

test('of two answers the newer one counts, and two posts of it', () => {
  expect(shown(account, '2026-11-22T10:00:01.000Z')).toEqual(['c', 'b']);
  expect(shown(account, '2026-11-22T10:00:00.000Z')).toEqual(['old']);
  expect(shown({ ...account, asOf: null }, '2020-01-01T00:00:00.000Z')).toEqual(['c', 'b']);
});

test('an answer that never came, or knows nothing yet, changes nothing', () => {
  expect(withNewerPosts(account, undefined)).toBe(account);
  expect(shown({ ...account, asOf: null }, null)).toEqual(['old']);
});
