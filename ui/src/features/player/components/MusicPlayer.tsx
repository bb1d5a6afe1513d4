import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { tracksQuery } from '../../../lib/music/tracks-query.ts';
import { showError } from '../../../lib/toast/toast.ts';
import { useToldHeight } from '../../../lib/use-told-height.ts';
import type { Player } from '../model/player.ts';
import { currentTrack } from '../model/player-state.ts';
import { useAutoplay, usePlayer, usePlayerState } from '../model/use-player.ts';
import { PlayerButton } from './PlayerButton.tsx';
import { PlayerPanel } from './PlayerPanel.tsx';

/** The music in the corner of every page; nothing where there are no tracks. */
export function MusicPlayer() {
  const player = usePlayer();
  const { data, isPending, isError, isFetching, refetch } = useQuery(tracksQuery);
  const audio = useRef<HTMLAudioElement>(null);
  const hasTracks = data !== undefined && data.tracks.length > 0;

  useEffect(() => (audio.current ? player.attach(audio.current) : undefined), [player]);
  useEffect(() => data && player.setTracks(data.tracks), [data, player]);
  useAutoplay(player, data?.tracks);
  useEffect(() => {
    if (isError && data === undefined) showError({ title: errorToasts.musicFetchFailed });
  }, [isError, data]);

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: it is music; its title stands in the player. */}
      <audio ref={audio} preload="metadata" />
      {(hasTracks || data === undefined) && (
        <OpenOrClosed
          player={player}
          instead={
            hasTracks
              ? undefined
              : isPending
                ? { label: 'Loading music', isBusy: true, onPress: () => undefined }
                : {
                    label: `${errorToasts.musicFetchFailed}. Retry`,
                    hasFailed: true,
                    isBusy: isFetching,
                    onPress: () => void refetch(),
                  }
          }
        />
      )}
    </>
  );
}

type OpenOrClosedProps = {
  readonly player: Player;
  /** What the button is as long as there is nothing to play: it stays the one that has the focus when the tracks come. */
  readonly instead: Parameters<typeof PlayerButton>[0] | undefined;
};

function OpenOrClosed({ player, instead }: OpenOrClosedProps) {
  const state = usePlayerState(player);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Before the next key comes.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const track = currentTrack(state);
  const { isPlaying, position, duration } = state;
  return (
    <Dock isOpen={isOpen}>
      {isOpen ? (
        <PlayerPanel player={player} state={state} onClose={() => setOpen(false)} />
      ) : (
        <PlayerButton
          ref={button}
          {...(instead ?? {
            label: isPlaying && track ? `Open music player, playing ${track.title}` : 'Open music player',
            isPlaying,
            share: duration ? Math.min(position / duration, 1) : 0,
            onPress: () => setOpen(true),
          })}
        />
      )}
    </Dock>
  );
}

/** Pixels that stay free below and above it. */
const GAP_PX = 16;

/** The lower right corner. The page gets room below its end, so that nothing can stay under it for good. */
function Dock({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  const docked = useRef<HTMLDivElement>(null);
  useToldHeight(docked, '--player', GAP_PX);
  return (
    <>
      {/* Beside the widest page there is room for the button. */}
      <div
        aria-hidden="true"
        className={cx('h-(--player) shrink-0 print:hidden', !isOpen && 'min-[1320px]:hidden')}
      />
      <div
        ref={docked}
        data-player
        className="fixed right-[max(1rem,env(safe-area-inset-right))] bottom-[calc(var(--dock,0px)+1rem)] z-15 print:hidden"
      >
        {children}
      </div>
    </>
  );
}
