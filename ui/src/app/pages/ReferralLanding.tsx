import { Redirect } from 'wouter';
import { rememberReferrer } from '../../lib/referral/referrer.ts';

/** Where a referral link leads: the referrer is remembered for the next connect, and the rewards page opens. */
export function ReferralLanding({ userId }: { userId: string }) {
  rememberReferrer(userId);
  return <Redirect to="/evo-rewards" replace />;
}
