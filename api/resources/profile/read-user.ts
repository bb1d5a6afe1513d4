import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Standing, standingOf } from '../../../projector/read-models/leaderboard/queries.ts';
import { findUserById, type UserRow } from '../../../projector/read-models/users/queries.ts';
import { readableAddress } from '../../vault/readable-address.ts';
import type { Seals } from '../../vault/seal.ts';
import { type Handles, openHandles } from '../social/handles.ts';

export type OwnUser = {
  readonly user: UserRow;
  /** Undefined while the account is not on the board. */
  readonly standing: Standing | undefined;
  readonly email: string | undefined;
  readonly handles: Handles;
};

type Sources = { readonly pool: Pool; readonly vault: Seals; readonly logger: Logger };

/** A user as only its owner may see it; undefined while the read models do not know the account. */
export async function findUser(sources: Sources, userId: string): Promise<OwnUser | undefined> {
  const { pool } = sources;
  const [user, standing] = await Promise.all([findUserById(pool, userId), standingOf(pool, userId)]);
  return user && withSecrets(sources, { user, standing });
}

/** With what is sealed of the user, opened. */
export async function withSecrets(
  sources: Sources,
  { user, standing }: Pick<OwnUser, 'user' | 'standing'>,
): Promise<OwnUser> {
  const [email, handles] = await Promise.all([
    emailOf(sources, user),
    openHandles(sources, user.userId, user.platforms),
  ]);
  return { user, standing, email, handles };
}

/** An address that does not open costs its owner the address, not the whole page. */
async function emailOf(sources: Sources, { userId, sealedEmail }: UserRow): Promise<string | undefined> {
  return sealedEmail === null ? undefined : readableAddress(sources, userId, sealedEmail);
}
