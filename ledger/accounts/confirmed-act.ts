import type { AccountEvent } from '../../contracts/events/account.ts';
import { taskKey } from './state.ts';

/**
 * Names an act that somebody else than the user says the user did: a platform, or the mailbox. Each happens once in
 * an account's life, so the key tells it from all others; only a mailbox is proved again after an erasure, under the
 * same key. Undefined for every other event.
 */
export function confirmedActKey({ type, data }: AccountEvent): string | undefined {
  if (type === 'SocialConnected') {
    return data.platformUserId === undefined ? undefined : `connected:${data.platform}`;
  }
  if (type === 'TaskVerified') return `task:${taskKey(data.platform, data.taskType)}`;
  return type === 'EmailVerified' ? 'email' : undefined;
}
