import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { ErasureButton } from './ErasureButton.tsx';
import { SessionsButton } from './SessionsButton.tsx';
import { UserCard } from './UserCard.tsx';
import { UsernameForm } from './UsernameForm.tsx';

export function ProfileSettings({ query }: { query: UseQueryResult<Dashboard> }) {
  return (
    <Panel
      title="Profile Settings"
      what="your profile"
      query={query}
      skeleton={<Skeleton className="mx-5 my-3 h-72" />}
    >
      {({ user }) => (
        <div className="grid grid-cols-1 gap-4 px-5 pt-1 pb-5">
          <UserCard user={user} />
          <Facts {...user} />
          {user.walletAddress && <UsernameForm current={user.username} walletAddress={user.walletAddress} />}
          <div className="flex flex-wrap gap-2">
            <SessionsButton />
            <ErasureButton />
          </div>
        </div>
      )}
    </Panel>
  );
}

type FactsProps = {
  readonly level?: number;
  readonly evoBalance?: string;
};

function Facts({ level = 1, evoBalance = '0' }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 text-sm">
      <Fact name="Level">
        <span className="font-mono tabular-nums">{level.toLocaleString('en')}</span>
      </Fact>
      <Fact name="EVO balance">
        <ExplainedMoney figure="totalRewards" amount={evoBalance} decimals={2} breaks />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="mt-0.5 flex min-h-6 min-w-0 items-center">{children}</dd>
    </div>
  );
}
