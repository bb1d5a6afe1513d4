import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../contracts/api/dashboard.ts';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { CheckInPanel } from '../../features/check-in/components/CheckInPanel.tsx';
import { EmailPanel } from '../../features/email/components/EmailPanel.tsx';
import { HistoryPanel } from '../../features/history/components/HistoryPanel.tsx';
import { ProfileSettings } from '../../features/profile/components/ProfileSettings.tsx';
import { UserPanel } from '../../features/profile/components/UserPanel.tsx';
import { ReferralPanel } from '../../features/referral/components/ReferralPanel.tsx';
import { ConnectionsPanel } from '../../features/social/components/ConnectionsPanel.tsx';
import { TasksPanel } from '../../features/social/components/TasksPanel.tsx';
import { WhitelistPanel } from '../../features/whitelist/components/WhitelistPanel.tsx';
import { refreshAccount } from '../../lib/dashboard/dashboard-query.ts';

type SectionProps = { readonly query: UseQueryResult<Dashboard> };

/** What a person can do to earn. */
export function EarnSection({ query }: SectionProps) {
  const anew = { of: query.data, refresh: refreshAccount };
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
        <div id="social-connections" className="grid">
          <PanelBoundary what="your social connections" {...anew}>
            <ConnectionsPanel />
          </PanelBoundary>
        </div>
        <PanelBoundary what="your tasks" {...anew}>
          <TasksPanel query={query} />
        </PanelBoundary>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        <PanelBoundary what="your check-ins" {...anew}>
          <CheckInPanel query={query} />
        </PanelBoundary>
        <div id="email-rewards" className="grid">
          <PanelBoundary what="your email signup" {...anew}>
            <EmailPanel query={query} />
          </PanelBoundary>
        </div>
        <div className="grid md:max-lg:col-span-2">
          <PanelBoundary what="the whitelist" {...anew}>
            <WhitelistPanel query={query} />
          </PanelBoundary>
        </div>
      </div>
    </>
  );
}

export function InviteSection() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
      <PanelBoundary what="your balance history" refresh={refreshAccount}>
        <HistoryPanel />
      </PanelBoundary>
      <PanelBoundary what="your referrals" refresh={refreshAccount}>
        <ReferralPanel />
      </PanelBoundary>
    </div>
  );
}

export function AccountSection({ query }: SectionProps) {
  const anew = { of: query.data, refresh: refreshAccount };
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
      <PanelBoundary what="your account" {...anew}>
        <UserPanel query={query} />
      </PanelBoundary>
      <PanelBoundary what="your profile" {...anew}>
        <ProfileSettings query={query} />
      </PanelBoundary>
    </div>
  );
}
