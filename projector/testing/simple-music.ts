import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row } from './simple-fold.ts';

/** What the read model of the music must hold: every track that was ever added. */
export function simpleMusic(events: readonly RecordedEvent[]): Row[] {
  const removed = new Set(
    events.flatMap((event) => (event.type === 'MusicTrackRemoved' ? [event.data.trackId] : [])),
  );
  const printable = (text: string) => text.replaceAll('\0', '\u{fffd}');
  return events.flatMap((event) => {
    if (event.type !== 'MusicTrackAdded') return [];
    const { trackId, title, artist, filename, contentType, size, sha256 } = event.data;
    const names = [title, artist, filename].map(printable);
    const place = [String(event.position.commit), String(event.position.prepare)];
    const isRemoved = String(removed.has(trackId));
    return [
      [trackId, ...names, contentType, String(size), sha256, ...place, event.metadata.occurredAt, isRemoved],
    ];
  });
}
