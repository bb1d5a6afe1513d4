import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { reservation } from '../reservations/reservation.ts';

export type MailboxHashes = {
  readonly now: string;
  /** Where the address was told apart in another way once. */
  readonly former: string | undefined;
};

/**
 * The hash that an address goes by in this ledger: the former one while somebody holds it, so that who signed up with it
 * is found again, else the one of now.
 * @throws LedgerUnavailable
 */
export async function mailboxHash(handler: CommandHandler, { now, former }: MailboxHashes): Promise<string> {
  if (former === undefined) return now;
  return (await findOwner(handler, 'email', former)) === undefined ? now : former;
}

/**
 * Keeps the mailbox of an account that signed up under a former hash under the one of now, too, and for good once the
 * account has proved to read it. Whoever was there first stays.
 * @throws LedgerUnavailable
 */
export async function alsoReserve(
  handler: CommandHandler,
  {
    userId,
    now,
    isVerified,
  }: { readonly userId: string; readonly now: string; readonly isVerified: boolean },
  context: CommandContext,
): Promise<void> {
  for (const type of isVerified ? (['Reserve', 'Confirm'] as const) : (['Reserve'] as const)) {
    await handler.handle({
      ...context,
      commandId: uuidv5(type, context.commandId),
      stream: streamOf('email', now),
      decider: reservation,
      command: { type, userId },
      input: { operation: 'also-reserve', type, userId, now },
    });
  }
}
