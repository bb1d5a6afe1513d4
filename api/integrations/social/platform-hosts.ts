import type { ShownPlatform } from '../../../contracts/api/socials.ts';

type Hosts = Readonly<Record<ShownPlatform, readonly string[]>>;

/** Where accounts and posts of each platform are seen: these hosts and those below them. */
const PAGE_HOSTS: Hosts = {
  twitter: ['x.com', 'twitter.com'],
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
};

/** From where each platform serves the pictures of its posts. */
const IMAGE_HOSTS: Hosts = {
  twitter: ['pbs.twimg.com'],
  instagram: ['cdninstagram.com', 'fbcdn.net'],
  tiktok: ['tiktokcdn.com', 'tiktokcdn-us.com', 'tiktokcdn-eu.com'],
  youtube: ['ytimg.com', 'ggpht.com'],
};

export const isPageOf = (platform: ShownPlatform, address: string): boolean =>
  isAt(PAGE_HOSTS[platform], address);

export const isImageOf = (platform: ShownPlatform, address: string): boolean =>
  isAt(IMAGE_HOSTS[platform], address);

/** An https address on the usual port, without a user, at one of the hosts or below it. */
function isAt(hosts: readonly string[], address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
