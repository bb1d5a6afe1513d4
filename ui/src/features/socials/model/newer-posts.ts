import type { SocialAccount, SocialPost } from '../../../../../contracts/api/socials.ts';
import { POSTS_PER_PLATFORM } from '../../../../../contracts/constants.ts';

type Asked = Pick<SocialAccount, 'asOf'>;

/**
 * Instagram's posts are asked for by two calls, each with a rhythm of its own: the account with the posts of the
 * answer that is newer, two of them at the most.
 */
export function withNewerPosts(
  account: SocialAccount,
  own: (Asked & { readonly posts: readonly SocialPost[] }) | undefined,
): SocialAccount {
  if (!own || timeOf(own) <= timeOf(account)) return account;
  return { ...account, latestPosts: own.posts.slice(0, POSTS_PER_PLATFORM) };
}

const timeOf = ({ asOf }: Asked): number => (asOf === null ? Number.NEGATIVE_INFINITY : Date.parse(asOf));
