import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { ErasureButton } from './ErasureButton.tsx';
import { SessionsButton } from './SessionsButton.tsx';
import { UsernameForm } from './UsernameForm.tsx';

export function ProfileSettings({ query }: { query: UseQueryResult<Dashboard> }) {
  return (
    <Panel
      title="Profile Settings"
      what="your profile"
      query={query}
      className="lg:min-h-64"
      skeleton={<Skeleton className="mx-5 my-3 h-44" />}
    >
      {({ user }) => (
        <div className="grid grid-cols-1 gap-5 px-5 pt-1 pb-5">
          <Facts {...user} />
          {user.walletAddress && (
            <UsernameForm key={user.username} current={user.username} walletAddress={user.walletAddress} />
          )}
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
  readonly username: string;
  readonly walletAddress: string | null;
  readonly level?: number;
  readonly evoBalance?: string;
};

function Facts({ username, walletAddress, level = 1, evoBalance = '0' }: FactsProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
      <Fact name="Username">
        <span title={username} className="block truncate">
          {username}
        </span>
      </Fact>
      <Fact name="Wallet">{walletAddress ? <Address address={walletAddress} keep={[8, 6]} /> : 'None'}</Fact>
      <Fact name="Level">
        <span className="font-mono tabular-nums">{level}</span>
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
