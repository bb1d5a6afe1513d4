import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../contracts/api/dashboard.ts';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { CheckIn } from '../../features/check-in/components/CheckIn.tsx';
import { EmailSignup } from '../../features/email/components/EmailSignup.tsx';
import { HistoryPanel } from '../../features/history/components/HistoryPanel.tsx';
import { Leaderboard } from '../../features/leaderboard/components/Leaderboard.tsx';
import { ProfileSettings } from '../../features/profile/components/ProfileSettings.tsx';
import { ReferralPanel } from '../../features/referral/components/ReferralPanel.tsx';
import { WaysToEarn } from '../../features/social/components/WaysToEarn.tsx';
import { LedgerPanel } from '../../features/transactions/components/LedgerPanel.tsx';
import { WhitelistPanel } from '../../features/whitelist/components/WhitelistPanel.tsx';
import { refreshAccount } from '../../lib/dashboard/dashboard-query.ts';

type SectionProps = { readonly query: UseQueryResult<Dashboard> };

/** What a person does, in the wide column, and beside it where they stand with others and who they are. */
export function DashboardSections({ query }: SectionProps) {
  const { data } = query;
  const anew = { of: data, refresh: refreshAccount };
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <PanelBoundary what="the ways to earn" {...anew}>
          <WaysToEarn
            query={query}
            daily={({ user }) => <CheckIn user={user} readAt={query.dataUpdatedAt} />}
            emailSignup={({ user }) => <EmailSignup user={user} />}
          />
        </PanelBoundary>
        {data && (
          <PanelBoundary what="the whitelist" {...anew}>
            <WhitelistPanel user={data.user} />
          </PanelBoundary>
        )}
        <PanelBoundary what="your transactions" {...anew}>
          <LedgerPanel query={query} />
        </PanelBoundary>
        <PanelBoundary what="your balance history" refresh={refreshAccount}>
          <HistoryPanel />
        </PanelBoundary>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelBoundary what="the leaderboard" {...anew}>
          <Leaderboard query={query} />
        </PanelBoundary>
        <PanelBoundary what="your referrals" refresh={refreshAccount}>
          <ReferralPanel />
        </PanelBoundary>
        <PanelBoundary what="your profile" {...anew}>
          <ProfileSettings query={query} />
        </PanelBoundary>
      </div>
    </div>
  );
}
