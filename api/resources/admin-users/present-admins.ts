import type { AdminRecord } from '../../../contracts/api/admin.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import type { AdminsState } from '../../../ledger/admins/admins.ts';

/**
 * Everybody with admin rights, the super admin first and once: an admin who was made the super admin has a right of
 * before in the ledger, too.
 * @param superAdmin checksum form
 * @param names of accounts, by their wallets in lower case
 */
export function presentAdmins(
  superAdmin: string,
  { admins }: Pick<AdminsState, 'admins'>,
  names: ReadonlyMap<string, string>,
): AdminRecord[] {
  const record = (wallet: string, addedBy: string | null): AdminRecord => {
    const username = names.get(lowerCase(wallet));
    return {
      id: wallet,
      wallet_address: wallet,
      ...(username !== undefined && { username }),
      added_by: addedBy,
      is_active: true,
      isOriginal: addedBy === null,
    };
  };
  const added = [...admins.values()].filter(({ wallet }) => lowerCase(wallet) !== lowerCase(superAdmin));
  return [record(superAdmin, null), ...added.map(({ wallet, addedBy }) => record(wallet, addedBy))];
}
