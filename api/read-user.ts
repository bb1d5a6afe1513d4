import type { Database } from '../projector/database.ts';
import { type Standing, standingOf } from '../projector/read-models/leaderboard/queries.ts';
import { findUserById, type UserRow } from '../projector/read-models/users/queries.ts';

export type RankedUser = { readonly user: UserRow; readonly standing: Standing };

/** A user with the place among all; undefined while the read models do not know the account. */
export async function findUser(db: Database, userId: string): Promise<RankedUser | undefined> {
  const [user, standing] = await Promise.all([findUserById(db, userId), standingOf(db, userId)]);
  return user && standing && { user, standing };
}
