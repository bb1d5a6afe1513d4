import { defaultUsername } from '../../../contracts/username.ts';
import type { Database } from '../../../projector/database.ts';
import { findUserById } from '../../../projector/read-models/users/queries.ts';

/** The name of an account; before the read models know it, `otherwise` or the name that it was opened with. */
export async function usernameOf(db: Database, userId: string, otherwise?: string): Promise<string> {
  return (await findUserById(db, userId))?.username ?? otherwise ?? defaultUsername(userId);
}
