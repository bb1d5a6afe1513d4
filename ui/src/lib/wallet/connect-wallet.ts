import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { connectWallet as connectEndpoint, createChallenge } from '../../../../contracts/api/wallet.ts';
import type { WalletAddress } from '../../../../contracts/wallet-address-text.ts';
import { logFault } from '../log.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { ensureNetwork, normalChainId } from './ensure-network.ts';
import { nativeBalance } from './native-balance.ts';
import { readBalance } from './read-balance.ts';
import { requestAccount } from './request-account.ts';
import { signMessage } from './sign-message.ts';
import { WalletError } from './wallet-error.ts';
import { type ConnectStep, type Shared, walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import { walletWithdrawn } from './wallet-withdrawn.ts';
import { isDemoWallet, type WalletId } from './wallets.ts';
import { watchWallet } from './watch-wallet.ts';

export type SignIn = ResponseOf<typeof connectEndpoint>;

export type ConnectResult =
  | { readonly outcome: 'connected'; readonly signIn: SignIn }
  | { readonly outcome: 'failed'; readonly error: unknown }
  /** Another attempt runs, the person cancelled, or the wallet changed its account: nothing to tell. */
  | { readonly outcome: 'dropped' };

/** How long a slow RPC may hold up a sign-in for a balance that is only shown. */
const BALANCE_WAIT_MS = 1_500;

/** Thrown inside an attempt that is no longer the current one. */
class Dropped extends Error {}

/**
 * From a click to a session: account, network, a text signed by the wallet, and the server's word on it.
 * One attempt at a time; see `wallet-slice.ts` for what ends it early. A session that begins after the wallet has
 * withdrawn is ended at once.
 */
export function connectWallet(walletId: WalletId): WalletThunk<Promise<ConnectResult>> {
  return async (dispatch, getState, services) => {
    if (getState().wallet.attempt) return { outcome: 'dropped' };
    const id = services.newId();
    dispatch(walletActions.connectStarted({ id, walletId }));

    /** Waits for a step, and gives up where the attempt has ended meanwhile, whatever the step said. */
    async function still<T>(step: Promise<T>): Promise<T> {
      const settled = await step.then(
        (value) => ({ ok: true as const, value }),
        (error: unknown) => ({ ok: false as const, error }),
      );
      if (getState().wallet.attempt?.id !== id) throw new Dropped();
      if (!settled.ok) throw settled.error;
      return settled.value;
    }
    const reach = (step: ConnectStep, shared: Shared): unknown =>
      dispatch(walletActions.stepReached({ id, step, ...shared }));
    function isWithdrawn(): boolean {
      const { attempt } = getState().wallet;
      return attempt?.id === id && attempt.isWithdrawn;
    }

    try {
      const provider = await still(services.wallets.open(walletId));
      if (!provider) throw new WalletError('noProvider');
      dispatch(watchWallet(walletId, provider));
      const account = await still(requestAccount(provider));

      reach('network', { account });
      const network = await still(services.network());
      const chainId = await still(ensureNetwork(provider, network));
      const isOnNetwork = chainId === normalChainId(network.chainId);
      // The demo wallet is a key without a chain behind it.
      const hasBalance = isOnNetwork && !isDemoWallet(walletId);
      const balanceRead = hasBalance ? balanceInTime(provider, account) : Promise.resolve(null);

      reach('signature', { account, chainId });
      const { message } = await still(
        services.api.call(createChallenge, { request: { walletAddress: account } }),
      );
      const signature = await still(signMessage(provider, account, message));
      const balance = await still(balanceRead);

      const referrerId = services.referrerId();
      reach('session', { account });
      const signIn = await services.inTurn(() =>
        services.api.call(connectEndpoint, {
          request: {
            walletAddress: account,
            walletType: isDemoWallet(walletId) ? 'demo' : 'metamask',
            signature,
            message,
            actualEvoBalance: balance,
            ...(referrerId && { referrerId }),
          },
          idempotencyKey: id,
          isKeyKept: false,
        }),
      );
      if (isWithdrawn()) {
        dispatch(walletActions.connectFailed({ id }));
        services.onWithdrawn(account);
        return { outcome: 'failed', error: new WalletError('noAccounts') };
      }
      dispatch(walletActions.connectSucceeded({ id, link: { walletId, account, chainId, balance } }));
      if (!isDemoWallet(walletId)) void dispatch(readBalance(provider));
      return { outcome: 'connected', signIn };
    } catch (error) {
      if (error instanceof Dropped) return { outcome: 'dropped' };
      const wasWithdrawn = isWithdrawn();
      dispatch(walletActions.connectFailed({ id }));
      if (wasWithdrawn) dispatch(walletWithdrawn(walletId));
      return { outcome: 'failed', error };
    }
  };
}

/** Null where it cannot be read in time. */
function balanceInTime(provider: Eip1193Provider, account: WalletAddress): Promise<string | null> {
  const unknown = new Promise<null>((resolve) => setTimeout(() => resolve(null), BALANCE_WAIT_MS));
  const read = nativeBalance(provider, account).catch((error: unknown) => {
    logFault('wallet balance', error);
    return null;
  });
  return Promise.race([read, unknown]);
}
