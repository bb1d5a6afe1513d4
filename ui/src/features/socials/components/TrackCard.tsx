import { type ReactNode, type RefObject, useId } from 'react';
import type { CatalogueTrack } from '../../../../../contracts/music-catalogue.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { cx } from '../../../lib/class-names.ts';
import { isSounding, type Playback } from '../model/playlist-audio.ts';
import { CoverArt } from './CoverArt.tsx';
import { Glyph } from './Glyph.tsx';
import { TrackProgress } from './TrackProgress.tsx';

type TrackCardProps = {
  readonly track: CatalogueTrack;
  /** Its place in the playlist. */
  readonly at: number;
  readonly playback: Playback;
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** Whether it is known yet which tracks have a file. */
  readonly isReady: boolean;
  readonly onChoose: () => void;
};

export function TrackCard({
  track: { id, title, artist },
  at,
  playback,
  audio,
  isReady,
  onChoose,
}: TrackCardProps) {
  const isChosen = playback.trackId === id;
  const isOn = isChosen && isSounding(playback);
  const state = useId();
  return (
    <li className="w-76 max-w-[calc(100vw-3.5rem)] shrink-0">
      <article className={cx('card h-full overflow-hidden', isChosen && 'border-accent')}>
        <div className="relative">
          <CoverArt at={at} />
          {isChosen && playback.status !== 'missing' && <TrackProgress key={playback.run} audio={audio} />}
        </div>
        <div className="flex items-center gap-3 p-4">
          <div className="min-w-0 flex-1">
            <h3 className="truncate text-lead font-semibold tracking-[-0.01em]">{title}</h3>
            <p id={state} className="truncate text-note text-muted">
              {stateOf(id, playback) ?? artist}
            </p>
          </div>
          <Button
            variant={isOn ? 'primary' : 'secondary'}
            size="icon"
            className="rounded-full"
            aria-label={`${isOn ? 'Pause' : 'Play'} ${title}`}
            aria-describedby={state}
            disabled={!isReady}
            onClick={onChoose}
          >
            {iconOf(isChosen ? playback.status : 'silent')}
          </Button>
        </div>
      </article>
    </li>
  );
}

/** What there is to say of a track; undefined where it just stands there. */
export function stateOf(id: string, { trackId, status, fault }: Playback): string | undefined {
  if (fault === id) return 'Could not be played';
  if (trackId !== id) return undefined;
  switch (status) {
    case 'starting':
      return 'Loading…';
    case 'playing':
      return 'Playing';
    case 'paused':
      return 'Paused';
    case 'missing':
      return 'Not recorded yet';
    case 'silent':
      return undefined;
  }
}

function iconOf(status: Playback['status']): ReactNode {
  if (status === 'starting') return <Spinner className="size-4" />;
  if (status === 'playing') return <Glyph name="pause" />;
  return <Icon name="play" className="size-4.5" />;
}
