import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AllPlatforms } from '../../../../../contracts/api/socials.ts';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { type CommunityReach, communityReach } from '../model/community-reach.ts';
import { SHOWN_PLATFORMS } from '../model/platforms.ts';
import { Count } from './Count.tsx';

/** How many follow the program in all, as far as it is known, and the way to the rewards. */
export function Reach({ query: { data, error, isFetching } }: { query: UseQueryResult<AllPlatforms> }) {
  const reach = data && communityReach(SHOWN_PLATFORMS.map(({ id }) => data.platforms[id]));
  return (
    <Card
      aria-labelledby="reach-title"
      aria-busy={isFetching}
      className="flex min-h-76 flex-col items-start px-5 py-5 sm:px-6"
    >
      <h2 id="reach-title" className="text-lead font-semibold tracking-[-0.01em]">
        Community reach
      </h2>
      <div className="flex flex-1 flex-col justify-center py-6">
        <p className="text-5xl leading-14 font-semibold tracking-[-0.035em] [overflow-wrap:anywhere]">
          {reach || (error && !isFetching) ? (
            <Count value={reach?.followers ?? null} />
          ) : (
            <Skeleton className="h-14 w-48" />
          )}
        </p>
        <p className="mt-2 min-h-10 max-w-xs text-sm text-muted">
          {reach
            ? sentence(reach)
            : error && !isFetching
              ? 'The figures of the platforms could not be loaded.'
              : 'Followers of all platforms together.'}
        </p>
      </div>
      <Link href="/evo-rewards" className={buttonClass({ variant: 'primary' })}>
        Go to the rewards page
      </Link>
    </Card>
  );
}

function sentence({ known, platforms, isStale }: CommunityReach): ReactNode {
  if (known === 0) return 'How many follow us is not known on any platform yet.';
  const whose = `Followers on ${known} of ${platforms} platforms; the others are not known.`;
  const all = `Followers on all ${platforms} platforms.`;
  return `${known < platforms ? whose : all} Who follows us on two counts twice.${isStale ? ' One of the figures is not up to date.' : ''}`;
}
