import type { Role } from '../../../contracts/api/user.ts';
import { closeSessionsOfWallet } from '../../auth/session.ts';
import type { Parts } from '../../http/serve.ts';

/**
 * Ends the sessions of who has lost a right. It is gone already: a crash before this leaves sessions of an ordinary user.
 * Who was given it again since an earlier sending of the removal keeps theirs.
 */
export async function endSessionsWithout(
  right: Role,
  wallet: string,
  { replayed }: { readonly replayed: boolean },
  { pool, policies }: Pick<Parts, 'pool' | 'policies'>,
): Promise<void> {
  if (replayed && (await policies.roleOf(wallet)) === right) return;
  await closeSessionsOfWallet(pool, wallet);
}
