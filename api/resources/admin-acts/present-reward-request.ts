import type { RewardRequest } from '../../../contracts/api/reward-requests.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { RewardRequestRow } from '../../../projector/read-models/reward-requests/queries.ts';

/**
 * @param now RFC 3339, UTC: what was not decided until it expired is over, though no event says so
 * @param isDismissed whether an admin has decided that nothing is granted for it
 */
export function presentRewardRequest(
  row: RewardRequestRow,
  now: string,
  isDismissed: boolean,
): RewardRequest {
  const { position, requestedAt, expiresAt, decidedAt, amount, isUnpaid, ...request } = row;
  const isExpired = row.state === 'open' && expiresAt.toISOString() <= now;
  return {
    ...request,
    amount: formatEvo(amount),
    state: isExpired ? 'expired' : row.state,
    ...(isUnpaid && { unpaid: true as const, ...(isDismissed && { dismissed: true as const }) }),
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
