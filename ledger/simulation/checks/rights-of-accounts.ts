import type { AdminEvent } from '../../../contracts/events/admins.ts';
import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { ADMINS_STREAM, admins, isAdmin, isAuditor } from '../../admins/admins.ts';
import { must } from '../../audit/rules/violation.ts';
import type { Landed } from '../world/memory-log.ts';

/** Nobody who has a right is removed, and nobody who was removed is given one. */
export function rightsOfAccountsCheck(): (landed: Landed) => void {
  let rights = admins.initialState;
  /** By the stream of the account. */
  const wallets = new Map<string, string>();
  const removed = new Set<string>();
  return ({ event }) => {
    // The log holds what `upcast` gave.
    const { type, data } = event as unknown as LedgerEvent;
    const { stream } = event;
    const wallet = wallets.get(stream) ?? '';
    if (type === 'AccountOpened' && data.walletAddress) wallets.set(stream, lowerCase(data.walletAddress));
    if (type === 'AccountReinstated') removed.delete(wallet);
    if (type === 'AccountRemoved') {
      must(!isAdmin(rights, wallet) && !isAuditor(rights, wallet), `${stream} was removed, and has a right`);
      removed.add(wallet);
    }
    if (type === 'AdminAdded' || type === 'AuditorAdded')
      must(!removed.has(lowerCase(data.wallet)), `a right was given to the removed ${data.wallet}`);
    // What else stands in the stream of rights changes none.
    if (stream === ADMINS_STREAM && type !== 'RevisionTaken') {
      rights = admins.evolve(rights, { type, data } as AdminEvent);
    }
  };
}
