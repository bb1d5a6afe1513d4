import type { SocialConnection, SocialTask } from '../../../contracts/api/social.ts';
import { codeTexts } from '../../../contracts/code-messages.ts';
import {
  PLATFORMS,
  type Platform,
  SOCIAL_CONNECTION_REWARDS,
  TASK_TYPES,
} from '../../../contracts/constants.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import { taskReward } from '../../../ledger/accounts/social.ts';
import { type AccountState, taskKey } from '../../../ledger/accounts/state.ts';
import type { SocialConfig } from '../../integrations/social/config.ts';
import type { Post, Posts, SocialVerifier } from '../../integrations/social/verifier.ts';
import type { Handles } from './handles.ts';
import type { CodeRefusal } from './message-codes.ts';
import { postFor } from './task-posts.ts';

export type RefusedCodes = Readonly<Partial<Record<Platform, CodeRefusal>>>;

const refusalTexts: Readonly<Record<CodeRefusal, string>> = {
  HandleTaken: refusals.handleTaken,
  BalanceTooLarge: validation.balanceTooLarge,
  CodeExpired: codeTexts.late,
};

/** `signedOut` holds the platforms that no longer let us ask for the user. */
export function presentConnections(
  state: AccountState,
  verifiers: Readonly<Record<Platform, SocialVerifier>>,
  {
    signedOut,
    handles,
    refused,
  }: {
    readonly signedOut: ReadonlySet<Platform>;
    readonly handles: Handles;
    readonly refused: RefusedCodes;
  },
): SocialConnection[] {
  return PLATFORMS.map((platform) => {
    const refusal = refused[platform];
    const known = state.socials[platform];
    const isConfirmed = known?.platformUserId !== undefined;
    return {
      platform,
      handle: handles[platform] ?? null,
      status: !known ? 'none' : !isConfirmed ? 'unproven' : signedOut.has(platform) ? 'expired' : 'confirmed',
      reward: SOCIAL_CONNECTION_REWARDS[platform],
      verifier: verifiers[platform].kind,
      refusal: refusal ? refusalTexts[refusal] : null,
    };
  });
}

export function presentTasks(state: AccountState, posts: Posts, config: SocialConfig): SocialTask[] {
  return PLATFORMS.flatMap((platform) =>
    TASK_TYPES.flatMap((taskType) => {
      const reward = taskReward(platform, taskType);
      if (reward === undefined) return [];
      const post = postFor(taskType, posts) ?? null;
      const completed = state.tasks.has(taskKey(platform, taskType));
      return [{ platform, taskType, reward, completed, post, actionUrl: actionUrl(platform, post, config) }];
    }),
  );
}

/** Where the user does it: the post itself, else the program's account; the platform itself when there is neither. */
function actionUrl(platform: Platform, post: Post | null, config: SocialConfig): string {
  if (post) return post.url;
  switch (platform) {
    case 'twitter': {
      const handle = config.twitter?.handle;
      return handle ? `https://x.com/intent/follow?screen_name=${handle}` : 'https://x.com/';
    }
    case 'instagram': {
      const handle = config.instagram?.handle;
      return handle ? `https://www.instagram.com/${handle}/` : 'https://www.instagram.com/';
    }
    case 'youtube': {
      const channel = config.youtube?.channelId;
      return channel
        ? `https://www.youtube.com/channel/${channel}?sub_confirmation=1`
        : 'https://www.youtube.com/';
    }
  }
}
