import { CHAIN_NAME } from '../../../../../contracts/constants.ts';
import type { Player } from './player.ts';
import { currentTrack } from './player-state.ts';

const ACTIONS = ['play', 'pause', 'previoustrack', 'nexttrack', 'seekto', 'stop'] as const;

type Session = Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>;

/**
 * Shows what plays to the keys of a keyboard, the lock screen and whatever else the browser knows, from when the player
 * first sounds until something else in this tab does.
 * @param onSoundClaim tells of each who takes the sound, the player included, before they have it
 * @returns what ends it
 */
export function bindMediaSession(
  session: Session,
  player: Player,
  onSoundClaim: (listener: () => void) => () => void,
): () => void {
  let shown: string | undefined;

  const actions: Record<(typeof ACTIONS)[number], (details: MediaSessionActionDetails) => void> = {
    play: player.play,
    pause: player.pause,
    stop: player.pause,
    previoustrack: player.previous,
    nexttrack: player.next,
    seekto: ({ seekTime }) => seekTime !== undefined && player.seek(seekTime),
  };

  function show(): void {
    const state = player.getState();
    const track = currentTrack(state);
    if (!track || (shown === undefined && !state.isPlaying)) return;
    if (shown === undefined) for (const action of ACTIONS) handle(session, action, actions[action]);
    if (shown !== track.url) {
      const { title, artist } = track;
      const artwork = [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }];
      session.metadata = new MediaMetadata({ title, artist, album: `${CHAIN_NAME} Playlist`, artwork });
    }
    shown = track.url;
    session.playbackState = state.isPlaying ? 'playing' : 'paused';
    const { duration, position } = state;
    if (duration === undefined) session.setPositionState();
    else session.setPositionState({ duration, position: Math.min(position, duration) });
  }

  function clear(): void {
    if (shown === undefined) return;
    shown = undefined;
    for (const action of ACTIONS) handle(session, action, null);
    session.metadata = null;
    session.playbackState = 'none';
    session.setPositionState();
  }

  const ends = [player.subscribe(show), onSoundClaim(clear)];
  return () => {
    for (const end of ends) end();
    clear();
  };
}

/** A browser that does not know an action throws. */
function handle(
  session: Session,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
