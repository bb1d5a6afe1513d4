import type { Authorize } from '../authorize.ts';
/** What an admin does to one account. */
export type AdminAct = {
  readonly userId: string;
  readonly reason: string;
  /** Says what would happen and appends nothing. */
  readonly dryRun: boolean;
  /** Runs before each decision; throws when the actor may not. */
  readonly authorize: Authorize;
};
