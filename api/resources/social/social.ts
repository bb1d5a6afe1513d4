import type { Logger } from 'pino';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import type { Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { SocialConfig } from '../../integrations/social/config.ts';
import { createDemoVerifier } from '../../integrations/social/demo.ts';
import { createImageSource } from '../../integrations/social/image-source.ts';
import { createInstagramVerifier, INSTAGRAM_LIMITS } from '../../integrations/social/instagram.ts';
import { createPlatformClient } from '../../integrations/social/platform-client.ts';
import type { SocialVerifier } from '../../integrations/social/verifier.ts';
import { createXVerifier } from '../../integrations/social/x.ts';
import { createYouTubeVerifier, YOUTUBE_LIMITS } from '../../integrations/social/youtube.ts';
import { takeCall } from './call-budget.ts';
import type { SocialContent } from './content.ts';
import type { HandleSeals } from './handles.ts';
import { createSocialImages, type SocialImages } from './images.ts';
import { createMessageCodes, type MessageCodes } from './message-codes.ts';
import { createOAuthStates, type OAuthStates } from './oauth-states.ts';
import { createReadings } from './readings.ts';
import { createShowcase, type Showcase } from './showcase.ts';
import { askerOfCall, spenderOfCall } from './spender.ts';
import { createTaskPosts, type TaskPosts } from './task-posts.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

/** The other platforms as this deployment can ask them, and what is kept of the users' dealings with them. */
export type Social = {
  readonly config: SocialConfig;
  readonly verifiers: Readonly<Record<Platform, SocialVerifier>>;
  readonly posts: TaskPosts;
  readonly states: OAuthStates;
  readonly codes: MessageCodes;
  readonly tokens: TokenStore;
  readonly showcase: Showcase;
  /** For the handles of users. */
  readonly seals: HandleSeals;
  readonly images: Pick<SocialImages, 'find'>;
  /** Gives up what it does beside the answers. What a platform gives just now in the place of old tokens is kept first. */
  stop(): Promise<void>;
};

/** A platform with credentials is asked; one without is played by the demo verifier on a local trial, else by none. */
export function createSocial(parts: {
  readonly config: SocialConfig;
  readonly content: SocialContent;
  /** Whether this is a local trial, asked each time: it may end. */
  readonly isTrial: () => boolean;
  readonly db: Database;
  readonly seals: HandleSeals;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'platformCalls'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds that a page waits for the platforms at the most; undefined: two seconds. */
  readonly patience?: number;
}): Social {
  const { config, content, isTrial, db, seals, clock, metrics, logger, patience } = parts;
  const { twitter, youtube, instagram } = config;
  const clientOf = (platform: ShownPlatform, limitReasons: readonly string[] = []) =>
    createPlatformClient({
      clock,
      limitReasons,
      onOutcome: (outcome) => metrics.platformCalls.inc({ platform, outcome }),
      askedBy: askerOfCall,
      takeCall: () => takeCall(db, clock, platform, config.dailyCalls, spenderOfCall()),
    });
  const otherwise = (platform: Platform): SocialVerifier =>
    isTrial() ? createDemoVerifier(platform) : { kind: 'none' };
  const clients = {
    twitter: clientOf('twitter'),
    youtube: clientOf('youtube', YOUTUBE_LIMITS),
    instagram: clientOf('instagram', INSTAGRAM_LIMITS),
    tiktok: clientOf('tiktok'),
  };
  const real = {
    twitter: twitter && createXVerifier(clients.twitter, clock, twitter),
    youtube: youtube && createYouTubeVerifier(clients.youtube, clock, youtube),
    instagram: instagram && createInstagramVerifier(clients.instagram, instagram),
  };
  const tokens = createTokenStore(db, seals, clock, logger);
  const source = createImageSource(config.imagesBase);
  const images = createSocialImages({ db, source, clock, logger });
  const readings = createReadings({
    config,
    clients,
    tokens,
    images,
    db,
    clock,
    logger,
    ...(patience !== undefined && { patience }),
  });
  const posts = createTaskPosts(readings.twitter, isTrial);
  return {
    config,
    verifiers: {
      get twitter() {
        return real.twitter ?? otherwise('twitter');
      },
      get youtube() {
        return real.youtube ?? otherwise('youtube');
      },
      get instagram() {
        return real.instagram ?? otherwise('instagram');
      },
    },
    posts,
    seals,
    states: createOAuthStates(db, clock),
    codes: createMessageCodes(db, seals, clock),
    tokens,
    showcase: createShowcase({ config, content, readings, images, taskPosts: posts }),
    images,
    async stop() {
      await Promise.all(Object.values(readings).map((reading) => reading.stop()));
      await images.stop();
      await tokens.settled();
    },
  };
}
