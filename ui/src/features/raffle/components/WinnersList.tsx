import type { ReactNode } from 'react';
import type { RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { prizeDecimals } from '../model/raffle-view.ts';
import { PlaceBadge } from './PlaceBadge.tsx';

type WinnersListProps = {
  readonly winners: readonly RaffleWinnerView[];
  /** In the place of a wallet that there is none of. */
  readonly noWallet: string;
  /** The first three stand beside each other where there is room, the first one highest. */
  readonly isOnPodium?: boolean;
  /** What an admin can do with a place. */
  readonly action?: (winner: RaffleWinnerView) => ReactNode;
};

/** The winners by place. A prize counts as rewarded only when it was paid. */
export function WinnersList({ winners, noWallet, isOnPodium = false, action }: WinnersListProps) {
  return (
    <ul
      aria-label="Raffle Winners"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      className={cx(
        'relative grid max-h-[min(34rem,75dvh)] grid-cols-1 gap-2 overflow-y-auto overscroll-contain rounded-control',
        isOnPodium && winners.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3',
      )}
    >
      {winners.map((winner) =>
        isOnPodium && winner.place <= 3 ? (
          <OnPodium key={winner.place} winner={winner} noWallet={noWallet} />
        ) : (
          <li
            key={winner.place}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-bg px-3 py-2.5 sm:col-span-3"
          >
            <PlaceBadge place={winner.place} />
            <div className="min-w-0 flex-1 basis-32">
              <p title={winner.username} className="truncate text-sm font-medium">
                {winner.username}
              </p>
              <p className="text-note text-muted">
                {winner.walletAddress ? <Address address={winner.walletAddress} /> : noWallet}
              </p>
            </div>
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full max-sm:pl-15">
              <div className="min-w-0 sm:text-right">
                <p className="text-sm">
                  <Money amount={winner.prize} decimals={prizeDecimals(winner.prize)} tone="gold" breaks />
                </p>
                {winner.pendingRewards !== null && (
                  <p className="text-xs text-muted">
                    Claimable <Money amount={winner.pendingRewards} decimals={DECIMALS.pendingBalance} />
                  </p>
                )}
              </div>
              <span className="ml-auto flex items-center gap-3 empty:hidden">
                <StatusBadge status={winner.status} />
                {action?.(winner)}
              </span>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}

const podium: Readonly<Record<number, string>> = {
  1: 'border-medal-1/60 sm:col-start-2 sm:row-start-1',
  2: 'border-medal-2/60 sm:col-start-1 sm:row-start-1 sm:mt-6',
  3: 'border-medal-3/60 sm:col-start-3 sm:row-start-1 sm:mt-6',
};

/** One of the first three: a row on a phone, a column elsewhere. */
function OnPodium({ winner, noWallet }: Pick<WinnersListProps, 'noWallet'> & { winner: RaffleWinnerView }) {
  const { place, username, walletAddress, prize, status } = winner;
  return (
    <li
      className={cx(
        'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-control border bg-bg px-3 py-2.5',
        'sm:flex-col sm:flex-nowrap sm:gap-1 sm:px-2 sm:py-4 sm:text-center',
        podium[place],
      )}
    >
      <PlaceBadge place={place} />
      <div className="min-w-0 flex-1 basis-32 sm:w-full sm:flex-none sm:basis-auto">
        <p title={username} className="truncate text-sm font-medium sm:mt-1 sm:text-base">
          {username}
        </p>
        <p className="text-note text-muted">
          {walletAddress ? <Address address={walletAddress} /> : noWallet}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full max-sm:pl-15 sm:flex-col">
        <span className="text-sm sm:text-base">
          <Money amount={prize} decimals={prizeDecimals(prize)} tone="gold" breaks />
        </span>
        <span className="empty:hidden max-sm:ml-auto">
          <StatusBadge status={status} />
        </span>
      </div>
    </li>
  );
}

function StatusBadge({ status }: { status: RaffleWinnerView['status'] }) {
  switch (status) {
    case 'paid':
      return <Badge tone="success">REWARDED</Badge>;
    case 'no_wallet':
      return <Badge title="The place is kept; there was no wallet to pay to.">No wallet</Badge>;
    case 'account_removed':
      return <Badge title="The place is kept; the account was removed.">Account removed</Badge>;
    case 'open':
      return null;
  }
}
