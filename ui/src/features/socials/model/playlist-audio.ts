/** What the one sound of the page does. */
export type Playback = {
  /**
   * `starting`: asked for and not yet heard. `missing`: a track whose file is not there; it looks chosen for a moment.
   */
  readonly status: 'silent' | 'starting' | 'playing' | 'paused' | 'missing';
  /** Null while silent. */
  readonly trackId: string | null;
  /** Counts the tracks that were begun: what is heard of an earlier one no longer matters. */
  readonly run: number;
  /** The track that could not be played, until something else is chosen. */
  readonly fault: string | null;
};

/** What the audio is to do. `begin` is from the start of the track, whatever played before. */
export type Order = 'begin' | 'resume' | 'pause';

export const silence: Playback = { status: 'silent', trackId: null, run: 0, fault: null };

/** A person chooses a track: the one that plays pauses, a paused one goes on, any other begins and the last one stops. */
export function press(
  playback: Playback,
  track: { readonly id: string; readonly hasFile: boolean },
): { readonly playback: Playback; readonly order: Order } {
  const { status, run } = playback;
  const isChosen = playback.trackId === track.id;
  if (isChosen && status === 'missing') return { playback: reset(playback), order: 'pause' };
  if (isChosen && (status === 'starting' || status === 'playing')) {
    return { playback: { ...playback, status: 'paused' }, order: 'pause' };
  }
  if (isChosen && status === 'paused') {
    return { playback: { ...playback, status: 'starting' }, order: 'resume' };
  }
  const begun = { trackId: track.id, run: run + 1, fault: null };
  return track.hasFile
    ? { playback: { ...begun, status: 'starting' }, order: 'begin' }
    : { playback: { ...begun, status: 'missing' }, order: 'pause' };
}

/** What the browser tells of the sound of a run. An end and an error reset; what is of an earlier run is no news. */
export function hear(
  playback: Playback,
  run: number,
  news: 'playing' | 'paused' | 'ended' | 'failed',
): Playback {
  const { status } = playback;
  if (run !== playback.run || status === 'silent' || status === 'missing') return playback;
  switch (news) {
    case 'playing':
      return status === 'playing' ? playback : { ...playback, status: 'playing' };
    case 'paused':
      return status === 'paused' ? playback : { ...playback, status: 'paused' };
    case 'ended':
      return reset(playback);
    case 'failed':
      return { ...reset(playback), fault: playback.trackId };
  }
}

/** The moment of a track without a file is over. */
export function giveUp(playback: Playback, run: number): Playback {
  return run === playback.run && playback.status === 'missing' ? reset(playback) : playback;
}

/** Whether it makes sound, or is about to. */
export const isSounding = ({ status }: Playback): boolean => status === 'starting' || status === 'playing';

const reset = ({ run }: Playback): Playback => ({ ...silence, run });
