import type { Logger } from 'pino';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import {
  ALL_PLATFORMS_REFRESH_MS,
  INSTAGRAM_POSTS_REFRESH_MS,
  TWITTER_POSTS_REFRESH_MS,
} from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import type { AccountReading } from '../../integrations/social/account-reading.ts';
import type { SocialConfig } from '../../integrations/social/config.ts';
import { readInstagramAccount } from '../../integrations/social/instagram-account.ts';
import type { PlatformClient } from '../../integrations/social/platform-client.ts';
import { readTikTokAccount, refreshTikTokToken } from '../../integrations/social/tiktok-account.ts';
import { readXAccount } from '../../integrations/social/x-account.ts';
import { readYouTubeAccount } from '../../integrations/social/youtube-account.ts';
import type { SocialImages } from './images.ts';
import { withProgramToken } from './program-token.ts';
import { createSharedReading, type SharedReading } from './shared-reading.ts';
import type { TokenStore } from './token-store.ts';

export type Readings = Readonly<Partial<Record<ShownPlatform, SharedReading>>>;

type Read = (signal: AbortSignal) => Promise<AccountReading>;

/** Milliseconds for which an answer of each platform is good. X has the posts that the tasks are about. */
const REFRESH_MS: Readonly<Record<ShownPlatform, number>> = {
  twitter: TWITTER_POSTS_REFRESH_MS,
  instagram: INSTAGRAM_POSTS_REFRESH_MS,
  tiktok: ALL_PLATFORMS_REFRESH_MS,
  youtube: ALL_PLATFORMS_REFRESH_MS,
};

/** What all replicas know of the program's own accounts, of each platform for which there are credentials. */
export function createReadings(parts: {
  readonly config: SocialConfig;
  readonly clients: Readonly<Record<ShownPlatform, PlatformClient>>;
  readonly tokens: TokenStore;
  readonly images: Pick<SocialImages, 'keep'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly patience?: number;
}): Readings {
  const { config, clients, tokens, images, db, clock, logger, patience } = parts;
  const { twitter, instagram, tiktok, youtubeChannel } = config;
  const shared = (platform: ShownPlatform, read: Read) =>
    createSharedReading({
      db,
      platform,
      refreshMs: REFRESH_MS[platform],
      clock,
      read,
      ...(patience !== undefined && { patience }),
      onRead: (reading) => images.keep(platform, reading),
      onFailure: (err) => logger.warn({ err, platform }, "the program's own account could not be read"),
    });
  return {
    ...(twitter && {
      twitter: shared('twitter', (signal) => readXAccount(clients.twitter, twitter, signal)),
    }),
    ...(instagram && {
      instagram: shared('instagram', (signal) => readInstagramAccount(clients.instagram, instagram, signal)),
    }),
    ...(tiktok && {
      tiktok: shared('tiktok', async (signal) => {
        const refresh = (refreshToken: string, renewing: AbortSignal) =>
          refreshTikTokToken(clients.tiktok, clock, tiktok, refreshToken, renewing);
        return withProgramToken(tokens, tiktok, refresh, signal, (token) =>
          readTikTokAccount(clients.tiktok, tiktok, token, signal),
        );
      }),
    }),
    ...(youtubeChannel && {
      youtube: shared('youtube', (signal) => readYouTubeAccount(clients.youtube, youtubeChannel, signal)),
    }),
  };
}
