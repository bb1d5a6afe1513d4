import { lowerCase } from '../../contracts/wallet-address.ts';
import { type AdminsState, isAdmin } from '../admins/admins.ts';

/**
 * The hand that a wallet acts for, in lower case, as the rights stand now; undefined when it is no admin. Any admin
 * may name admins, so that two wallets need not be two people: an admin acts for the one whom the super admin has
 * named and to whom the right goes back. The super admin, and each whom the super admin has named, acts for nobody
 * else.
 */
export type HandOf = (wallet: string) => string | undefined;

/** @param superAdmin whose right is a setting, and in no event */
export function handsOf(rights: AdminsState, superAdmin: string): HandOf {
  return (wallet) => {
    if (lowerCase(wallet) === lowerCase(superAdmin)) return lowerCase(superAdmin);
    if (!isAdmin(rights, wallet)) return undefined;
    const path: string[] = [];
    for (let hand: string = lowerCase(wallet); ; ) {
      path.push(hand);
      const named = rights.admins.get(hand);
      // Who is no admin any more was one when the right was given.
      if (!named || lowerCase(named.addedBy) === lowerCase(superAdmin)) return hand;
      hand = lowerCase(named.addedBy);
      const met = path.indexOf(hand);
      // Who was removed and let in again by somebody whom they had named: all in that circle are one hand.
      if (met >= 0) return path.slice(met).sort()[0];
    }
  };
}
