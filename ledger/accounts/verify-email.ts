import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler, CommandResult } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { type ReservationCommand, reservation } from '../reservations/reservation.ts';
import { type EmailOwner, findEmailOwner, isClaimable } from './email-owner.ts';
import { EmailNotSignedUp } from './errors.ts';
import { MERGED } from './merger.ts';
import { severalOfAccount } from './several.ts';
import type { AccountState } from './state.ts';

/** What the holder of a mailed link has proved. */
export type EmailProof = {
  /** The account that asked for the link. */
  readonly userId: string;
  readonly emailHash: string;
  /** By which the mailbox is told apart now, where the account's own hash is a former one. */
  readonly mailboxHash?: string | undefined;
  /** The address under the account's own key, and the choice it made, for an account that takes the address over. */
  readonly sealedEmail: string;
  readonly marketingOptIn: boolean;
  /** Whether the address that another account has is a spelling of this mailbox; taken for granted if not given. */
  readonly isSpelling?: (owner: EmailOwner) => Promise<boolean>;
  /** How many erasures of the account were carried out before the link was found to be good; none if not given. */
  readonly sealedAfter?: number | undefined;
};

/**
 * Verifies an address and grants its rewards in one append. An address of an account without a wallet, or of one
 * that never verified it, moves to the account first; each step can be repeated, so a verification that was cut off
 * finishes with the next. Verifications of one address must not run side by side.
 * @throws DomainError when the account cannot verify this address (any more), IdempotencyKeyReused, LedgerUnavailable
 */
export async function verifyEmail(
  handler: CommandHandler,
  proof: EmailProof,
  sent: CommandContext,
): Promise<CommandResult<AccountState, AccountEvent>> {
  const context = inOneTime(handler, sent);
  const { userId, emailHash, sealedEmail, marketingOptIn, sealedAfter = 0 } = proof;
  const request = {
    ...context,
    stream: streamOf('account', userId),
    decider: severalOfAccount,
    command: [
      { type: 'SignUpEmail', emailHash, sealedEmail, sealedAfter, marketingOptIn },
      {
        type: 'VerifyEmail',
        emailHash,
        grantIds: [
          uuidv5('email_signup', context.commandId),
          uuidv5('email_verification', context.commandId),
        ],
      },
    ],
    input: { operation: 'verify-email', emailHash },
  } as const;

  // Before anything moves: an account that cannot verify must not take the address from another.
  await handler.handle({ ...request, dryRun: true });
  // One mailbox is paid for once, whichever of its spellings were told apart when it signed up.
  for (const hash of new Set([proof.mailboxHash ?? emailHash, emailHash])) {
    await makeOwn(handler, proof, hash, context);
  }
  return handler.handle({
    ...request,
    authorize: async ({ deadline }) => {
      const owned = await findOwner(handler, 'email', emailHash, deadline);
      if (owned !== userId) throw new EmailNotSignedUp();
      return undefined;
    },
  });
}

async function makeOwn(
  handler: CommandHandler,
  { userId, isSpelling = async () => true }: Pick<EmailProof, 'userId' | 'isSpelling'>,
  emailHash: string,
  context: CommandContext,
): Promise<void> {
  const owner = await findEmailOwner(handler, emailHash, context.deadline);
  if (owner && owner.userId !== userId) {
    if (!isClaimable(owner, emailHash, await isSpelling(owner))) throw new EmailNotSignedUp();
    await moveAway(handler, owner, emailHash, context);
  }
  if (owner?.userId !== userId) await reserve(handler, { userId, emailHash }, context);
  await confirm(handler, { userId, emailHash }, context);
}

/** Removed first and released then: who finds it half done sees an account that was merged, and goes on. */
async function moveAway(
  handler: CommandHandler,
  owner: EmailOwner,
  emailHash: string,
  context: CommandContext,
): Promise<void> {
  const { userId, state } = owner;
  if (state.opened && !state.removed && state.walletAddress === undefined) {
    await handler.handle({
      ...context,
      stream: streamOf('account', userId),
      decider: severalOfAccount,
      command: [{ type: 'RemoveAccount', reason: MERGED }],
      input: { operation: 'merge-account', userId },
    });
  }
  // An account without a wallet was paid nothing, and is removed by now.
  const type = state.walletAddress === undefined ? 'Release' : 'ReleaseUnconfirmed';
  await onReservation(handler, emailHash, { type, userId }, context);
}

/** Whatever becomes of this verification now, and however late what it sends may land: nobody else can be paid. */
async function confirm(
  handler: CommandHandler,
  { userId, emailHash }: Pick<EmailProof, 'userId' | 'emailHash'>,
  context: CommandContext,
): Promise<void> {
  const { after } = await onReservation(handler, emailHash, { type: 'Confirm', userId }, context);
  if (after.owner !== userId || !after.confirmed) throw new EmailNotSignedUp();
}

async function reserve(
  handler: CommandHandler,
  { userId, emailHash }: Pick<EmailProof, 'userId' | 'emailHash'>,
  context: CommandContext,
): Promise<void> {
  const { after } = await onReservation(handler, emailHash, { type: 'Reserve', userId }, context);
  if (after.owner !== userId) throw new EmailNotSignedUp();
}

/** Each of the two has an id of its own, made from the command's: they go to one stream. */
function onReservation(
  handler: CommandHandler,
  emailHash: string,
  command: ReservationCommand,
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    commandId: uuidv5(`${command.type}/${command.userId}`, context.commandId),
    stream: streamOf('email', emailHash),
    decider: reservation,
    command,
    input: { operation: command.type, emailHash, userId: command.userId },
  });
}
