import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../contracts/api/dashboard.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Icon } from '../../components/ui/Icon.tsx';
import { Spinner } from '../../components/ui/Spinner.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { refreshAccount } from '../../lib/dashboard/dashboard-query.ts';
import { useLedgerLag } from '../../lib/ledger/use-ledger-lag.ts';

type DashboardHeadingProps = {
  /** Undefined before it is known whose dashboard it is. */
  readonly query: UseQueryResult<Dashboard> | undefined;
};

export function DashboardHeading({ query }: DashboardHeadingProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-4 pb-1">
      <div className="flex min-w-0 items-baseline gap-x-3">
        <h1 className="text-2xl font-semibold tracking-[-0.03em]">Rewards</h1>
        {query?.data && (
          <p className="truncate text-note text-muted sm:text-sm">{query.data.user.username}</p>
        )}
      </div>
      {query && <Freshness query={query} />}
    </div>
  );
}

function Freshness({ query }: { query: UseQueryResult<Dashboard> }) {
  const lagging = useLedgerLag();
  const { data, error, isFetching } = query;
  return (
    <div className="flex items-center gap-2">
      <span role="status">
        {data && error && (
          <Badge tone="danger" title={errorText(error)}>
            Refresh failed
          </Badge>
        )}
        {lagging && (
          <Badge tone="info" title="The ledger has your last act; these figures follow in a moment.">
            <Spinner className="size-3" /> Catching up
          </Badge>
        )}
      </span>
      <Tooltip text="Refresh">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Refresh"
          pending={data !== undefined && isFetching}
          onClick={() => void refreshAccount()}
        >
          <Icon name="refresh" />
        </Button>
      </Tooltip>
    </div>
  );
}
