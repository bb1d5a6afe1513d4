import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { account } from '../../../ledger/accounts/account.ts';
import { findOwner } from '../../../ledger/reservations/find-owner.ts';
import { gather } from '../../../projector/gather.ts';
import { findOwnersOfWallets } from '../../../projector/read-models/users/queries.ts';
import type { Parts } from '../../http/serve.ts';
import { usernameOf } from '../admin-users/username-of.ts';

/** Whose wallet it is, and what they are called. */
export type WalletOwner = {
  readonly userId: string;
  readonly username: string;
  /** The revision up to which the account was read for that; undefined where it was not. */
  readonly readUpTo?: bigint | undefined;
};

/**
 * Finds the account that a wallet belongs to, which only the ledger knows: the read models may lag behind. Where they name
 * one, it is asked itself, which whoever acts on it does anyway; and where it says otherwise, or none is named, the
 * wallet's reservation. Those that are looked for at the same time are looked for in the read models together.
 *
 * What it gives throws LedgerUnavailable and DatabaseBusy.
 */
export function ownersOfWallets({ handler, pool }: Pick<Parts, 'handler' | 'pool'>) {
  const namedOwner = gather((wallets: readonly string[]) => findOwnersOfWallets(pool, wallets));
  return async (walletAddress: string): Promise<WalletOwner | undefined> => {
    const named = await namedOwner(walletAddress);
    if (named) {
      const { state, revision } = await handler.aggregate(streamOf('account', named.userId), account);
      const { walletAddress: own } = state;
      if (own !== undefined && lowerCase(own) === lowerCase(walletAddress)) {
        return { ...named, readUpTo: revision };
      }
    }
    const userId = await findOwner(handler, 'wallet', walletAddress);
    return userId === undefined
      ? undefined
      : { userId, username: await usernameOf(pool, userId, walletAddress) };
  };
}
