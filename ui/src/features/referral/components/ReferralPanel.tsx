import type { ReactNode } from 'react';
import type { Referrals } from '../../../../../contracts/api/referrals.ts';
import {
  REFERRAL_COMMISSION_PERCENT,
  REFERRAL_FRIEND_BONUS,
  REFERRAL_FRIENDS_A_DOMAIN,
  REFERRAL_REWARD,
  REFERRAL_WEEKLY_BONUS,
} from '../../../../../contracts/constants.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Meter } from '../../../components/ui/Meter.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { referralsQuery } from '../api/referrals-query.ts';
import { ReferralLink } from './ReferralLink.tsx';

export function ReferralPanel() {
  const query = useQuery(referralsQuery);
  return (
    <Panel
      title="Referral Program"
      what="your referrals"
      query={query}
      aside={({ tier }) => <Badge tone={tierTones[tier]}>{tier}</Badge>}
      skeleton={<Skeleton className="mx-5 mt-1 mb-5 h-64" />}
    >
      {(referrals) => (
        <div className="grid grid-cols-1 gap-4 px-5 pt-1 pb-5">
          <ReferralLink link={referrals.link} />
          {referrals.total === 0 ? (
            <p className="text-note text-muted">Nobody has joined by your link yet.</p>
          ) : (
            <Statistics referrals={referrals} />
          )}
          <NextTier referrals={referrals} />
          <Terms />
        </div>
      )}
    </Panel>
  );
}

const tierTones: Record<Referrals['tier'], BadgeTone> = {
  Bronze: 'neutral',
  Silver: 'neutral',
  Gold: 'gold',
  Diamond: 'info',
};

function Statistics({ referrals: { total, successful, active, earned, earnedThisWeek } }: StatisticsProps) {
  return (
    <dl className="grid grid-cols-6 gap-x-4 gap-y-3">
      <Figure name="Joined" title="Accounts that opened through your link">
        {total.toLocaleString('en')}
      </Figure>
      <Figure name="Successful" title="Friends who did something that the program confirmed">
        {successful.toLocaleString('en')}
      </Figure>
      <Figure name="Active" title="Friends who did something in the last seven days">
        {active.toLocaleString('en')}
      </Figure>
      <Figure name="EVO earned" isLong>
        <Money amount={earned} decimals={2} unit={false} breaks />
      </Figure>
      <Figure name="This week" isLong>
        <Money amount={earnedThisWeek} decimals={2} unit={false} breaks />
      </Figure>
    </dl>
  );
}

type StatisticsProps = { readonly referrals: Referrals };

type FigureProps = {
  readonly name: string;
  readonly title?: string;
  /** Two of them beside each other, of the others three. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
};

function Figure({ name, title, isLong = false, children }: FigureProps) {
  return (
    <div title={title} className={cx('min-w-0', isLong ? 'col-span-3' : 'col-span-2')}>
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="mt-0.5 font-mono text-sm font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function NextTier({ referrals: { successful, next } }: StatisticsProps) {
  if (!next) return <p className="text-note text-muted">You have reached the highest tier.</p>;
  const of = successful + next.needed;
  return (
    <div>
      <Meter
        label={`Progress to ${next.tier}`}
        value={successful}
        of={of}
        text={`${successful} of ${of} successful referrals`}
      />
      <p className="mt-2 text-note text-muted">
        {next.needed.toLocaleString('en')} more for <span className="text-text">{next.tier}</span>
      </p>
    </div>
  );
}

function Terms() {
  return (
    <ul className="grid gap-1 border-t border-line pt-3 text-note text-muted">
      <Term amount={REFERRAL_REWARD}>for each successful referral</Term>
      <Term amount={REFERRAL_FRIEND_BONUS}>for your friend</Term>
      <Term amount={REFERRAL_WEEKLY_BONUS}>each week a successful referral is active</Term>
      <li>
        <span className="font-mono text-text">{REFERRAL_COMMISSION_PERCENT.toString()}%</span> of what friends
        earn by tasks, email and check-ins
      </li>
      <li>
        The first two are paid once for each friend. Of friends with addresses at the same private mail
        domain, the first {REFERRAL_FRIENDS_A_DOMAIN} a day are paid for
      </li>
    </ul>
  );
}

function Term({ amount, children }: { amount: string; children: ReactNode }) {
  return (
    <li>
      <Money amount={amount} decimals={0} tone="gold" /> {children}
    </li>
  );
}
