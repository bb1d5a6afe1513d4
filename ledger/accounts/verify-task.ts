import type { Platform, TaskType } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler, CommandResult } from '../handle-command.ts';
import { account } from './account.ts';
import type { ConfirmTask } from './commands.ts';
import type { AccountState } from './state.ts';

export type SocialTask = {
  readonly userId: string;
  readonly platform: Platform;
  readonly taskType: TaskType;
};

/** What the platform said, as the ledger keeps it. */
export type TaskProof = Pick<ConfirmTask, 'method' | 'evidence'> & { readonly tweetId: string | undefined };

/** The platform's yes with its proof, or whatever the asker has to say instead. */
export type Word<No> = { readonly proof: TaskProof } | { readonly proof: undefined; readonly no: No };

export type VerifiedTask<No> =
  | { readonly verified: true; readonly result: CommandResult<AccountState, AccountEvent> }
  | { readonly verified: false; readonly no: No };

/**
 * Pays for a task once `ask` brings the platform's yes about the account that the user connected. What the ledger
 * refuses anyway (no such task, not connected, done already) is refused before the platform is asked, and a command
 * that was done before is answered from the ledger without asking again. Without a yes there is no event.
 * @throws UnknownTask, PlatformNotConnected, TaskAlreadyVerified, AccountNotFound, AccountIsRemoved,
 *   IdempotencyKeyReused, LedgerUnavailable, and what `ask` throws
 */
export async function verifyTask<No>(
  handler: CommandHandler,
  task: SocialTask,
  ask: (platformUserId: string) => Promise<Word<No>>,
  context: CommandContext,
): Promise<VerifiedTask<No>> {
  const foreseen = await confirm(handler, task, unasked, context, true);
  if (foreseen.replayed) return { verified: true, result: foreseen };
  const platformUserId = foreseen.before.socials[task.platform]?.platformUserId;
  if (platformUserId === undefined) {
    throw new LedgerCorrupt(`a task of ${task.userId} was decided on an unproven ${task.platform}`);
  }
  const word = await ask(platformUserId);
  if (word.proof === undefined) return { verified: false, no: word.no };
  return { verified: true, result: await confirm(handler, task, word.proof, context, false) };
}

/** Stands where the proof will be while nothing is appended yet. */
const unasked: TaskProof = { method: 'demo', evidence: 'not asked yet', tweetId: undefined };

function confirm(
  handler: CommandHandler,
  { userId, platform, taskType }: SocialTask,
  { method, evidence, tweetId }: TaskProof,
  context: CommandContext,
  dryRun: boolean,
) {
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: {
      type: 'ConfirmTask',
      platform,
      taskType,
      method,
      evidence,
      grantId: context.commandId,
      ...(tweetId !== undefined && { tweetId }),
    },
    input: { operation: 'verify-task', userId, platform, taskType },
    dryRun,
  });
}
