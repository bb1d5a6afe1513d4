import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useRef } from 'react';
import { showTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { InertPage, returnFocus } from '../../../components/ui/Dialog.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useDialogEntry } from '../../../lib/history/dialog-entries.ts';
import { useKeptPlace } from '../../../lib/use-kept-place.ts';
import { placeLabel } from '../model/place.ts';
import { type RaffleView, winnersText } from '../model/raffle-view.ts';
import { newestPlace, type ShowTimes, shuffledNames } from '../model/show.ts';
import { useShow } from '../model/use-show.ts';
import { useShowSound } from '../model/use-show-sound.ts';
import { ShowPodium } from './ShowPodium.tsx';
import { ShowPlaces, Spotlight } from './ShowReveal.tsx';
import { ShowWheel } from './ShowWheel.tsx';

type RaffleShowProps = {
  readonly title: string;
  readonly raffle: RaffleView;
  /** Who stands on the wheel, and how many took part; empty and undefined while that is not known. */
  readonly names: readonly string[];
  readonly entries?: number | undefined;
  readonly times: ShowTimes;
  readonly closeLabel: string;
  /** What else there is to do at the end. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
};

/**
 * A draw that has been made, as a show over the whole screen: the winners stand in the ledger before it begins, so
 * closing it, or the page, changes nothing. Every part has its place from the beginning, and nothing that is revealed
 * moves another.
 */
export function RaffleShow(props: RaffleShowProps) {
  const { title, raffle, names, entries, times, closeLabel, actions, onClose } = props;
  const { winners } = raffle;
  const { frame, skip } = useShow(winners.length, times);
  const sound = useShowSound(frame, winners.length);
  const openedFrom = useRef<Element | null>(null);
  useDialogEntry(true, onClose);
  const isComplete = frame.phase === 'complete';
  // Of what can be pressed: at the end it is something else.
  const acts = useKeptPlace<HTMLDivElement>(isComplete);
  const newest = winners.find(({ place }) => place === newestPlace(frame, winners.length));
  const subtitle = [
    showTexts.subtitle(raffle.number),
    ...(entries ? [` ${winnersText(winners.length)} ${showTexts.among(entries)}.`] : []),
  ];
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
          <div className="mx-auto flex h-dvh min-h-130 w-full max-w-2xl flex-col gap-4 px-4 py-5 sm:px-6 sm:py-8">
            <header className="relative shrink-0 px-10 text-center">
              <Radix.Title className="text-2xl font-semibold tracking-[-0.02em] sm:text-4xl">
                {title}
              </Radix.Title>
              <p className="mt-1 min-h-10 text-sm text-muted sm:min-h-5">{subtitle}</p>
              <Button
                variant="ghost"
                size="icon"
                aria-label={sound.isOn ? showTexts.soundOff : showTexts.soundOn}
                aria-pressed={sound.isOn}
                onClick={sound.toggle}
                className="absolute top-0 right-0"
              >
                <Icon name={sound.isOn ? 'sound' : 'muted'} />
              </Button>
            </header>
            <p role="status" className="sr-only">
              {frame.phase === 'spinning' && showTexts.drawing}
              {frame.phase === 'revealing' &&
                newest &&
                `${showTexts.place(placeLabel(newest.place))}: ${newest.username}`}
              {isComplete && `Complete. ${winnersText(winners.length)}.`}
            </p>
            <div className="grid min-h-0 flex-1 grid-cols-1">
              {frame.phase === 'spinning' ? (
                <ShowWheel names={shuffledNames(names, frame.tick, times.names)} size={times.names} />
              ) : (
                <div className="flex min-h-0 animate-fade flex-col gap-3">
                  <Spotlight raffle={raffle} frame={frame} revealMs={times.revealMs} />
                  <ShowPlaces winners={winners} frame={frame} />
                </div>
              )}
            </div>
            <ShowPodium winners={winners} frame={frame} />
            <div ref={acts} tabIndex={-1} className="flex min-h-10 shrink-0 flex-wrap justify-center gap-2">
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
