import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { EMAIL_SIGNUP_REWARD } from '../../../../../contracts/constants.ts';
import { Money } from '../../../components/ui/Money.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { EmailSignup } from './EmailSignup.tsx';

export function EmailPanel({ query }: { query: UseQueryResult<Dashboard> }) {
  return (
    <Panel
      title="Email Rewards"
      what="your email signup"
      query={query}
      className="md:min-h-64"
      aside={({ user }) =>
        !user.isEmailVerified && (
          <Money amount={EMAIL_SIGNUP_REWARD} decimals={0} sign="+" tone="gold" className="text-sm" />
        )
      }
      skeleton={<Skeleton className="mx-5 my-3 h-28" />}
    >
      {({ user }) => (
        <div className="flex flex-1 flex-col px-5 pt-2 pb-5">
          <EmailSignup user={user} />
        </div>
      )}
    </Panel>
  );
}
