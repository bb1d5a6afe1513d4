import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { tracksQuery } from '../../../lib/music/tracks-query.ts';
import { useKeptPlace } from '../../../lib/use-kept-place.ts';
import { clockTime } from '../model/clock-time.ts';
import type { Player } from '../model/player.ts';
import { currentTrack, type PlayerState } from '../model/player-state.ts';
import { Playlist } from './Playlist.tsx';
import { Slider } from './Slider.tsx';
import { SoundIcon } from './SoundIcon.tsx';
import { VolumeControl } from './VolumeControl.tsx';

/** Seconds that an arrow key goes on or back. */
const SEEK_STEP = 5;

/** The whole player. Esc closes it. */
export function PlayerPanel({
  player,
  state,
  onClose,
}: {
  player: Player;
  state: PlayerState;
  onClose: () => void;
}) {
  const playButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => playButton.current?.focus(), []);
  const track = currentTrack(state);
  const { isPlaying, position, duration } = state;
  const { isError } = useQuery(tracksQuery);
  const panel = useKeptPlace<HTMLElement>(isError);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    <section
      ref={panel}
      aria-label="Music player"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex max-h-[min(30rem,max(15rem,calc(100dvh-var(--dock,0px)-13rem)))] w-[min(21.5rem,calc(100vw-2rem))] animate-rise flex-col overflow-y-auto rounded-card border border-control/60 bg-surface-1"
    >
      <header className="flex items-start gap-3 px-4 pt-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-surface-2 text-accent">
          <Icon name="music" />
        </span>
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-sm font-semibold" title={track?.title}>
            {track?.title}
          </p>
          <p dir="auto" className="truncate text-note text-muted" title={track?.artist}>
            {track?.artist}
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close music player"
          aria-expanded
          onClick={onClose}
          className="-mt-1 -mr-1.5"
        >
          <SoundIcon name="shrink" />
        </Button>
      </header>

      <div className="px-4 pt-3">
        <Slider
          label="Position in the track"
          value={position}
          max={duration ?? 0}
          step={1}
          valueText={`${clockTime(position)} of ${clockTime(duration)}`}
          disabled={duration === undefined}
          onChange={player.seek}
          onStep={(direction) => player.seek(position + direction * SEEK_STEP)}
          onSpace={player.toggle}
        />
        <p aria-hidden="true" className="flex justify-between font-mono text-xs text-muted">
          <span>{clockTime(position)}</span>
          <span>{clockTime(duration)}</span>
        </p>
      </div>

      <div className="flex items-center justify-between gap-3 px-4 pt-2 pb-4">
        <div className="flex items-center gap-1">
          <Button variant="ghost" size="icon" aria-label="Previous track" onClick={player.previous}>
            <SoundIcon name="previous" />
          </Button>
          <Button
            ref={playButton}
            variant="primary"
            size="icon"
            aria-label={isPlaying ? 'Pause' : 'Play'}
            onClick={player.toggle}
            className="size-11 rounded-full"
          >
            <SoundIcon name={isPlaying ? 'pause' : 'play'} />
          </Button>
          <Button variant="ghost" size="icon" aria-label="Next track" onClick={player.next}>
            <SoundIcon name="next" />
          </Button>
        </div>
        <VolumeControl player={player} state={state} />
      </div>

      <Playlist player={player} state={state} />
      <StaleNote />
    </section>
  );
}

/** Asks for the tracks again when the panel opens on old ones, and says where that went wrong. */
function StaleNote() {
  const { isError, isFetching, refetch } = useQuery(tracksQuery);
  if (!isError) return null;
  return (
    <p
      role="alert"
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-note text-danger"
    >
      {errorToasts.musicFetchFailed}
      <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </p>
  );
}
