import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import type { Decider } from '../decider.ts';
import type { AccountCommand } from './commands.ts';
import { AccountNotFound, BalanceTooLarge, NothingToClaim } from './errors.ts';
import { type AccountState, closedAccount, pendingOf } from './state.ts';

/** The account of one user: stream `account-<userId>`. */
export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  initialState: closedAccount,
  decide,
  evolve,
};

/** The largest total that `numeric(38,18)` holds. */
const MAX_TOTAL = 10n ** 38n - 1n;

function decide(command: AccountCommand, state: AccountState): AccountEvent[] {
  if (command.type === 'OpenAccount') return open(command, state);
  if (!state.opened) throw new AccountNotFound();
  switch (command.type) {
    case 'GrantReward': {
      if (state.granted + command.amount > MAX_TOTAL) throw new BalanceTooLarge();
      return [granted(command)];
    }
    case 'ClaimRewards': {
      const amount = pendingOf(state);
      if (amount <= 0n) throw new NothingToClaim();
      return [{ type: 'RewardsClaimed', data: { claimId: command.claimId, amount: formatEvo(amount) } }];
    }
  }
}

/** Opening twice is one opening: two browsers may connect a new wallet at the same moment. */
function open(
  command: Extract<AccountCommand, { type: 'OpenAccount' }>,
  state: AccountState,
): AccountEvent[] {
  if (state.opened) return [];
  const { walletAddress, referrerId, welcome } = command;
  return [
    {
      type: 'AccountOpened',
      data: { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) },
    },
    granted(welcome),
  ];
}

function granted(grant: {
  grantId: string;
  amount: bigint;
  source: Extract<AccountEvent, { type: 'RewardGranted' }>['data']['source'];
  reason: string;
  ref?: string;
}): AccountEvent {
  const { grantId, amount, source, reason, ref } = grant;
  return {
    type: 'RewardGranted',
    data: { grantId, amount: formatEvo(amount), source, reason, ...(ref !== undefined && { ref }) },
  };
}

function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountOpened':
      return { ...state, opened: true, walletAddress: event.data.walletAddress };
    case 'WalletLinked':
      return { ...state, walletAddress: event.data.walletAddress };
    case 'RewardGranted':
      return { ...state, granted: state.granted + parseEvo(event.data.amount) };
    case 'RewardsClaimed':
      return { ...state, claimed: state.claimed + parseEvo(event.data.amount) };
  }
}
