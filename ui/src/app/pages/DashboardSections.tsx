import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '../../../../contracts/api/dashboard.ts';
import { CheckInPanel } from '../../features/check-in/components/CheckInPanel.tsx';
import { EmailPanel } from '../../features/email/components/EmailPanel.tsx';
import { HistoryPanel } from '../../features/history/components/HistoryPanel.tsx';
import { ProfileSettings } from '../../features/profile/components/ProfileSettings.tsx';
import { UserPanel } from '../../features/profile/components/UserPanel.tsx';
import { ReferralPanel } from '../../features/referral/components/ReferralPanel.tsx';
import { ConnectionsPanel } from '../../features/social/components/ConnectionsPanel.tsx';
import { TasksPanel } from '../../features/social/components/TasksPanel.tsx';
import { WhitelistPanel } from '../../features/whitelist/components/WhitelistPanel.tsx';

type SectionProps = { readonly query: UseQueryResult<Dashboard> };

/** What a person can do to earn. */
export function EarnSection({ query }: SectionProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
        <div id="social-connections" className="grid scroll-mt-20">
          <ConnectionsPanel />
        </div>
        <TasksPanel query={query} />
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        <CheckInPanel query={query} />
        <div id="email-rewards" className="grid scroll-mt-20">
          <EmailPanel query={query} />
        </div>
        <div className="grid md:max-lg:col-span-2">
          <WhitelistPanel query={query} />
        </div>
      </div>
    </>
  );
}

export function InviteSection() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
      <HistoryPanel />
      <ReferralPanel />
    </div>
  );
}

export function AccountSection({ query }: SectionProps) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
      <UserPanel query={query} />
      <ProfileSettings query={query} />
    </div>
  );
}
