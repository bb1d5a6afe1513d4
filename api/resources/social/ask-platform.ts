import type { Platform, TaskType } from '../../../contracts/constants.ts';
import { platformNames } from '../../../contracts/messages.ts';
import { socialTexts } from '../../../contracts/social-messages.ts';
import type { TaskProof, Word } from '../../../ledger/accounts/verify-task.ts';
import { timeInAll } from '../../../projector/time-to-answer.ts';
import { PlatformLimited, PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';
import type { OAuthVerifier, TaskAnswer, TaskQuestion } from '../../integrations/social/verifier.ts';
import type { Social } from './social.ts';
import { spendAs } from './spender.ts';
import { isAboutPost, postFor } from './task-posts.ts';

/** All that asking about one task may take at the most, a renewal of the token included. Milliseconds. */
const ASK_MS = 9_000;
/** What is kept of the asker's time for writing down what the platform says. */
const KEEP_MS = 3_000;

/** Fires when a platform has been asked for long enough; it has where the asker's time is over. */
export function askedEnough(): AbortSignal {
  const left = Math.floor(Math.min(ASK_MS, timeInAll() - KEEP_MS));
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
}

/** Why a task is not verified, for people, and when to ask again where that is known. */
export type NotVerified = { readonly message: string; readonly retryAt: Date | null };

export type AskedTask = {
  readonly userId: string;
  readonly platform: Platform;
  readonly taskType: TaskType;
  readonly platformUserId: string;
};

/**
 * Asks the platform whether a task was done, about the post that the server has chosen. Whatever goes wrong on the
 * way is a no with its reason, never a yes.
 */
export async function askPlatform(social: Social, task: AskedTask): Promise<Word<NotVerified>> {
  const { platform, taskType, platformUserId } = task;
  const name = platformNames[platform];
  const verifier = social.verifiers[platform];
  if (verifier.kind === 'none') return no(socialTexts.cannotVerify(name));
  try {
    // A task that is about no post does not wait for X's.
    const post = isAboutPost(taskType) ? postFor(taskType, await social.posts.current()) : undefined;
    if (post === null) return no(socialTexts.noPost);
    const question = { taskType, platformUserId, post: post ?? null };
    const answer = await spendAs({ purpose: 'verify', userId: task.userId }, () =>
      answerOf(social, task, question),
    );
    if (answer === 'sign_in_again') return no(socialTexts.signInAgain(name));
    if (!answer.done) return no(socialTexts.notDone(name, taskType));
    const proof: TaskProof = { method: verifier.kind, evidence: answer.evidence, tweetId: post?.id };
    return { proof };
  } catch (error) {
    if (error instanceof PlatformLimited) return no(socialTexts.limited(name), error.retryAt);
    if (error instanceof PlatformUnavailable) return no(socialTexts.unavailable(name), error.retryAt ?? null);
    if (error instanceof PlatformRefused) return no(socialTexts.refused(name));
    throw error;
  }
}

async function answerOf(
  social: Social,
  { userId, platform }: AskedTask,
  question: TaskQuestion,
): Promise<TaskAnswer | 'sign_in_again'> {
  const verifier = social.verifiers[platform];
  const signal = askedEnough();
  switch (verifier.kind) {
    case 'none':
      return 'sign_in_again';
    case 'demo':
      return verifier.check(question);
    case 'message_code':
      return verifier.check(question, signal);
    case 'oauth':
      return byToken(social, { userId, platform }, verifier, question, signal);
  }
}

/**
 * A platform says that it takes a token no more before its time where the user has withdrawn what they gave us, and also where
 * it has had a bad moment or its clock is ahead of ours. Only a token that has just been renewed tells which of them it was:
 * where there was none to be had, or that one is refused, too, the user signs in there again.
 */
async function byToken(
  social: Social,
  { userId, platform }: Pick<AskedTask, 'userId' | 'platform'>,
  verifier: OAuthVerifier,
  question: TaskQuestion,
  signal: AbortSignal,
): Promise<TaskAnswer | 'sign_in_again'> {
  for (let isRenewed = false; ; isRenewed = true) {
    const token = await social.tokens.accessToken(userId, platform, verifier, signal);
    if (token === undefined) return 'sign_in_again';
    try {
      return await verifier.check(question, token, signal);
    } catch (error) {
      if (!(error instanceof PlatformRefused) || error.status !== 401) throw error;
      if (isRenewed) return withdrawn(social, { userId, platform }, token);
      await social.tokens.outdate(userId, platform, token);
    }
  }
}

async function withdrawn(
  { tokens }: Social,
  { userId, platform }: Pick<AskedTask, 'userId' | 'platform'>,
  refused: string,
): Promise<'sign_in_again'> {
  await tokens.forget(userId, platform, refused);
  // Unless the token came to its end while the platform was asked, as where this program stood still.
  if (await tokens.has(userId, platform)) throw new PlatformUnavailable('the token has ended');
  return 'sign_in_again';
}

function no(message: string, retryAt: Date | null = null): Word<NotVerified> {
  return { proof: undefined, no: { message, retryAt } };
}
