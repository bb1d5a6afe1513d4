import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { useJoinWhitelist } from '../api/use-join-whitelist.ts';

export function WhitelistPanel({ query }: { query: UseQueryResult<Dashboard> }) {
  const { join, isPending } = useJoinWhitelist();
  return (
    <Panel
      title="Whitelist"
      what="the whitelist"
      query={query}
      className="lg:min-h-64"
      aside={({ user }) =>
        user.isWhitelisted && (
          <Badge tone="success">
            <Icon name="check" className="size-3.5" /> Joined
          </Badge>
        )
      }
      skeleton={<Skeleton className="mx-5 my-3 h-28" />}
    >
      {({ user: { isWhitelisted } }) => (
        <div className="flex flex-1 flex-col gap-4 px-5 pt-2 pb-5">
          <p className="text-[13px] text-muted">
            {isWhitelisted
              ? 'Your wallet is on the list for the coin sale. There is nothing more to do: you hear of it here first.'
              : 'Put your wallet on the list for the coin sale. It costs nothing and commits you to nothing.'}
          </p>
          {!isWhitelisted && (
            <Button className="mt-auto self-start" pending={isPending} onClick={join}>
              {isPending ? 'Joining…' : 'Join the whitelist'}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
