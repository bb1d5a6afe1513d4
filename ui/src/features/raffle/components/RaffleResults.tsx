import type { ReactNode } from 'react';
import { payRaffle, type RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { exactEvo, parseSum } from '../../../../../contracts/money.ts';
import { raffleToasts } from '../../../../../contracts/raffle-toasts.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { refreshAdmin, refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { useAskFirst } from '../../../lib/admin/use-dry-run.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { adminRaffleQuery, latestRaffleQuery } from '../api/raffle-queries.ts';
import {
  modeText,
  paidTotal,
  prizeTotal,
  type RaffleView,
  totalOf,
  viewOfDetails,
} from '../model/raffle-view.ts';
import { PayPrizes } from './PayPrizes.tsx';
import { PictureButtons } from './PictureButtons.tsx';
import { WinnersList } from './WinnersList.tsx';

const AwaitingDraw = lazyPart(
  () => import('./AwaitingDraw.tsx'),
  ({ AwaitingDraw }) => AwaitingDraw,
);

type RaffleResultsProps = {
  /** The latest drawn one where none is chosen. */
  readonly raffleId: string | undefined;
  readonly onReplay: (raffle: RaffleView) => void;
  /** Somebody is about to pay its prizes: it stays, also where another one becomes the latest. */
  readonly onPaying: (raffleId: string) => void;
};

/** The winners of a raffle and their prizes, which are paid from here. */
export function RaffleResults({ raffleId, onReplay, onPaying }: RaffleResultsProps) {
  const latest = useQuery({ ...latestRaffleQuery, enabled: raffleId === undefined });
  const id = raffleId ?? latest.data?.raffleId;
  const details = useQuery({ ...adminRaffleQuery(id ?? ''), enabled: id !== undefined });
  const view = details.data && viewOfDetails(details.data);
  const failed = details.error ?? latest.error;
  const isBusy = details.isFetching || latest.isFetching;
  const title = view ? `Raffle Winners · #${view.number}` : 'Raffle Winners';
  return (
    <Card aria-labelledby="winners-title" aria-busy={isBusy} className="flex min-h-80 min-w-0 flex-col">
      <CardHeader id="winners-title" title={title} />
      {view ? (
        <Results key={view.raffleId} view={view} onReplay={onReplay} onPaying={onPaying} />
      ) : failed && !isBusy ? (
        <ErrorState
          what="the winners"
          detail={errorText(failed)}
          onRetry={() => void (details.error ? details : latest).refetch()}
        />
      ) : details.data ? (
        <AwaitingDraw raffle={details.data.raffle} />
      ) : latest.data === null ? (
        <EmptyState icon="trophy" title="No raffle yet" next="The winners of the first draw stand here." />
      ) : (
        <SkeletonRows rows={4} className="h-14" />
      )}
    </Card>
  );
}

const tellUnsent = (error: Error): void => showError(errorToasts.sendRewardsFailed(errorText(error)));

type ResultsProps = Pick<RaffleResultsProps, 'onReplay' | 'onPaying'> & { readonly view: RaffleView };

function Results({ view, onReplay, onPaying }: ResultsProps) {
  const { raffleId, winners, useTieredRewards } = view;
  const pay = useCommand(
    payRaffle,
    ({ message }) => {
      showToast({ ...raffleToasts.rewardsSent, description: message });
      // Whoever gave this one up may be asked about another place by now.
      if (pay.variables?.place === asked) ask.reset();
      return refreshAfterAct();
    },
    { raffleId },
    (error) => {
      tellUnsent(error);
      // Each prize is an act of its own: some of them may be paid.
      void refreshAdmin();
    },
  );
  const ask = useAskFirst(payRaffle, { raffleId });
  const asked = ask.variables?.place;
  function askFor(prizes: { readonly place?: number }): void {
    onPaying(raffleId);
    ask.mutate({ ...prizes, dryRun: true }, { onError: tellUnsent });
  }
  const open = winners.filter(({ status }) => status === 'open');
  const label = useTieredRewards
    ? 'Send Tiered Rewards'
    : `Send ${exactEvo(parseSum(winners[0]?.prize ?? '0'), 0)} EVO to All Winners`;

  const action = (winner: RaffleWinnerView): ReactNode =>
    winner.status === 'open' &&
    winner.walletAddress !== null && (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Send the prize of ${winner.username}`}
        pending={ask.isPending && asked === winner.place}
        onClick={() => askFor({ place: winner.place })}
      >
        Send
      </Button>
    );

  return (
    <div className="grid gap-4 px-5 pt-1 pb-5">
      <WinnersList winners={winners} noWallet="No wallet connected" action={action} />
      <div className="@container rounded-control border border-line bg-bg px-4 py-3">
        <dl className="grid grid-cols-1 gap-x-6 gap-y-2 text-sm @xs:grid-cols-2 @xl:grid-cols-4">
          <Fact name="Prizes">{modeText(view)}</Fact>
          <Fact name="Winners">{winners.length}</Fact>
          <Fact name="Total">
            <Money amount={prizeTotal(winners)} decimals={DECIMALS.raffleTotal} tone="gold" />
          </Fact>
          <Fact name="Paid so far">
            <Money amount={paidTotal(winners)} decimals={DECIMALS.raffleTotal} />
          </Fact>
        </dl>
      </div>
      {open.length > 0 && (
        <p className="flex items-start gap-2 text-note text-muted">
          <Icon name="info" className="mt-0.5 size-4 text-info" />
          Only winners with connected wallets will receive rewards
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {open.length > 0 && (
          <Button
            variant="primary"
            pending={ask.isPending && asked === undefined}
            onClick={() => askFor({})}
            // As high as it takes, where a phone has no room for all digits in one line.
            className="h-auto! max-w-full min-h-10 py-2 whitespace-normal! [overflow-wrap:anywhere]"
          >
            {label}
          </Button>
        )}
        <PictureButtons raffle={{ ...view, total: totalOf(winners) }} label="Generate Share Image" />
        <Button variant="ghost" onClick={() => onReplay(view)}>
          <Icon name="play" className="size-4" /> Show again
        </Button>
      </div>
      {ask.data && (
        <PayPrizes
          raffle={view}
          place={asked}
          would={ask.data}
          label={asked === undefined ? label : 'Send Prize'}
          pending={pay.isPending}
          signing={pay.isSigning}
          onPay={() => pay.mutate(asked === undefined ? {} : { place: asked })}
          onClose={() => {
            pay.withdraw();
            ask.reset();
          }}
        />
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
