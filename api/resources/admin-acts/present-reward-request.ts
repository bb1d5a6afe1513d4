import type { RewardRequest } from '../../../contracts/api/reward-requests.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { RewardRequestRow } from '../../../projector/read-models/reward-requests/queries.ts';

/** @param now RFC 3339, UTC: what was not decided until it expired is over, though no event says so */
export function presentRewardRequest(row: RewardRequestRow, now: string): RewardRequest {
  const { position, requestedAt, expiresAt, decidedAt, amount, isUnpaid, ...request } = row;
  const isExpired = row.state === 'open' && expiresAt.toISOString() <= now;
  return {
    ...request,
    amount: formatEvo(amount),
    state: isExpired ? 'expired' : row.state,
    ...(isUnpaid && { unpaid: true as const }),
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
