import type { ReactNode } from 'react';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { showTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { queryClient } from '../../../lib/api/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { raffleNamesQuery } from '../api/raffle-queries.ts';
import {
  modeText,
  paidTotal,
  prizeTotal,
  type RaffleView,
  totalOf,
  winnersText,
} from '../model/raffle-view.ts';
import { PictureButtons } from './PictureButtons.tsx';
import { WinnersList } from './WinnersList.tsx';

type RaffleProps = {
  readonly title: string;
  readonly view: RaffleView;
  readonly aside?: ReactNode;
  readonly onReplay: (view: RaffleView) => void;
};

/** The results of a draw: the winners, the show again, and what it was worth. */
export function PublicRaffle({ title, view, aside, onReplay }: RaffleProps) {
  const { raffleId, winners, completedAt } = view;
  const total = totalOf(winners);
  // The show begins with them at once where somebody is about to ask for it.
  const fetchNames = () => void queryClient.prefetchQuery(raffleNamesQuery(raffleId));
  return (
    <Card aria-labelledby="results-title" className="min-w-0">
      <CardHeader id="results-title" title={title} aside={aside} />
      <div className="grid gap-5 px-5 pt-1 pb-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-control border border-line bg-bg px-4 py-3 sm:flex sm:flex-wrap sm:justify-between">
          <Fact name="Rewards">{modeText(view)}</Fact>
          <Fact name="Winners">{winnersText(winners.length)}</Fact>
          <Fact name="Total" isLong>
            <Money amount={prizeTotal(winners)} decimals={DECIMALS.raffleTotal} tone="gold" />
          </Fact>
          <Fact name="Completed" isLong>
            <time dateTime={completedAt}>{new Date(completedAt).toLocaleString()}</time>
          </Fact>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            onPointerEnter={fetchNames}
            onFocus={fetchNames}
            onClick={() => onReplay(view)}
          >
            <Icon name="play" className="size-4" /> Replay Raffle Animation
          </Button>
          <PictureButtons raffle={{ ...view, total }} label="Download Results Image" />
          <span className="grid place-items-center px-1">
            <CopyButton text={`${location.origin}/raffle?raffle=${raffleId}`} label={showTexts.copyLink} />
          </span>
        </div>
        <PanelBoundary what="the winners" of={view}>
          <WinnersList winners={winners} noWallet="Wallet not shown" isOnPodium />
        </PanelBoundary>
        <section aria-label="Raffle Statistics" className="border-t border-line pt-4">
          <dl className="grid grid-cols-2 gap-4">
            <Fact name="Total winners">
              <span className="font-mono text-xl">{winners.length.toLocaleString('en')}</span>
            </Fact>
            <Fact name="Total distributed">
              <Money
                amount={paidTotal(winners)}
                decimals={DECIMALS.raffleTotal}
                tone="gold"
                className="text-xl"
              />
            </Fact>
          </dl>
          {total.label !== 'Total distributed' && (
            <p className="pt-2 text-note text-muted">
              Not every prize has been sent yet:{' '}
              <Money amount={total.amount} decimals={DECIMALS.raffleTotal} /> in all.
            </p>
          )}
        </section>
      </div>
    </Card>
  );
}

type FactProps = { readonly name: string; readonly isLong?: boolean; readonly children: ReactNode };

function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div className={cx('min-w-0', isLong && 'max-sm:col-span-2')}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 text-sm font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
