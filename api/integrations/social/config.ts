import { bareAddress } from '../../../contracts/bare-address.ts';

/** The settings that this part of the program has, as the environment gives them. */
export type SocialSettings = {
  readonly [Name in SettingName]?: string | undefined;
} & { readonly SOCIAL_DAILY_CALLS: number };

type SettingName =
  | (typeof X_NEEDS)[number]
  | (typeof YOUTUBE_NEEDS)[number]
  | (typeof INSTAGRAM_NEEDS)[number]
  | (typeof TIKTOK_NEEDS)[number]
  | (typeof CHANNEL_NEEDS)[number]
  | 'SOCIAL_IMAGES_URL'
  | 'TIKTOK_API_URL'
  | 'X_CLIENT_SECRET'
  | 'X_API_URL'
  | 'YOUTUBE_API_URL'
  | 'INSTAGRAM_API_URL';

const X_NEEDS = ['X_CLIENT_ID', 'X_BEARER_TOKEN', 'X_ACCOUNT_ID', 'X_HANDLE'] as const;
const YOUTUBE_NEEDS = ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET', 'YOUTUBE_CHANNEL_ID'] as const;
/** To read the channel's figures and videos; the other two settings are for asking about users. */
const CHANNEL_NEEDS = ['YOUTUBE_API_KEY', 'YOUTUBE_CHANNEL_ID'] as const;
const TIKTOK_NEEDS = [
  'TIKTOK_CLIENT_KEY',
  'TIKTOK_CLIENT_SECRET',
  'TIKTOK_REFRESH_TOKEN',
  'TIKTOK_HANDLE',
] as const;
const INSTAGRAM_NEEDS = [
  'INSTAGRAM_APP_SECRET',
  'INSTAGRAM_VERIFY_TOKEN',
  'INSTAGRAM_ACCESS_TOKEN',
  'INSTAGRAM_HANDLE',
] as const;

export type XConfig = {
  readonly clientId: string;
  /** Undefined: a public client. */
  readonly clientSecret: string | undefined;
  /** The app's own token, for the program's posts. */
  readonly bearerToken: string;
  /** Of the program's account. */
  readonly accountId: string;
  readonly handle: string;
  readonly apiBase: string;
  readonly authorizeBase: string;
};

export type YouTubeConfig = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the program's channel. */
  readonly channelId: string;
  readonly apiBase: string;
  readonly authorizeBase: string;
  readonly tokenBase: string;
};

export type YouTubeChannelConfig = {
  /** The app's own, for what everybody may see. */
  readonly apiKey: string;
  readonly channelId: string;
  readonly apiBase: string;
};

export type TikTokConfig = {
  readonly clientKey: string;
  readonly clientSecret: string;
  /** The first one; TikTok may give another with each renewal, and that one is kept in the vault. */
  readonly refreshToken: string;
  /** Of the program's account, whose token it is. */
  readonly handle: string;
  readonly apiBase: string;
};

export type InstagramConfig = {
  readonly appSecret: string;
  /** What Meta must say when it asks whether the webhook is ours. */
  readonly verifyToken: string;
  readonly accessToken: string;
  /** Of the program's account. */
  readonly handle: string;
  readonly apiBase: string;
};

export type SocialConfig = {
  /** Undefined: no credentials. */
  readonly twitter: XConfig | undefined;
  readonly youtube: YouTubeConfig | undefined;
  readonly instagram: InstagramConfig | undefined;
  readonly youtubeChannel: YouTubeChannelConfig | undefined;
  readonly tiktok: TikTokConfig | undefined;
  /** Where pictures of posts are fetched instead of at the platforms; undefined: there. */
  readonly imagesBase: string | undefined;
  /** Calls to one platform that all replicas together make on one day (UTC). */
  readonly dailyCalls: number;
};

/** Groups the settings by platform. A platform with some of its settings is a fault: it would fail later, in use. */
export function socialConfig(given: SocialSettings): { social: SocialConfig; faults: string[] } {
  const faults: string[] = [];
  const x = complete(given, X_NEEDS, faults);
  // The channel alone belongs to either group.
  const readsChannel = given.YOUTUBE_API_KEY !== undefined;
  const asksUsers = given.YOUTUBE_CLIENT_ID !== undefined || given.YOUTUBE_CLIENT_SECRET !== undefined;
  const channel = readsChannel ? complete(given, CHANNEL_NEEDS, faults) : undefined;
  const youtube = asksUsers || !readsChannel ? complete(given, YOUTUBE_NEEDS, faults) : undefined;
  const tiktok = complete(given, TIKTOK_NEEDS, faults);
  const instagram = complete(given, INSTAGRAM_NEEDS, faults);
  const social: SocialConfig = {
    twitter: x && {
      clientId: x.X_CLIENT_ID,
      clientSecret: given.X_CLIENT_SECRET,
      bearerToken: x.X_BEARER_TOKEN,
      accountId: x.X_ACCOUNT_ID,
      handle: x.X_HANDLE,
      apiBase: bareAddress(given.X_API_URL ?? 'https://api.x.com'),
      authorizeBase: bareAddress(given.X_API_URL ?? 'https://x.com'),
    },
    youtube: youtube && {
      clientId: youtube.YOUTUBE_CLIENT_ID,
      clientSecret: youtube.YOUTUBE_CLIENT_SECRET,
      channelId: youtube.YOUTUBE_CHANNEL_ID,
      apiBase: bareAddress(given.YOUTUBE_API_URL ?? 'https://www.googleapis.com'),
      authorizeBase: bareAddress(given.YOUTUBE_API_URL ?? 'https://accounts.google.com'),
      tokenBase: bareAddress(given.YOUTUBE_API_URL ?? 'https://oauth2.googleapis.com'),
    },
    instagram: instagram && {
      appSecret: instagram.INSTAGRAM_APP_SECRET,
      verifyToken: instagram.INSTAGRAM_VERIFY_TOKEN,
      accessToken: instagram.INSTAGRAM_ACCESS_TOKEN,
      handle: instagram.INSTAGRAM_HANDLE,
      apiBase: bareAddress(given.INSTAGRAM_API_URL ?? 'https://graph.instagram.com'),
    },
    youtubeChannel: channel && {
      apiKey: channel.YOUTUBE_API_KEY,
      channelId: channel.YOUTUBE_CHANNEL_ID,
      apiBase: bareAddress(given.YOUTUBE_API_URL ?? 'https://www.googleapis.com'),
    },
    tiktok: tiktok && {
      clientKey: tiktok.TIKTOK_CLIENT_KEY,
      clientSecret: tiktok.TIKTOK_CLIENT_SECRET,
      refreshToken: tiktok.TIKTOK_REFRESH_TOKEN,
      handle: tiktok.TIKTOK_HANDLE,
      apiBase: bareAddress(given.TIKTOK_API_URL ?? 'https://open.tiktokapis.com'),
    },
    imagesBase: given.SOCIAL_IMAGES_URL && bareAddress(given.SOCIAL_IMAGES_URL),
    dailyCalls: given.SOCIAL_DAILY_CALLS,
  };
  return { social, faults };
}

function complete<Name extends SettingName>(
  given: SocialSettings,
  names: readonly Name[],
  faults: string[],
): Readonly<Record<Name, string>> | undefined {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return undefined;
  const there = names.find((name) => given[name] !== undefined);
  faults.push(...missing.map((name) => `${name}: is required with ${there}`));
  if (missing.length > 0) return undefined;
  // Every name has a value, as was just found.
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Record<Name, string>;
}
