import { randomUUID } from 'node:crypto';
import { WELCOME_BONUS } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { parseEvo } from '../../contracts/money.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { reservation } from '../reservations/reservation.ts';
import { account } from './account.ts';
import { AccountIsRemoved } from './errors.ts';
import { readAccount } from './read-account.ts';
import type { AccountState } from './state.ts';

export type OpenedAccount = {
  readonly userId: string;
  readonly isNew: boolean;
  readonly state: AccountState;
  /** Undefined when the account was there before. */
  readonly position: LedgerPosition | undefined;
};

/**
 * Finds the account of a wallet or opens it with the welcome bonus. The wallet is reserved first and names the
 * account; when the program dies between the two appends, the next connect finds the reservation and opens the
 * account that it names. Any number of parallel connects open one account and pay one bonus. A referrer whom the
 * ledger does not know (any more) is dropped: who refers was there before, so that no circle of referrals can be.
 * @throws AccountIsRemoved, LedgerUnavailable
 */
export async function openAccount(
  handler: CommandHandler,
  wallet: {
    readonly walletAddress: string;
    readonly referrerId?: string;
    /** The id of a new account, where it must not be a random one: made-up history is to be the same each time. */
    readonly userId?: string;
  },
  sent: CommandContext,
): Promise<OpenedAccount> {
  const context = inOneTime(handler, sent);
  const userId = await ownerOf(handler, wallet.walletAddress, wallet.userId ?? randomUUID(), context);
  const { walletAddress } = wallet;
  const referrerId = await knownReferrer(handler, userId, wallet.referrerId);
  const opening = await handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: {
      type: 'OpenAccount',
      walletAddress,
      ...(referrerId && { referrerId }),
      welcome: {
        grantId: context.commandId,
        amount: parseEvo(WELCOME_BONUS),
        source: 'welcome',
        reason: 'Welcome bonus',
      },
    },
    input: { operation: 'open-account', walletAddress },
  });
  if (opening.after.removed) throw new AccountIsRemoved();
  return { userId, isNew: opening.events.length > 0, state: opening.after, position: opening.position };
}

async function knownReferrer(
  handler: CommandHandler,
  userId: string,
  referrerId: string | undefined,
): Promise<string | undefined> {
  if (referrerId === undefined || referrerId === userId) return undefined;
  const { opened, removed } = await readAccount(handler, referrerId);
  return opened && !removed ? referrerId : undefined;
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
