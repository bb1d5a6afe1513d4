import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { refusals } from '../../contracts/messages.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import { DomainError } from '../domain-error.ts';
import type { CommandHandler, CommandResult } from '../handle-command.ts';
import { reservation } from '../reservations/reservation.ts';
import { account } from './account.ts';
import type { ConfirmSocial } from './commands.ts';
import { PlatformAlreadyConnected } from './errors.ts';
import type { AccountState } from './state.ts';

/** The platform's account belongs to another user of the program. */
export class HandleTaken extends DomainError {
  constructor() {
    super('conflict', 'HandleTaken', refusals.handleTaken);
  }
}

/** A user, and the platform account that the platform itself has confirmed to be theirs. */
export type ConfirmedAccount = { readonly userId: string } & Pick<
  ConfirmSocial,
  'platform' | 'platformUserId' | 'sealedHandle' | 'handleHash' | 'sealedAfter' | 'method'
>;

/**
 * Connects a confirmed platform account to a user and pays for it once. The platform account is reserved first, so
 * that of any number of users who bring the same one at the same moment one gets it; a crash between the two
 * appends is healed by the user's next attempt, which finds the reservation its own, or gives it back where the user has
 * connected another account of the platform meanwhile. Connecting what is connected changes nothing.
 * @throws HandleTaken, PlatformAlreadyConnected, ErasedMeanwhile, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused,
 *   LedgerUnavailable
 */
export async function connectSocial(
  handler: CommandHandler,
  confirmed: ConfirmedAccount,
  sent: CommandContext,
): Promise<CommandResult<AccountState, AccountEvent>> {
  const context = inOneTime(handler, sent);
  try {
    // What the account itself refuses must reserve nothing.
    const foreseen = await confirm(handler, confirmed, context, true);
    if (foreseen.replayed) return foreseen;
    await reserve(handler, confirmed, context);
    return await confirm(handler, confirmed, context, false);
  } catch (refusal) {
    if (refusal instanceof PlatformAlreadyConnected) await release(handler, confirmed, context);
    throw refusal;
  }
}

function confirm(
  handler: CommandHandler,
  { userId, ...confirmed }: ConfirmedAccount,
  context: CommandContext,
  dryRun: boolean,
) {
  const { platform, platformUserId } = confirmed;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ConfirmSocial', ...confirmed, grantId: context.commandId },
    input: { operation: 'connect-social', userId, platform, platformUserId },
    dryRun,
  });
}

/** @throws HandleTaken when another user was faster */
async function reserve(
  handler: CommandHandler,
  { userId, platform, platformUserId }: ConfirmedAccount,
  context: CommandContext,
): Promise<void> {
  const { after } = await handler.handle({
    ...context,
    stream: reservationStream(platform, platformUserId),
    decider: reservation,
    command: { type: 'Reserve', userId },
    input: { operation: 'reserve-social', userId, platform, platformUserId },
  });
  if (after.owner !== userId) throw new HandleTaken();
}

/** The user has another account of the platform, at the latest since a moment ago: this one is free again. */
async function release(
  handler: CommandHandler,
  { userId, platform, platformUserId }: ConfirmedAccount,
  context: CommandContext,
): Promise<void> {
  await handler.handle({
    ...context,
    commandId: uuidv5('release', context.commandId),
    stream: reservationStream(platform, platformUserId),
    decider: reservation,
    command: { type: 'Release', userId },
    input: { operation: 'release-social', userId, platform, platformUserId },
  });
}

/** Ids keep their case: YouTube's channel ids differ by it. */
function reservationStream(platform: string, platformUserId: string): string {
  return streamOf('social', `${platform}-${platformUserId}`);
}
