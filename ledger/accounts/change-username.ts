import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { defaultUsername, isDefaultUsernameForm } from '../../contracts/username.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler, CommandResult } from '../handle-command.ts';
import { readReservation } from '../reservations/find-owner.ts';
import { type ReservationCommand, reservation } from '../reservations/reservation.ts';
import { account } from './account.ts';
import { UsernameChanging, UsernameTaken, UsernameUnchanged } from './errors.ts';
import type { AccountState } from './state.ts';

type NewName = { readonly userId: string; readonly username: string };

/**
 * Gives the account another name, which is its own whatever the case. A use of the name is begun first, then the
 * account takes the name and notes that use, then the use of the old name is ended. A name that its owner goes
 * back to meanwhile, in this process or another, has another use, and is free only when all have ended. Each
 * step can be repeated, so a change that was cut off finishes with the next attempt of the same command. A use that
 * was begun and came to nothing is not ended: whether another sending of the command rests on it cannot be known for
 * sure. Such a name stays its user's.
 * @throws UsernameTaken, UsernameUnchanged, UsernameChanging, AccountNotFound, AccountIsRemoved,
 *   IdempotencyKeyReused, LedgerUnavailable
 */
export async function changeUsername(
  handler: CommandHandler,
  { userId, username }: NewName,
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
    await endUseBefore(handler, userId, foreseen.before, foreseen.before.usernameUse, context);
    return foreseen;
  }
  if (nameOf(foreseen.before, userId) === username) throw new UsernameUnchanged();
  if (isForeignDefault(username, userId)) throw new UsernameTaken();
  const oldUse = await currentUse(handler, foreseen.before, context);
  const begun = await onReservation(handler, { type: 'BeginUse', userId }, username, context);
  if (begun.after.owner !== userId) throw new UsernameTaken();
  const { uses: use } = begun.after;
  const result = await handler.handle({
    ...request,
    command: { type: 'ChangeUsername', username, use },
    authorize: async ({ deadline }) => {
      const { owner, live } = await readReservation(handler, 'username', username, deadline);
      if (owner !== userId) throw new UsernameTaken();
      if (!live.has(use)) throw new UsernameChanging();
      return undefined;
    },
  });
  const isForeseen = result.before.username === foreseen.before.username;
  const ended = result.before.usernameUse ?? (isForeseen ? oldUse : undefined);
  await endUseBefore(handler, userId, result.before, ended, context);
  return result;
}

/** Names that were chosen before uses were noted rest on the newest use of that time. */
async function currentUse(
  handler: CommandHandler,
  { username, usernameUse }: AccountState,
  { deadline }: CommandContext,
): Promise<number | undefined> {
  if (username === undefined || usernameUse !== undefined) return usernameUse;
  return (await readReservation(handler, 'username', username, deadline)).uses;
}

async function endUse(
  handler: CommandHandler,
  userId: string,
  name: string,
  use: number,
  context: CommandContext,
): Promise<void> {
  await onReservation(handler, { type: 'EndUse', userId, use }, name, context);
}

/** The name that the account had; one that only its case was changed of has a use of its own, too. */
async function endUseBefore(
  handler: CommandHandler,
  userId: string,
  { username: old }: AccountState,
  use: number | undefined,
  context: CommandContext,
): Promise<void> {
  if (old !== undefined && use !== undefined) await endUse(handler, userId, old, use, context);
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
    input: { operation: `${command.type}-username`, userId: command.userId, username },
  });
}

function nameOf(state: AccountState, userId: string): string {
  return state.username ?? defaultUsername(userId);
}

function isForeignDefault(username: string, userId: string): boolean {
  return isDefaultUsernameForm(username) && username.toLowerCase() !== defaultUsername(userId);
}
