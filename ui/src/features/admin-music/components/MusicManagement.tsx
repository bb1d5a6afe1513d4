import { useQuery } from '../../../lib/api/use-query.ts';
import { adminMusicQuery } from '../api/music-query.ts';
import type { Uploads } from '../model/uploads.ts';
import { CatalogueNote } from './CatalogueNote.tsx';
import { MusicUploader } from './MusicUploader.tsx';
import { TrackList } from './TrackList.tsx';

/** The files of the floating player's playlist: upload, listen, remove. */
export function MusicManagement({ uploads }: { uploads: Uploads }) {
  const query = useQuery(adminMusicQuery);
  const names = query.data && new Set(query.data.tracks.map(({ filename }) => filename));
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[7fr_5fr]">
      <div className="grid grid-cols-1 gap-4">
        <MusicUploader uploads={uploads} maxBytes={query.data?.maxBytes} taken={names} />
        <TrackList query={query} />
      </div>
      <CatalogueNote taken={names} loading={query.isFetching} />
    </div>
  );
}
