import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useEffect, useRef } from 'react';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { InertPage, returnFocus } from '../../../components/ui/Dialog.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { placeLabel } from '../model/place.ts';
import { prizeDecimals, type RaffleView, totalOf } from '../model/raffle-view.ts';
import { type ShowTimes, shuffledNames } from '../model/show.ts';
import { useShow } from '../model/use-show.ts';
import { PlaceBadge } from './PlaceBadge.tsx';

type RaffleShowProps = {
  readonly title: string;
  readonly raffle: RaffleView;
  /** Who stands on the wheel. */
  readonly names: readonly string[];
  readonly times: ShowTimes;
  readonly closeLabel: string;
  /** What else there is to do at the end. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
};

/**
 * A draw that has been made, as a show over the whole screen: the winners stand in the ledger before it begins, so
 * closing it, or the page, changes nothing.
 */
export function RaffleShow({ title, raffle, names, times, closeLabel, actions, onClose }: RaffleShowProps) {
  const { winners, completedAt } = raffle;
  const { frame, skip } = useShow(winners.length, times);
  const openedFrom = useRef<Element | null>(null);
  const isComplete = frame.phase === 'complete';
  const newest = winners[frame.revealed - 1];
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Radix.Portal>
        <Radix.Content
          data-dialog
          aria-modal="true"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            openedFrom.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(openedFrom.current);
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className="raffle-show fixed inset-0 z-40 grid animate-fade grid-cols-1 overflow-y-auto"
        >
          <div className="mx-auto flex h-dvh w-full max-w-2xl flex-col px-4 py-6 sm:px-6 sm:py-10">
            <header className="shrink-0 text-center">
              <Radix.Title className="text-2xl font-semibold tracking-[-0.02em] sm:text-4xl">
                {title}
              </Radix.Title>
              <p className="mt-1 text-sm text-muted">
                Raffle #{raffle.number}. The result already stands in the ledger.
              </p>
            </header>
            <p role="status" className="sr-only">
              {frame.phase === 'spinning' && 'Drawing'}
              {frame.phase === 'revealing' &&
                newest &&
                `${placeLabel(newest.place)} place: ${newest.username}`}
              {isComplete && `Complete. ${winners.length} winners.`}
            </p>
            <div className="my-6 flex min-h-0 flex-1 flex-col justify-center">
              {frame.phase === 'spinning' ? (
                <Wheel names={shuffledNames(names, frame.tick, times.names)} />
              ) : (
                <Revealed raffle={raffle} count={frame.revealed} isComplete={isComplete} />
              )}
              {isComplete && <Summary raffle={raffle} completedAt={completedAt} />}
            </div>
            <div className="flex shrink-0 flex-wrap justify-center gap-2">
              {isComplete ? (
                <>
                  {actions}
                  <Button variant="primary" onClick={onClose}>
                    {closeLabel}
                  </Button>
                </>
              ) : (
                <Button onClick={skip}>Skip</Button>
              )}
            </div>
          </div>
          <InertPage />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Wheel({ names }: { names: readonly string[] }) {
  const middle = Math.floor(names.length / 2);
  return (
    <ol aria-hidden="true" data-wheel className="grid grid-cols-1 gap-2 text-center">
      {names.map((name, index) => (
        <li
          key={name}
          className={cx(
            'truncate rounded-card border px-6 py-3 sm:text-lg',
            index === middle
              ? 'border-accent/60 bg-accent/10 text-xl font-semibold text-accent sm:text-2xl'
              : 'border-line/60 text-muted',
            Math.abs(index - middle) > 1 && 'opacity-50',
          )}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}

type RevealedProps = { readonly raffle: RaffleView; readonly count: number; readonly isComplete: boolean };

function Revealed({ raffle, count, isComplete }: RevealedProps) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new winner is brought into view, and at the end the first.
  useEffect(() => {
    const { firstElementChild, lastElementChild } = list.current ?? {};
    (isComplete ? firstElementChild : lastElementChild)?.scrollIntoView({ block: 'nearest' });
  }, [count, isComplete]);
  return (
    <ol
      ref={list}
      aria-label="Winners"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      className="relative grid min-h-32 grid-cols-1 gap-2 overflow-y-auto overscroll-contain rounded-card p-0.5"
    >
      {raffle.winners.slice(0, count).map(({ place, username, prize }) => (
        <li
          key={place}
          className="flex animate-rise items-center gap-3 rounded-card border border-line bg-surface-1/80 px-4 py-3"
        >
          <PlaceBadge place={place} />
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
            <span className="max-w-full truncate font-medium">{username}</span>
            <Money amount={prize} decimals={prizeDecimals(prize)} tone="gold" />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Summary({ raffle, completedAt }: { raffle: RaffleView; completedAt: string }) {
  const { label, amount } = totalOf(raffle.winners);
  return (
    <dl className="mt-4 grid shrink-0 animate-rise grid-cols-2 gap-3 rounded-card border border-line bg-surface-1/80 p-4 text-center sm:grid-cols-3">
      <Fact name="Winners">{raffle.winners.length}</Fact>
      <Fact name={label}>
        <Money amount={amount} decimals={DECIMALS.raffleTotal} tone="gold" />
      </Fact>
      <Fact name="Completed" isLong>
        <time dateTime={completedAt}>{new Date(completedAt).toLocaleString()}</time>
      </Fact>
    </dl>
  );
}

type FactProps = { readonly name: string; readonly isLong?: boolean; readonly children: ReactNode };

function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div className={cx(isLong && 'max-sm:col-span-2')}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 text-sm font-medium tabular-nums">{children}</dd>
    </div>
  );
}
