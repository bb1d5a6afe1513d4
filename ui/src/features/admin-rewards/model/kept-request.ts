import type { RewardRequest } from '../../../../../contracts/api/reward-requests.ts';

/** A list, newest first, with one that stood in it: at its place, as it was, where it is not in the list any more. */
export function withKept(
  requests: readonly RewardRequest[],
  kept: RewardRequest | undefined,
): readonly RewardRequest[] {
  if (!kept || requests.some(({ id }) => id === kept.id)) return requests;
  const at = requests.findIndex(({ requestedAt }) => requestedAt < kept.requestedAt);
  return requests.toSpliced(at === -1 ? requests.length : at, 0, kept);
}
