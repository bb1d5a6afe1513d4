import type { RewardSource } from '../../contracts/events/account.ts';

/** What the `ref` of a grant begins with that gives back what was cleared; the id of the clear's event follows. */
export const UNDO_REF = 'undo:';

/**
 * Whether a grant is for one thing that an account is paid once for ever, however long ago that was: the prize of a
 * raffle's place, or what an undone clear had taken.
 */
export function isPaidOnce(source: RewardSource, ref: string | undefined): ref is string {
  if (ref === undefined) return false;
  return source === 'raffle' || (source === 'admin' && ref.startsWith(UNDO_REF));
}
