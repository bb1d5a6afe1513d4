import { PLAYLIST_STREAM } from '../../playlist/playlist.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/**
 * The most that any release had room for. Whatever room there is now: a ledger is held to what its time allowed, and a
 * track says of no release which one added it.
 */
export const MOST_TRACKS = 200;

type Kept = {
  /** The names of the files of the tracks that came in this stream, by their ids. */
  readonly tracks: Map<string, string>;
  /** Tracks of the first version's stream that were taken away in this one. */
  readonly removed: Set<string>;
};

/**
 * Nothing is taken away that is not there, no track comes twice, and none has the file of another. The first version's
 * stream is its own: a release of that time does not know what a newer one beside it adds and takes away, and the newer
 * one may have looked before.
 */
export function playlist(): Rule {
  const streams = new Map<string, Kept>();
  /** All tracks that ever came elsewhere than in the stream of this version. */
  const former = new Set<string>();
  const keptIn = (stream: string): Kept => {
    const kept = streams.get(stream) ?? { tracks: new Map(), removed: new Set() };
    streams.set(stream, kept);
    return kept;
  };
  return {
    name: 'playlist',
    add(event) {
      if (event.type === 'MusicTrackAdded') {
        const { trackId, filename } = event.data;
        come(event, keptIn(event.stream).tracks, trackId, filename);
        if (event.stream !== PLAYLIST_STREAM) former.add(trackId);
      }
      if (event.type === 'MusicTrackRemoved') {
        const { trackId } = event.data;
        const { tracks, removed } = keptIn(event.stream);
        const isFormer = event.stream === PLAYLIST_STREAM && former.has(trackId) && !removed.has(trackId);
        must(tracks.has(trackId) || isFormer, () => `${named(event)} takes away what is not there`);
        if (!tracks.delete(trackId)) removed.add(trackId);
      }
    },
  };
}

function come(event: AuditedEvent, tracks: Map<string, string>, trackId: string, filename: string): void {
  must(!tracks.has(trackId), () => `${named(event)} adds a track that is there`);
  const isNew = tracks.values().every((name) => name !== filename);
  must(isNew, () => `${named(event)} adds a second track of the file ${filename}`);
  must(tracks.size < MOST_TRACKS, () => `${named(event)} adds one more than ${MOST_TRACKS} tracks`);
  tracks.set(trackId, filename);
}
