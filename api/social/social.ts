import type { Platform } from '../../contracts/constants.ts';
import type { Database } from '../../projector/database.ts';
import type { Clock } from '../clock.ts';
import type { SocialConfig } from '../integrations/social/config.ts';
import { createDemoVerifier, DEMO_POSTS } from '../integrations/social/demo.ts';
import { createInstagramVerifier, INSTAGRAM_LIMITS } from '../integrations/social/instagram.ts';
import { createPlatformClient } from '../integrations/social/platform-client.ts';
import type { SocialVerifier } from '../integrations/social/verifier.ts';
import { createXVerifier, readXPosts } from '../integrations/social/x.ts';
import { createYouTubeVerifier, YOUTUBE_LIMITS } from '../integrations/social/youtube.ts';
import type { Metrics } from '../metrics.ts';
import type { Seals } from '../vault/seal.ts';
import { takeCall } from './call-budget.ts';
import { createMessageCodes, type MessageCodes } from './message-codes.ts';
import { createOAuthStates, type OAuthStates } from './oauth-states.ts';
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
};

/** A platform with credentials is asked; one without is played by the demo verifier on a local trial, else by none. */
export function createSocial(parts: {
  readonly config: SocialConfig;
  /** Whether this is a local trial, asked each time: it may end. */
  readonly isTrial: () => boolean;
  readonly db: Database;
  readonly seals: Pick<Seals, 'seal' | 'unseal'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'platformCalls'>;
}): Social {
  const { config, isTrial, db, seals, clock, metrics } = parts;
  const { twitter, youtube, instagram } = config;
  const clientOf = (platform: Platform, limitReasons: readonly string[] = []) =>
    createPlatformClient({
      clock,
      limitReasons,
      onOutcome: (outcome) => metrics.platformCalls.inc({ platform, outcome }),
      takeCall: () => takeCall(db, clock, platform, config.dailyCalls),
    });
  const otherwise = (platform: Platform): SocialVerifier =>
    isTrial() ? createDemoVerifier(platform) : { kind: 'none' };
  const xClient = clientOf('twitter');
  const real = {
    twitter: twitter && createXVerifier(xClient, clock, twitter),
    youtube: youtube && createYouTubeVerifier(clientOf('youtube', YOUTUBE_LIMITS), clock, youtube),
    instagram: instagram && createInstagramVerifier(clientOf('instagram', INSTAGRAM_LIMITS), instagram),
  };
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
    posts: createTaskPosts(async (signal) => {
      if (twitter) return readXPosts(xClient, twitter, signal);
      return isTrial() ? DEMO_POSTS : { latest: null, announcement: null };
    }, clock),
    states: createOAuthStates(db, clock),
    codes: createMessageCodes(db, clock),
    tokens: createTokenStore(db, seals, clock),
  };
}
