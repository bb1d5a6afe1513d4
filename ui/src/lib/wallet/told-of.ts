import { WalletError } from './wallet-error.ts';
import type { WalletId, Wallets } from './wallets.ts';

/**
 * What a wallet is asked for; where that fails, its own name stands in what is told of it.
 * @throws what `ask` throws
 */
export async function toldOf<Answer>(
  wallets: Pick<Wallets, 'others'>,
  walletId: WalletId,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const name = wallets.others().find(({ id }) => id === walletId)?.name;
    throw error instanceof WalletError && name !== undefined ? error.of(name) : error;
  }
}
