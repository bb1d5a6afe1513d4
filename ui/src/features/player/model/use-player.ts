import { useEffect, useState, useSyncExternalStore } from 'react';
import { AUTOPLAY_DELAY_MS } from '../../../../../contracts/constants.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { claimSound, isSoundTaken, onSoundClaim } from '../../../lib/audio/one-sound.ts';
import { logFault } from '../../../lib/log.ts';
import { tracksQuery } from '../../../lib/music/tracks-query.ts';
import { recallPlayer, rememberPlayer } from '../../../lib/storage/player-memory.ts';
import { bindMediaSession } from './media-session.ts';
import { createPlayer, type Player } from './player.ts';
import type { PlayerState, Track } from './player-state.ts';

/** The player of the page, for as long as the component lives. */
export function usePlayer(): Player {
  const [player] = useState(() =>
    createPlayer({
      claimSound,
      isSoundTaken,
      recall: recallPlayer,
      remember: rememberPlayer,
      log: logFault,
      onBroken: () => void queryClient.invalidateQueries({ queryKey: tracksQuery.queryKey }),
    }),
  );
  useEffect(
    () =>
      'mediaSession' in navigator
        ? bindMediaSession(navigator.mediaSession, player, onSoundClaim)
        : undefined,
    [player],
  );
  useEffect(() => {
    // The last that a page hears, also on a telephone that puts the browser away.
    const leave = () => document.visibilityState === 'hidden' && player.remember();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [player]);
  return player;
}

export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState);
}

/**
 * Plays what came, once and a second after it has come: where the first answer has no tracks, never. A page that nobody
 * sees yet waits until it is seen.
 */
export function useAutoplay(player: Player, tracks: readonly Track[] | undefined): void {
  const isKnown = tracks !== undefined;
  const [hadTracksAtFirst, setHadTracksAtFirst] = useState<boolean>();
  if (isKnown && hadTracksAtFirst === undefined) setHadTracksAtFirst(tracks.length > 0);
  useEffect(() => {
    if (!hadTracksAtFirst) return;
    const stopped = new AbortController();
    const timer = setTimeout(() => {
      const play = () => {
        if (document.hidden) return;
        stopped.abort();
        void player.autoplay();
      };
      document.addEventListener('visibilitychange', play, { signal: stopped.signal });
      play();
    }, AUTOPLAY_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [hadTracksAtFirst, player]);
}
