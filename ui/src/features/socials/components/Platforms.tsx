import type { UseQueryResult } from '@tanstack/react-query';
import type { AllPlatforms } from '../../../../../contracts/api/socials.ts';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useInstagramPosts } from '../api/all-platforms.ts';
import { withNewerPosts } from '../model/newer-posts.ts';
import { SHOWN_PLATFORMS, type ShownPlatform } from '../model/platforms.ts';
import { PlatformCard, PlatformCardSkeleton } from './PlatformCard.tsx';
import { RefreshNote } from './RefreshNote.tsx';
import { SectionHeading } from './SectionHeading.tsx';

/** A card for each platform. */
export function Platforms({ query }: { query: UseQueryResult<AllPlatforms> }) {
  const { data, error, isFetching, refetch } = query;
  const now = useNow();
  const instagram = useInstagramPosts(data?.platforms.instagram.handle);

  const accountOn = ({ platforms }: AllPlatforms, id: ShownPlatform) =>
    id === 'instagram' ? withNewerPosts(platforms.instagram, instagram) : platforms[id];

  return (
    <section aria-labelledby="platforms-title" aria-busy={isFetching}>
      <SectionHeading
        id="platforms-title"
        title="Where we talk"
        note="Our own accounts. Every figure says where it comes from and when; what is not known stays a dash."
      />
      <RefreshNote query={query} what="the figures of the platforms" className="mt-3" />
      {!data && error && !isFetching ? (
        <div className="card mt-5 flex min-h-59">
          <ErrorState
            what="our accounts on the platforms"
            detail={errorText(error)}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="mt-5 grid grid-cols-1 gap-4 md:grid-cols-2">
          {!data && <span className="sr-only">Loading our accounts on the platforms</span>}
          {SHOWN_PLATFORMS.map((platform) =>
            data ? (
              <PanelBoundary
                key={platform.id}
                what={`the account on ${platform.name}`}
                of={data}
                refresh={refetch}
              >
                <PlatformCard {...platform} account={accountOn(data, platform.id)} now={now} />
              </PanelBoundary>
            ) : (
              <PlatformCardSkeleton key={platform.id} {...platform} />
            ),
          )}
        </div>
      )}
    </section>
  );
}
