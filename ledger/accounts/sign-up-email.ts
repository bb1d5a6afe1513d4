import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { Deadline } from '../deadline.ts';
import { DomainError, LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { reservation } from '../reservations/reservation.ts';
import type { AccountCommand } from './commands.ts';
import { type EmailOwner, findEmailOwner, isClaimable } from './email-owner.ts';
import { EmailAlreadyVerified, ErasedMeanwhile } from './errors.ts';
import { severalOfAccount } from './several.ts';

export type EmailSignup = {
  readonly emailHash: string;
  readonly marketingOptIn: boolean;
  /** Seals the address for an account. */
  readonly seal: (userId: string) => Promise<string>;
  /** How many erasures of an account were carried out, asked before it is sealed for; none if not given. */
  readonly erasures?: (userId: string) => Promise<number>;
  /** Whether the address that another account has is a spelling of this mailbox; taken for granted if not given. */
  readonly isSpelling?: (owner: EmailOwner) => Promise<boolean>;
};

export type EmailSignupResult = {
  /** False: the address had signed up before, here or elsewhere, and nothing was appended. */
  readonly signedUp: boolean;
  readonly position: LedgerPosition | undefined;
};

const NOTHING_DONE: EmailSignupResult = { signedUp: false, position: undefined };

/**
 * Signs an address up with the account of a wallet. The address is reserved first and names the account; when the
 * program dies between the appends, the next signup goes on from there.
 * @throws EmailAlreadySignedUp, EmailAlreadyVerified, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable
 */
export async function signUpEmail(
  handler: CommandHandler,
  userId: string,
  signup: EmailSignup,
  sent: CommandContext,
): Promise<EmailSignupResult> {
  const context = inOneTime(handler, sent);
  // An account that may not sign up must not reserve the address either.
  const trial = await sendSealed(handler, userId, [], signup, { ...context, dryRun: true });
  if (trial.replayed) return resultOf(trial);
  if (trial.before.email?.verified) throw new EmailAlreadyVerified();
  const { owner, isNew, commandId } = await reserve(handler, userId, signup, context);
  if (owner !== userId) return NOTHING_DONE;
  try {
    return resultOf(await sendSealed(handler, userId, [], signup, context));
  } catch (refusal) {
    // Another address was faster at this account, so this one goes free again.
    if (refusal instanceof DomainError && isNew) {
      await release(handler, userId, signup, { ...context, commandId });
    }
    throw refusal;
  }
}

/**
 * Signs an address up alone: it gets an account without a wallet, to which nothing is granted. Any number of
 * parallel signups of one address open one account. To a wallet's account that does not have the address any more
 * nobody gives it back who is not signed in there.
 * @throws IdempotencyKeyReused, LedgerUnavailable
 */
export async function signUpEmailAlone(
  handler: CommandHandler,
  signup: EmailSignup & {
    /** The id of a new account, where it must not be a random one. */
    readonly userId?: string;
  },
  sent: CommandContext,
): Promise<EmailSignupResult> {
  const context = inOneTime(handler, sent);
  const owner = await reserveAlone(handler, signup.userId ?? randomUUID(), signup, context);
  if (owner === undefined) return NOTHING_DONE;
  try {
    return resultOf(await sendSealed(handler, owner, [{ type: 'OpenEmailAccount' }], signup, context));
  } catch (refusal) {
    // Whatever the owner's account cannot do is nothing that a visitor may learn.
    if (refusal instanceof DomainError) return NOTHING_DONE;
    throw refusal;
  }
}

/** Whoever is erased between the sealing and the decision is sealed for anew. */
async function sendSealed(
  handler: CommandHandler,
  userId: string,
  before: readonly AccountCommand[],
  signup: EmailSignup,
  context: CommandContext & { readonly deadline: Deadline; readonly dryRun?: boolean },
): ReturnType<typeof send> {
  const { emailHash, marketingOptIn, seal, erasures } = signup;
  const { deadline } = context;
  for (let last: number | undefined; ; ) {
    const sealedAfter = erasures ? await deadline.wait(() => erasures(userId)) : 0;
    const sealedEmail = await seal(userId);
    const sealed = { emailHash, sealedEmail, sealedAfter, marketingOptIn };
    const command = { type: 'SignUpEmail', ...sealed } as const;
    try {
      return await send(handler, userId, [...before, command], signup, context);
    } catch (refusal) {
      if (!(refusal instanceof ErasedMeanwhile) || sealedAfter === last) throw refusal;
      last = sealedAfter;
    }
  }
}

function send(
  handler: CommandHandler,
  userId: string,
  commands: readonly AccountCommand[],
  { emailHash, marketingOptIn }: EmailSignup,
  context: CommandContext & { readonly dryRun?: boolean },
) {
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: severalOfAccount,
    command: commands,
    // Not the sealed address: sealing it again gives another text.
    input: { operation: 'sign-up-email', emailHash, marketingOptIn },
  });
}

