import type { RewardSource } from '../../contracts/events/account.ts';

/** What the `ref` of a grant begins with that gives back what was cleared; the id of the clear's event follows. */
export const UNDO_REF = 'undo:';

/** Whether a grant gives back what was cleared: it was earned when that was granted, and no second time. */
export function givesBack({
  source,
  ref,
}: {
  readonly source: RewardSource;
  readonly ref?: string | undefined;
}) {
  return source === 'admin' && ref?.startsWith(UNDO_REF) === true;
}

/** What several events may cause and a referral pays once for ever: `ref` is the referrer, or the week. */
const REFERRAL_ONCE: readonly RewardSource[] = ['referral_friend', 'referral_weekly'];

/**
 * Whether a grant is for one thing that an account is paid once for ever, however long ago that was: the prize of a
 * raffle's place, what an undone clear had taken, the bonus for having been referred,
 * or a week with active friends.
 */
export function isPaidOnce(source: RewardSource, ref: string | undefined): ref is string {
  if (ref === undefined) return false;
  if (source === 'raffle' || REFERRAL_ONCE.includes(source)) return true;
  return givesBack({ source, ref });
}

/** Under which it is remembered; the refs of referrals are not unique among all sources. */
export function paidOnceKey(source: RewardSource, ref: string): string {
  return REFERRAL_ONCE.includes(source) ? `${source}:${ref}` : ref;
}
