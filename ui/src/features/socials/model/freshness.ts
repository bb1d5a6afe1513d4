import type { SocialAccount } from '../../../../../contracts/api/socials.ts';

/**
 * Who said the figures of an account, and when, where the reader is.
 * @param platform as people call it
 */
export function freshness(
  { source, asOf }: Pick<SocialAccount, 'source' | 'asOf'>,
  platform: string,
): string {
  if (asOf === null) {
    return source === 'platform' ? `${platform} has not been heard yet` : 'Nothing is written down yet';
  }
  const at = new Date(asOf);
  return source === 'platform'
    ? `As of ${at.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}, from ${platform}`
    : `As of ${at.toLocaleDateString('en', { dateStyle: 'medium' })}, written by the team`;
}

/** Why figures are older than they should be. */
export const staleness = (source: SocialAccount['source'], platform: string): string =>
  source === 'platform' ? `${platform} could not be asked since.` : 'It could not be read again since.';