function resultOf({ events, position }: Awaited<ReturnType<typeof send>>): EmailSignupResult {
  return { signedUp: events.length > 0, position };
}

async function reserve(
  handler: CommandHandler,
  userId: string,
  signup: EmailSignup,
  context: CommandContext,
): Promise<{ owner: string; isNew: boolean; commandId: string }> {
  const { emailHash } = signup;
  const { commandId, deadline } = context;
  const { after, events, replayed } = await handler.handle({
    ...context,
    stream: streamOf('email', emailHash),
    decider: reservation,
    command: { type: 'Reserve', userId },
    input: { operation: 'reserve-email', emailHash },
  });
  // An earlier sending says whose it was then: it may have gone to who reads the mailbox since, or free.
  const owner = replayed ? await findOwner(handler, 'email', emailHash, deadline) : after.owner;
  if (owner !== undefined) return { owner, isNew: events.length > 0, commandId };
  if (!replayed) throw new LedgerCorrupt('an address belongs to nobody after its reservation');
  return reserve(handler, userId, signup, { ...context, commandId: uuidv5('again', commandId) });
}

/**
 * For whoever is signed in nowhere. What an account has reserved and does not have any more goes free, unless it has
 * proved to read the mailbox.
 * @returns undefined when it does not go free
 */
async function reserveAlone(
  handler: CommandHandler,
  userId: string,
  signup: EmailSignup,
  context: CommandContext & { readonly deadline: Deadline },
): Promise<string | undefined> {
  const { emailHash, isSpelling = async () => true } = signup;
  const { owner } = await reserve(handler, userId, signup, context);
  const found = owner === userId ? undefined : await findEmailOwner(handler, emailHash, context.deadline);
  if (!found || !hasGivenUp(found, emailHash)) return owner;
  if (!isClaimable(found, emailHash, await isSpelling(found))) return undefined;
  await release(handler, found.userId, signup, context);
  const again = { ...context, commandId: uuidv5('again', context.commandId) };
  const { owner: next } = await reserve(handler, userId, signup, again);
  // It may have proved it at this very moment.
  return next === found.userId ? undefined : next;
}

/** Not where it has never had any: its own signup may have been cut off a moment ago, and whichever comes next goes on. */
function hasGivenUp({ state }: EmailOwner, emailHash: string): boolean {
  if (state.walletAddress === undefined || state.email?.emailHash === emailHash) return false;
  return state.email !== undefined || state.erasures > 0;
}

/** Under an id of its own: the command's has reserved on the same stream. */
async function release(
  handler: CommandHandler,
  userId: string,
  { emailHash }: EmailSignup,
  context: CommandContext,
): Promise<void> {
  await handler.handle({
    ...context,
    commandId: uuidv5(`release/${emailHash}`, context.commandId),
    stream: streamOf('email', emailHash),
    decider: reservation,
    // What a verification of the same account has confirmed meanwhile stays.
    command: { type: 'ReleaseUnconfirmed', userId },
    input: { operation: 'release-email', emailHash, userId },
  });
}
