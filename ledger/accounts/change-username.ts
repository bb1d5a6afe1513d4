import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { defaultUsername, isDefaultUsernameForm } from '../../contracts/username.ts';
import type { CommandContext } from '../command-context.ts';
import { Deadline } from '../deadline.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler, CommandResult } from '../handle-command.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { type ReservationCommand, reservation } from '../reservations/reservation.ts';
import { account } from './account.ts';
import { UsernameTaken, UsernameUnchanged } from './errors.ts';
import { readAccount } from './read-account.ts';
import type { AccountState } from './state.ts';

type NewName = { readonly userId: string; readonly username: string };

/** A user's own changes go one after the other: one may free the name to which the next goes back. */
const turns = new KeyedQueue();

/**
 * Gives the account another name, which is its own whatever the case. The name is reserved first, then the account
 * takes it, then the old one goes free; each step can be repeated, so a change that was cut off finishes with the
 * next attempt.
 * @throws UsernameTaken, UsernameUnchanged, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable
 */
export function changeUsername(
  handler: CommandHandler,
  store: EventStore,
  name: NewName,
  context: CommandContext,
): Promise<CommandResult<AccountState, AccountEvent>> {
  const limit = 2_800;
  return turns.run(name.userId, new Deadline(limit, limit), () => change(handler, store, name, context));
}

async function change(
  handler: CommandHandler,
  store: EventStore,
  name: NewName,
  context: CommandContext,
): Promise<CommandResult<AccountState, AccountEvent>> {
  const { userId, username } = name;
  const request = {
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ChangeUsername', username },
    input: { operation: 'change-username', userId, username },
  } as const;

  // What the account itself refuses must reserve nothing.
  let result = await handler.handle({ ...request, dryRun: true });
  if (!result.replayed) {
    if (nameOf(result.before, userId) === username) throw new UsernameUnchanged();
    if (isForeignDefault(username, userId)) throw new UsernameTaken();
    const { after } = await onReservation(handler, { type: 'Reserve', userId }, username, context);
    if (after.owner !== userId) throw new UsernameTaken();
    result = await handler.handle({
      ...request,
      authorize: async () => {
        if ((await findOwner(store, 'username', username)) !== userId) throw new UsernameTaken();
      },
    });
  }
  await releaseUnlessUsed(handler, userId, nameOf(result.before, userId), context);
  return result;
}

/** An earlier sending may have been cut off here, and its user may have gone back to the old name since. */
async function releaseUnlessUsed(
  handler: CommandHandler,
  userId: string,
  old: string,
  context: CommandContext,
): Promise<void> {
  const current = nameOf(await readAccount(handler, userId), userId);
  if (current.toLowerCase() === old.toLowerCase()) return;
  await onReservation(handler, { type: 'Release', userId }, old, context);
}

function onReservation(
  handler: CommandHandler,
  command: ReservationCommand,
  username: string,
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    commandId: uuidv5(command.type, context.commandId),
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
