import type { ClaimRules } from '../../../../../contracts/api/dashboard.ts';

/** Why the server would refuse a claim; undefined where nothing stands in its way. */
export type Hindrance = 'held' | 'identity';

export function hindranceOf({ isHeld, needs, hasProvenIdentity }: ClaimRules): Hindrance | undefined {
  if (isHeld) return 'held';
  return needs === 'identity' && !hasProvenIdentity ? 'identity' : undefined;
}
