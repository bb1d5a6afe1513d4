import type { RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';
import { showTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { placeLabel } from '../model/place.ts';
import { prizeDecimals } from '../model/raffle-view.ts';
import { isRevealed, nextPlace, type ShowFrame } from '../model/show.ts';

/** Where each of the first three stands, and how high. */
const steps: Readonly<Record<number, string>> = {
  1: 'order-2 [--step:5rem] sm:[--step:9rem]',
  2: 'order-1 [--step:3.25rem] sm:[--step:6rem]',
  3: 'order-3 [--step:2rem] sm:[--step:4rem]',
};
const faces: Readonly<Record<number, string>> = {
  1: 'border-medal-1/60 bg-medal-1-fill text-medal-1',
  2: 'border-medal-2/60 bg-medal-2-fill text-medal-2',
  3: 'border-medal-3/60 bg-medal-3-fill text-medal-3',
};

/** Where nobody stands beside the podium, its steps take the room: they are as high as the window allows. */
const highSteps: Readonly<Record<number, string>> = {
  1: 'order-2 [--step:clamp(5rem,26dvh,15rem)]',
  2: 'order-1 [--step:clamp(3.25rem,18dvh,10rem)]',
  3: 'order-3 [--step:clamp(2rem,11dvh,6rem)]',
};

type ShowPodiumProps = { readonly winners: readonly RaffleWinnerView[]; readonly frame: ShowFrame };

/** The steps of the first three, which stand empty until each is revealed. */
export function ShowPodium({ winners, frame }: ShowPodiumProps) {
  const heights = winners.length <= 3 ? highSteps : steps;
  return (
    <ol aria-label="Winners on the podium" className="flex shrink-0 items-end justify-center gap-2 sm:gap-3">
      {winners.slice(0, 3).map(({ place, username, prize }) => {
        const isShown = isRevealed(place, frame, winners.length);
        const isNext = frame.phase === 'revealing' && nextPlace(frame, winners.length) === place;
        return (
          <li
            key={place}
            {...(!isShown && { 'aria-hidden': true as const })}
            data-place={place}
            className={cx('flex max-w-56 min-w-0 flex-1 flex-col items-center', heights[place])}
          >
            <div className="flex h-19 w-full flex-col items-center justify-end gap-1 pb-2 text-center">
              {isShown ? (
                <div className="w-full animate-rise">
                  <span className="sr-only">{showTexts.place(placeLabel(place))}</span>
                  <p title={username} className="truncate text-sm font-semibold sm:text-base">
                    {username}
                  </p>
                  <p className="text-xs leading-4 sm:text-sm">
                    <Money amount={prize} decimals={prizeDecimals(prize)} tone="gold" unit={false} breaks />
                  </p>
                </div>
              ) : (
                <span
                  className={cx(
                    'grid size-9 place-items-center rounded-full border border-dashed border-control text-muted',
                    isNext && 'animate-pulse-soft border-accent text-accent',
                  )}
                >
                  ?
                </span>
              )}
            </div>
            <div
              aria-hidden="true"
              className={cx(
                'grid h-(--step) w-full place-items-center rounded-t-control border border-b-0 font-mono text-lg font-semibold sm:text-3xl transition-colors duration-200',
                isShown ? faces[place] : 'border-line bg-surface-1 text-faint',
              )}
            >
              {place}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
