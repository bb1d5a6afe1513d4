import type { UseQueryResult } from '@tanstack/react-query';
import type { AllPlatforms, PodcastShow } from '../../../../../contracts/api/socials.ts';
import { CAROUSEL_STEPS_PX } from '../../../../../contracts/constants.ts';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { CarouselSection } from './Carousel.tsx';
import { Picture } from './Picture.tsx';
import { PlaceLink } from './PlaceLink.tsx';

const [, SHOW_STEP_PX] = CAROUSEL_STEPS_PX;
const FEATURED_SHOWS = 2;

export function Podcasts({ query }: { query: UseQueryResult<AllPlatforms> }) {
  const { data, error, isFetching, refetch } = query;
  return (
    <CarouselSection
      id="podcasts"
      title="Podcast"
      note="Shows worth hearing, picked by the team."
      what="shows"
      step={SHOW_STEP_PX}
      instead={
        data?.podcasts.length === 0 ? (
          <EmptyState icon="inbox" title="No show is featured yet" next="The first ones will stand here." />
        ) : !data && error && !isFetching ? (
          <ErrorState what="the shows" detail={errorText(error)} onRetry={() => void refetch()} />
        ) : undefined
      }
    >
      {data
        ? data.podcasts.map((show) => <Show key={show.id} show={show} />)
        : Array.from({ length: FEATURED_SHOWS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and never move.
            <li key={at} className={SHOW}>
              <Skeleton className="h-44 rounded-card" />
            </li>
          ))}
    </CarouselSection>
  );
}

/** With the gap, one step of the carousel. */
const SHOW = 'w-121 max-w-[calc(100vw-3.5rem)] shrink-0';

function Show({ show: { title, description, imageUrl, url } }: { show: PodcastShow }) {
  return (
    <li className={SHOW}>
      <article className="card flex h-full min-h-44 gap-4 p-4 sm:gap-5 sm:p-5 magnified:flex-col">
        <Picture url={imageUrl} alt="" size={120} className="size-20 sm:size-30" />
        <div className="flex min-w-0 flex-1 flex-col">
          <h3
            dir="auto"
            className="text-[1.0625rem] leading-6 font-semibold tracking-[-0.01em] [overflow-wrap:anywhere]"
          >
            {title}
          </h3>
          <p dir="auto" className="mt-1.5 line-clamp-4 text-sm text-muted [overflow-wrap:anywhere]">
            {description}
          </p>
          <div className="mt-auto pt-4">
            <PlaceLink
              url={url}
              className={buttonClass({ size: 'sm' })}
              out={{ label: `Listen to ${title}`, children: 'Listen' }}
              own={{ label: `About this show: ${title}`, children: 'About this show' }}
            />
          </div>
        </div>
      </article>
    </li>
  );
}
