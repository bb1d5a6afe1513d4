import { type RefObject, useEffect, useRef, useState } from 'react';
import { UNKNOWN_TRACK_RESET_MS, VOLUME } from '../../../../../contracts/constants.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { claimSound } from '../../../lib/audio/one-sound.ts';
import { logFault } from '../../../lib/log.ts';
import { tracksQuery } from '../../../lib/music/tracks-query.ts';
import { giveUp, hear, isSounding, type Order, type Playback, press, silence } from './playlist-audio.ts';

export type PlaylistAudio = {
  readonly playback: Playback;
  /** For the one `<audio>` of the page; the handlers belong to it, too. */
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly handlers: {
    readonly onPlaying: () => void;
    readonly onPause: () => void;
    readonly onEnded: () => void;
    readonly onError: () => void;
  };
  /** @param url of the track's file; undefined: there is none */
  readonly choose: (id: string, url: string | undefined) => void;
};

/** The sound of the playlist: the machine of `playlist-audio.ts` on a real media element. */
export function usePlaylist(): PlaylistAudio {
  const audio = useRef<HTMLAudioElement>(null);
  const sound = useRef<{ release(): void }>(undefined);
  // What the browser tells comes between renders; it counts from what is now, not from what was last drawn.
  const newest = useRef(silence);
  const [playback, setPlayback] = useState(silence);

  function become(next: Playback): void {
    if (next === newest.current) return;
    newest.current = next;
    setPlayback(next);
    if (!isSounding(next)) release();
  }

  function release(): void {
    sound.current?.release();
    sound.current = undefined;
  }

  function choose(id: string, url: string | undefined): void {
    const { playback, order } = press(newest.current, { id, hasFile: url !== undefined });
    become(playback);
    if (audio.current) obey(audio.current, order, url);
  }

  function obey(element: HTMLAudioElement, order: Order, url: string | undefined): void {
    if (order === 'pause') {
      element.pause();
      return;
    }
    // A new address begins from the start, also where it is the one of before.
    if (order === 'begin' && url !== undefined) element.src = url;
    element.volume = VOLUME.socialsPage;
    release();
    sound.current = claimSound(() => {
      sound.current = undefined;
      element.pause();
    });
    const { run } = newest.current;
    element.play().catch((error: unknown) => {
      // Paused, or another track chosen, before it began: that is what was wanted.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      fail(run, error);
    });
  }

  function fail(run: number, error: unknown): void {
    const next = hear(newest.current, run, 'failed');
    if (next === newest.current) return;
    logFault('the track could not be played', error);
    audio.current?.pause();
    become(next);
    // It may have another file by now.
    void queryClient.invalidateQueries({ queryKey: tracksQuery.queryKey });
  }

  // An event tells of the element as it was. What it is by now decides, so that news of a track before is none.
  const handlers = {
    onPlaying: () => {
      if (audio.current?.paused === false) become(hear(newest.current, newest.current.run, 'playing'));
    },
    onPause: () => {
      if (audio.current?.paused) become(hear(newest.current, newest.current.run, 'paused'));
    },
    onEnded: () => {
      if (audio.current?.ended) become(hear(newest.current, newest.current.run, 'ended'));
    },
    onError: () => {
      if (audio.current?.error) fail(newest.current.run, audio.current.error);
    },
  };

  const missingRun = playback.status === 'missing' ? playback.run : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `become` only touches what is stable.
  useEffect(() => {
    if (missingRun === undefined) return;
    const timer = setTimeout(() => become(giveUp(newest.current, missingRun)), UNKNOWN_TRACK_RESET_MS);
    return () => clearTimeout(timer);
  }, [missingRun]);

  // The playlist belongs to its page: who leaves it hears no more of it.
  useEffect(() => {
    const element = audio.current;
    return () => {
      element?.pause();
      sound.current?.release();
      sound.current = undefined;
    };
  }, []);

  return { playback, audio, handlers, choose };
}
