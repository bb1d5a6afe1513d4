import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { defaultUsername } from '../../contracts/username.ts';
import {
  isReservedUsername,
  looksLikeDefaultUsername,
  usernameSkeleton,
} from '../../contracts/username-skeleton.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler, CommandResult } from '../handle-command.ts';
import { readReservation } from '../reservations/find-owner.ts';
import { type ReservationCommand, reservation } from '../reservations/reservation.ts';
import { account } from './account.ts';
import {
  UsernameChanging,
  UsernameReserved,
  UsernameTaken,
  UsernameTooAlike,
  UsernameUnchanged,
} from './errors.ts';
import type { AccountState } from './state.ts';

type NewName = {
  readonly userId: string;
  readonly username: string;
  /**
   * Whether another account has a name that looks the same. Names that were chosen before likenesses were reserved
   * are found by this alone; it may be behind.
   */
  readonly looksLikeAnother?: (skeleton: string) => Promise<boolean>;
};

/**
 * Gives the account another name, which is its own whatever the case, and so is what it looks like. A use of the name is begun first, then the
 * account takes the name and notes that use, then the use of the old name is ended. A name that its owner goes
 * back to meanwhile, in this process or another, has another use, and is free only when all have ended. Each
 * step can be repeated, so a change that was cut off finishes with the next attempt of the same command. A use that
 * was begun and came to nothing is not ended: whether another sending of the command rests on it cannot be known for
 * sure. Such a name stays its user's.
 *
 * The likeness of a name is reserved beside the name, not in its place: a release before this one knows reservations
 * of names alone. Names that it gave stay as they are, two that look alike too; they have no likeness reserved, so
 * that `looksLikeAnother` has to find them.
 * @throws UsernameTaken, UsernameTooAlike, UsernameReserved, UsernameUnchanged, UsernameChanging, AccountNotFound, AccountIsRemoved,
 *   IdempotencyKeyReused, LedgerUnavailable
 */
export async function changeUsername(
  handler: CommandHandler,
  { userId, username, looksLikeAnother = async () => false }: NewName,
  sent: CommandContext,
): Promise<CommandResult<AccountState, AccountEvent>> {
  const context = inOneTime(handler, sent);
  const request = {
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    input: { operation: 'change-username', userId, username },
  } as const;

  // What the account itself refuses must reserve nothing.
  const foreseen = await handler.handle({
    ...request,
    command: { type: 'ChangeUsername', username },
    dryRun: true,
  });
  if (foreseen.replayed) {
    await endUsesBefore(handler, userId, foreseen.before, foreseen.before.usernameUse, context);
    return foreseen;
  }
  if (nameOf(foreseen.before, userId) === username) throw new UsernameUnchanged();
  const likeness = likenessOf(username, userId);
  await requireFree(handler, { userId, username, looksLikeAnother }, likeness, context);
  const oldUse = await currentUse(handler, foreseen.before, context);
  const begun = await onReservation(handler, { type: 'BeginUse', userId }, username, context);
  if (begun.after.owner !== userId) throw new UsernameTaken();
  const { uses: use } = begun.after;
  const likenessUse =
    likeness === undefined ? undefined : await beginLikeness(handler, userId, likeness, context);
  const result = await handler.handle({
    ...request,
    command: { type: 'ChangeUsername', username, use, ...(likenessUse !== undefined && { likenessUse }) },
    authorize: async ({ deadline }) => {
      const { owner, live } = await readReservation(handler, 'username', username, deadline);
      if (owner !== userId) throw new UsernameTaken();
      if (!live.has(use)) throw new UsernameChanging();
      if (likeness === undefined || likenessUse === undefined) return undefined;
      const like = await readReservation(handler, 'username', likeness, deadline);
      if (like.owner !== userId) throw new UsernameTooAlike();
      if (!like.live.has(likenessUse)) throw new UsernameChanging();
      return undefined;
    },
  });
  const isForeseen = result.before.username === foreseen.before.username;
  const ended = result.before.usernameUse ?? (isForeseen ? oldUse : undefined);
  await endUsesBefore(handler, userId, result.before, ended, context);
  return result;
}

/**
 * Names that were chosen before uses were noted rest on the use that was begun then: all that are newer are of changes
 * that may be under way.
 */
async function currentUse(
  handler: CommandHandler,
  { username, usernameUse }: AccountState,
  { deadline }: CommandContext,
): Promise<number | undefined> {
  if (username === undefined || usernameUse !== undefined) return usernameUse;
  const { live } = await readReservation(handler, 'username', username, deadline);
  return [...live][0];
}

/**
 * Refused before anything is begun: what was begun for nothing would stay.
 * @param likeness undefined for the name that the account was opened with, which nobody else's may look like
 */
async function requireFree(
  handler: CommandHandler,
  { userId, username, looksLikeAnother }: Required<NewName>,
  likeness: string | undefined,
  { deadline }: CommandContext,
): Promise<void> {
  if (likeness === undefined) return;
  if (looksLikeDefaultUsername(username)) throw new UsernameTaken();
  if (isReservedUsername(username)) throw new UsernameReserved();
  const isAnothers = async (value: string): Promise<boolean> => {
    const { owner } = await readReservation(handler, 'username', value, deadline);
    return owner !== undefined && owner !== userId;
  };
  if (await isAnothers(username)) throw new UsernameTaken();
  if (await isAnothers(likeness)) throw new UsernameTooAlike();
  if (await looksLikeAnother(usernameSkeleton(username))) throw new UsernameTooAlike();
}

async function beginLikeness(
  handler: CommandHandler,
  userId: string,
  likeness: string,
  context: CommandContext,
): Promise<number> {
  const { after } = await onReservation(handler, { type: 'BeginUse', userId }, likeness, context);
  if (after.owner !== userId) throw new UsernameTooAlike();
  return after.uses;
}

/** Of the name that the account had; one that only its case was changed of has uses of its own, too. */
async function endUsesBefore(
  handler: CommandHandler,
  userId: string,
  { username: old, likenessUse }: AccountState,
  use: number | undefined,
  context: CommandContext,
): Promise<void> {
  if (old === undefined) return;
  const end = (value: string, ended: number) =>
    onReservation(handler, { type: 'EndUse', userId, use: ended }, value, context);
  if (use !== undefined) await end(old, use);
  const likeness = likenessOf(old, userId);
  if (likeness !== undefined && likenessUse !== undefined) await end(likeness, likenessUse);
}

/** In a form that no name has: the stream of a likeness is none of a name. */
function likenessOf(username: string, userId: string): string | undefined {
  return username.toLowerCase() === defaultUsername(userId) ? undefined : `~${usernameSkeleton(username)}`;
}

function onReservation(
  handler: CommandHandler,
  command: ReservationCommand,
  username: string,
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    commandId: uuidv5(`${command.type}/${username.toLowerCase()}`, context.commandId),
    stream: streamOf('username', username.toLowerCase()),
    decider: reservation,
    command,
    input: {
      operation: `${command.type}-${username.startsWith('~') ? 'likeness' : 'username'}`,
      userId: command.userId,
      username,
    },
  });
}

function nameOf(state: AccountState, userId: string): string {
  return state.username ?? defaultUsername(userId);
}
