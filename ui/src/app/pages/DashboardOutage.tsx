import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Dashboard } from '../../../../contracts/api/dashboard.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Icon } from '../../components/ui/Icon.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { refreshAccount } from '../../lib/dashboard/dashboard-query.ts';
import { BalanceSkeleton, SectionsSkeleton } from './DashboardSkeleton.tsx';

/** Whether the account could not be read, from the first failure until it is there: also while it is asked for anew. */
export function useOutage({ data, error }: Pick<UseQueryResult<Dashboard>, 'data' | 'error'>): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (data) setOut(false);
    else if (error) setOut(true);
  }, [data, error]);
  return isOut;
}

/** One outage is told once, with one way out of it; where the figures would stand nothing moves. */
export function DashboardOutage({ query }: { query: UseQueryResult<Dashboard> }) {
  const [isRetrying, setRetrying] = useState(false);
  // While it is asked anew the last answer still holds.
  const [told, setTold] = useState(query.error);
  useEffect(() => {
    if (query.error) setTold(query.error);
  }, [query.error]);

  async function retry(): Promise<void> {
    setRetrying(true);
    await refreshAccount().finally(() => setRetrying(false));
  }

  return (
    <>
      <section
        role="alert"
        aria-label="Your rewards"
        className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-danger/40 bg-danger/10 px-5 py-4"
      >
        <Icon name="alert" className="text-danger" />
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-sm font-medium">Could not load your rewards</p>
          <p className="text-note text-muted">{told && `${errorText(told)} `}They are safe in the ledger.</p>
        </div>
        <Button
          size="sm"
          pending={isRetrying}
          onClick={() => void retry()}
          aria-label="Retry loading your rewards"
        >
          Retry
        </Button>
      </section>
      <div aria-hidden="true" className="grid gap-4 opacity-40 grayscale **:animate-none">
        <BalanceSkeleton />
        <SectionsSkeleton />
      </div>
    </>
  );
}
