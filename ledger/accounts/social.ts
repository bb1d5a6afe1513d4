import {
  type Platform,
  SOCIAL_CONNECTION_REWARDS,
  TASK_REWARDS,
  type TaskType,
} from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { granted } from './balance.ts';
import type { ConfirmSocial, ConfirmTask, NameSocialHandle } from './commands.ts';
import { requireSealedSince } from './erase.ts';
import {
  PlatformAlreadyConnected,
  PlatformNotConnected,
  TaskAlreadyVerified,
  UnknownTask,
} from './errors.ts';
import { type AccountState, taskKey } from './state.ts';

/** Names as people say them. */
const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  twitter: 'X',
  instagram: 'Instagram',
  youtube: 'YouTube',
};

/** Remembers a typed handle, which proves nothing and pays nothing. */
export function nameHandle(command: NameSocialHandle, state: AccountState): AccountEvent[] {
  const { platform, sealedHandle, handleHash } = command;
  const known = state.socials[platform];
  if (known?.platformUserId !== undefined) throw new PlatformAlreadyConnected();
  if (known?.handleHash === handleHash) return [];
  requireSealedSince(command, state);
  return [{ type: 'SocialConnected', data: { platform, sealedHandle, handleHash, method: 'handle' } }];
}

/** The platform has confirmed the account: connected for good, and paid, once per platform. */
export function confirmSocial(command: ConfirmSocial, state: AccountState): AccountEvent[] {
  const { platform, sealedHandle, handleHash, platformUserId, method, grantId } = command;
  const known = state.socials[platform]?.platformUserId;
  if (known === platformUserId) return [];
  if (known !== undefined) throw new PlatformAlreadyConnected();
  requireSealedSince(command, state);
  return [
    { type: 'SocialConnected', data: { platform, sealedHandle, handleHash, platformUserId, method } },
    granted({
      grantId,
      amount: parseEvo(SOCIAL_CONNECTION_REWARDS[platform]),
      source: 'social_connection',
      reason: `Connected ${PLATFORM_NAMES[platform]}`,
      ref: platform,
    }),
  ];
}

/** The platform has confirmed the task: paid once, and only on a confirmed account. */
export function confirmTask(command: ConfirmTask, state: AccountState): AccountEvent[] {
  const { platform, taskType, tweetId, method, evidence, grantId } = command;
  const reward = taskReward(platform, taskType);
  if (reward === undefined) throw new UnknownTask();
  if (state.socials[platform]?.platformUserId === undefined) throw new PlatformNotConnected();
  if (state.tasks.has(taskKey(platform, taskType))) throw new TaskAlreadyVerified();
  return [
    {
      type: 'TaskVerified',
      data: { platform, taskType, method, evidence, ...(tweetId !== undefined && { tweetId }) },
    },
    granted({
      grantId,
      amount: parseEvo(reward),
      source: 'social_task',
      reason: `${PLATFORM_NAMES[platform]} ${taskType}`,
      ref: taskKey(platform, taskType),
    }),
  ];
}

/** EVO in normal form; undefined when the platform has no such task. */
export function taskReward(platform: Platform, taskType: TaskType): string | undefined {
  const rewards: Readonly<Partial<Record<TaskType, string>>> = TASK_REWARDS[platform];
  return rewards[taskType];
}
