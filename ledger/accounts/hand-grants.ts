import { GrowingMap } from '../growing-map.ts';

/** What is left whole of grants by hand, by grant id, in the order in which they came. */
export type HandGrants = GrowingMap<HandGrant>;

type HandGrant = {
  /** Base units. */
  readonly amount: bigint;
  /** Base units that were pending when it came and are still there: whatever takes from a balance takes them first. */
  readonly ahead: bigint;
};

/**
 * What a clear or a reset leaves of grants by hand. One that an admin asks for takes all; an act on all accounts takes what
 * stood there when it was requested, and what came since stays, whole.
 * @param taken base units of what was pending
 * @param left base units that are pending behind it: of an old ledger that took back what was claimed, less than its grants
 */
export function leftBehind(grants: HandGrants, taken: bigint, left: bigint): HandGrants {
  if (left <= 0n) return GrowingMap.of();
  return GrowingMap.of(
    [...grants].flatMap(([grantId, { amount, ahead: before }]) => {
      const ahead = before - taken;
      const isWhole = ahead >= 0n && ahead + amount <= left;
      return isWhole ? [[grantId, { amount, ahead }] as const] : [];
    }),
  );
}

/** Without one that was taken back: those behind it have moved up. */
export function withoutGrant(grants: HandGrants, grantId: string): HandGrants {
  const gone = grants.get(grantId);
  if (!gone) return grants;
  const all = [...grants];
  const at = all.findIndex(([id]) => id === grantId);
  const behind = all
    .slice(at + 1)
    .map(([id, { amount, ahead }]) => [id, { amount, ahead: ahead - gone.amount }] as const);
  return GrowingMap.of([...all.slice(0, at), ...behind]);
}
