import { randomUUID } from 'node:crypto';
import { WELCOME_BONUS } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { parseEvo } from '../../contracts/money.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { NodeBehind } from '../aggregates.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { Deadline } from '../deadline.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { reservation } from '../reservations/reservation.ts';
import { account } from './account.ts';
import type { Grant } from './commands.ts';
import { AccountIsRemoved } from './errors.ts';
import { type AccountState, closedAccount } from './state.ts';

export type OpenedAccount = {
  readonly userId: string;
  readonly isNew: boolean;
  /** `waits`: there is no room for it now; it comes with a later sign-in. */
  readonly welcome: 'granted' | 'granted_before' | 'waits';
  readonly state: AccountState;
  /** Undefined when the account was there before. */
  readonly position: LedgerPosition | undefined;
};

/** What stands before a new account and before its welcome bonus. */
export type OpeningGate = {
  /** Asked before a wallet without an account is reserved; throws to refuse. */
  readonly admit: (walletAddress: string) => Promise<void>;
  /** Whether the bonus may be granted now; a yes is good for the whole UTC day of `occurredAt`. */
  readonly hasRoomFor: (userId: string, occurredAt: string) => Promise<boolean>;
  /**
   * The revision that the account is known to have at the least, by who need not ask the same node of the event store;
   * undefined for one that nobody knows.
   */
  readonly revisionOf: (userId: string) => Promise<bigint | undefined>;
};

/**
 * Finds the account of a wallet or opens it with the welcome bonus, unless the bonus has to wait: then the first sign-in
 * that finds room for it grants it, once. The wallet is reserved first and names the
 * account; when the program dies between the two appends, the next connect finds the reservation and opens the
 * account that it names. Any number of parallel connects open one account and pay one bonus. A referrer whom the
 * ledger does not know (any more) is dropped: who refers was there before, so that no circle of referrals can be.
 * So is one without a wallet, to whom nothing is granted.
 * @throws AccountIsRemoved, LedgerUnavailable, and what the gate throws
 */
export async function openAccount(
  handler: CommandHandler,
  wallet: {
    readonly walletAddress: string;
    readonly referrerId?: string;
    /** The id of a new account, where it must not be a random one: made-up history is to be the same each time. */
    readonly userId?: string;
    /** None lets every wallet in and every bonus through. */
    readonly gate?: OpeningGate;
  },
  sent: CommandContext,
): Promise<OpenedAccount> {
  const context = inOneTime(handler, sent);
  const { walletAddress, gate } = wallet;
  const known = gate && (await accountOf(handler, walletAddress, context.deadline));
  if (gate && !known?.state.opened) await gate.admit(walletAddress);
  const newUserId = wallet.userId ?? randomUUID();
  const userId = await ownerOf(handler, walletAddress, newUserId, context);
  // Nobody else knows an id that was made a moment ago, so there is nothing to read of its account.
  const isFresh = wallet.userId === undefined && userId === newUserId;
  const seen = isFresh ? closedAccount : known?.state;
  const isWelcome = gate === undefined || (await mayWelcome(handler, gate, { userId, seen }, context));
  const referrerId = seen?.opened
    ? undefined
    : await knownReferrer(handler, userId, wallet, context.deadline);
  const opening = await handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: {
      type: 'OpenAccount',
      walletAddress,
      ...(referrerId && { referrerId }),
      ...(isWelcome && { welcome: welcomeBonus(context.commandId) }),
    },
    input: { operation: 'open-account', walletAddress },
  });
  const { before, after, events, position } = opening;
  if (after.removed) throw new AccountIsRemoved();
  const isNew = events.some(({ type }) => type === 'AccountOpened');
  const welcome = before.welcomed ? 'granted_before' : after.welcomed ? 'granted' : 'waits';
  return { userId, isNew, welcome, state: after, position };
}

function welcomeBonus(grantId: string): Grant {
  return { grantId, amount: parseEvo(WELCOME_BONUS), source: 'welcome', reason: 'Welcome bonus' };
}

/** Undefined for a wallet that nobody has reserved. */
async function accountOf(
  handler: CommandHandler,
  walletAddress: string,
  deadline: Deadline,
): Promise<{ readonly state: AccountState } | undefined> {
  const userId = await findOwner(handler, 'wallet', walletAddress, deadline);
  return userId === undefined
    ? undefined
    : { state: await handler.read(streamOf('account', userId), account, deadline) };
}

/** Asks for room only where there is a bonus to grant. */
async function mayWelcome(
  handler: CommandHandler,
  gate: OpeningGate,
  { userId, seen }: { readonly userId: string; readonly seen: AccountState | undefined },
  { deadline, occurredAt }: CommandContext & { readonly deadline: Deadline },
): Promise<boolean> {
  const { welcomed, removed } = seen ?? (await handler.read(streamOf('account', userId), account, deadline));
  return !welcomed && !removed && gate.hasRoomFor(userId, occurredAt);
}

async function knownReferrer(
  handler: CommandHandler,
  userId: string,
  { referrerId, gate }: { readonly referrerId?: string; readonly gate?: OpeningGate },
  deadline: Deadline,
): Promise<string | undefined> {
  if (referrerId === undefined || referrerId === userId) return undefined;
  const stream = streamOf('account', referrerId);
  const { state, revision = -1n } = await handler.aggregate(stream, account, deadline);
  if (state.walletAddress !== undefined && !state.removed) return referrerId;
  // A referrer is bound now or never: who is only missing on this node, or still removed there, must not be lost.
  const known = await gate?.revisionOf(referrerId);
  if (known !== undefined && revision < known) throw new NodeBehind(stream, known);
  return undefined;
}

async function ownerOf(
  handler: CommandHandler,
  walletAddress: string,
  newUserId: string,
  context: CommandContext,
): Promise<string> {
  const { after } = await handler.handle({
    ...context,
    stream: streamOf('wallet', lowerCase(walletAddress)),
    decider: reservation,
    command: { type: 'Reserve', userId: newUserId },
    input: { operation: 'reserve-wallet', walletAddress },
  });
  if (after.owner === undefined)
    throw new LedgerCorrupt(`${walletAddress} belongs to nobody after its reservation`);
  return after.owner;
}
