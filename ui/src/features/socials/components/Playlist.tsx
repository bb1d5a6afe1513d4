import { CAROUSEL_STEPS_PX } from '../../../../../contracts/constants.ts';
import { MUSIC_CATALOGUE } from '../../../../../contracts/music-catalogue.ts';
import { shellToasts } from '../../../../../contracts/shell-toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { tracksQuery } from '../../../lib/music/tracks-query.ts';
import { usePlaylist } from '../model/use-playlist.ts';
import { CarouselSection } from './Carousel.tsx';
import { stateOf, TrackCard } from './TrackCard.tsx';

const [TRACK_STEP_PX] = CAROUSEL_STEPS_PX;
const SHOWN_TRACKS = ['the-evolution', 'defi-dreams', 'blockchain-symphony', 'digital-horizon'];
const tracks = MUSIC_CATALOGUE.filter(({ id }) => SHOWN_TRACKS.includes(id));

/** Four tracks of the program's own; one of them sounds at a time. */
export function Playlist() {
  const query = useQuery(tracksQuery);
  const { playback, audio, handlers, choose } = usePlaylist();
  const urlOf = (id: string): string | undefined => query.data?.tracks.find((track) => track.id === id)?.url;
  const told = tracks.flatMap(({ id, title }) => {
    const state = stateOf(id, playback);
    return state === undefined ? [] : `${title}: ${state}`;
  });
  return (
    <CarouselSection
      id="music"
      title="Original music"
      note="Four tracks of our own. Only one plays at a time, whichever tab started it."
      what="tracks"
      step={TRACK_STEP_PX}
      aside={
        <>
          {query.error && !query.data && (
            <div role="alert" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
              <p className="flex items-center gap-2 text-note text-muted">
                <Icon name="alert" className="size-4 text-danger" />
                {shellToasts.musicFetchFailed}
              </p>
              <Button
                size="sm"
                pending={query.isFetching}
                aria-label="Retry fetching the music tracks"
                onClick={() => void query.refetch()}
              >
                Retry
              </Button>
            </div>
          )}
          <p role="status" className="sr-only">
            {told.join(', ')}
          </p>
          <audio ref={audio} preload="none" {...handlers} />
        </>
      }
    >
      {tracks.map((track, at) => (
        <TrackCard
          key={track.id}
          track={track}
          at={at}
          playback={playback}
          audio={audio}
          isReady={query.data !== undefined}
          onChoose={() => choose(track.id, urlOf(track.id))}
        />
      ))}
    </CarouselSection>
  );
}
