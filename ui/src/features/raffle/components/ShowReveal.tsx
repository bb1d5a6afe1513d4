import { type ReactNode, useEffect, useRef } from 'react';
import type { RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { showTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { placeLabel } from '../model/place.ts';
import { prizeDecimals, type RaffleView, totalOf } from '../model/raffle-view.ts';
import { isRevealed, newestPlace, nextPlace, type ShowFrame } from '../model/show.ts';
import { PlaceBadge } from './PlaceBadge.tsx';

type SpotlightProps = {
  readonly raffle: RaffleView;
  readonly frame: ShowFrame;
  /** Milliseconds from one winner to the next. */
  readonly revealMs: number;
};

/** Who was revealed last, and the time that runs until the next; at the end what it all came to. Of one height. */
export function Spotlight({ raffle, frame, revealMs }: SpotlightProps) {
  const { winners, completedAt } = raffle;
  const box =
    'grid h-32 shrink-0 place-items-center rounded-card border border-line bg-surface-1/80 px-4 text-center';
  if (frame.phase === 'complete') {
    const { label, amount } = totalOf(winners);
    return (
      <dl className={cx(box, 'animate-fade grid-cols-2 content-center gap-x-3 gap-y-2 sm:grid-cols-3')}>
        <Fact name="Winners">{winners.length}</Fact>
        <Fact name={label}>
          <Money amount={amount} decimals={DECIMALS.raffleTotal} tone="gold" />
        </Fact>
        <Fact name="Completed" isLong>
          <time dateTime={completedAt}>{new Date(completedAt).toLocaleString()}</time>
        </Fact>
      </dl>
    );
  }
  const newest = winners.find(({ place }) => place === newestPlace(frame, winners.length));
  const next = nextPlace(frame, winners.length);
  return (
    <div className={cx(box, 'relative overflow-hidden')} aria-hidden="true">
      {newest && (
        <div key={newest.place} className="w-full min-w-0 animate-rise">
          <p className="text-sm text-muted">{showTexts.place(placeLabel(newest.place))}</p>
          <p className="truncate text-2xl font-semibold tracking-[-0.02em] sm:text-3xl">{newest.username}</p>
          <Money amount={newest.prize} decimals={prizeDecimals(newest.prize)} tone="gold" />
        </div>
      )}
      {next > 0 && (
        <p className="absolute inset-x-0 bottom-0 grid gap-1 text-xs text-faint">
          {showTexts.next(placeLabel(next))}
          <span
            key={next}
            className="h-1 origin-left animate-fill bg-accent"
            style={{ animationDuration: `${revealMs}ms` }}
          />
        </p>
      )}
    </div>
  );
}

type ShowPlacesProps = { readonly winners: readonly RaffleWinnerView[]; readonly frame: ShowFrame };

/** The places behind the first three, from the last one up; each has its row from the beginning. */
export function ShowPlaces({ winners, frame }: ShowPlacesProps) {
  const list = useRef<HTMLOListElement>(null);
  const newest = newestPlace(frame, winners.length);
  const isComplete = frame.phase === 'complete';
  useEffect(() => {
    if (!list.current) return;
    const row = isComplete
      ? list.current.firstElementChild
      : list.current.querySelector(`[data-place="${newest}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  }, [newest, isComplete]);
  if (winners.length <= 3) return null;
  return (
    <ol
      ref={list}
      aria-label="Winners"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      className="relative grid min-h-0 flex-1 grid-cols-1 content-start gap-2 overflow-y-auto overscroll-contain rounded-card p-0.5"
    >
      {winners.slice(3).map(({ place, username, prize }) => {
        const isShown = isRevealed(place, frame, winners.length);
        return (
          <li
            key={place}
            data-place={place}
            {...(!isShown && { 'aria-hidden': true as const })}
            className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface-1/80 px-4 py-2"
          >
            <PlaceBadge place={place} />
            {isShown ? (
              <span className="flex min-w-0 flex-1 animate-rise flex-wrap items-center justify-between gap-x-3">
                <span className="max-w-full truncate font-medium">{username}</span>
                <Money amount={prize} decimals={prizeDecimals(prize)} tone="gold" />
              </span>
            ) : (
              <span className="text-faint">···</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type FactProps = { readonly name: string; readonly isLong?: boolean; readonly children: ReactNode };

function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div className={cx('min-w-0', isLong && 'max-sm:col-span-2')}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 text-sm font-medium tabular-nums">{children}</dd>
    </div>
  );
}
