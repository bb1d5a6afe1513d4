import type { Network } from '../../../../../contracts/api/network.ts';
import { CHAIN_ID_HEX, CHAIN_NAME, NATIVE_CURRENCY } from '../../../../../contracts/constants.ts';
import type { ApiClient } from '../../api/client.ts';
import type { Eip1193Provider } from '../eip1193.ts';
import { createWalletStore, type WalletStore } from '../wallet-store.ts';
import type { WalletServices } from '../wallet-thunk.ts';
import { createWallets, type WalletId } from '../wallets.ts';
import { createWalletWatch } from '../watch-wallet.ts';

export const EVO_NETWORK: Network = {
  chainId: CHAIN_ID_HEX,
  chainName: CHAIN_NAME,
  nativeCurrency: NATIVE_CURRENCY,
  rpcUrls: ['http://localhost:8545'],
  blockExplorerUrls: [],
  demoWallet: false,
  rewardsPage: 'dashboard',
};

type FakeCall = {
  readonly path: string;
  readonly request: unknown;
  readonly key: string | undefined;
  /** Whose act it is, where it says so. */
  readonly wallet: string | undefined;
};

export type FakeWorld = {
  readonly store: WalletStore;
  readonly calls: FakeCall[];
  /** Whose sessions were to end: the account of a sign-in, or `withdrawn` for the one that is shown. */
  readonly withdrawn: string[];
  /** Which wallet has signed in last, in whichever tab. */
  readonly newest: { walletId: WalletId | undefined };
};

/** A store with the given wallets and an API that answers each path with what `answers` says. */
export function createFakeWorld(
  providers: Readonly<Record<string, Eip1193Provider>>,
  answers: Readonly<Record<string, unknown>> = {},
  network: Network = EVO_NETWORK,
  referrerId?: string,
): FakeWorld {
  const calls: FakeCall[] = [];
  const withdrawn: string[] = [];
  const newest: FakeWorld['newest'] = { walletId: undefined };
  const call: ApiClient['call'] = async (endpoint, options) => {
    const { request, idempotencyKey: key, wallet } = options ?? {};
    calls.push({ path: endpoint.path, request, key, wallet });
    const answer = await answers[endpoint.path];
    if (answer instanceof Error) throw answer;
    // The test that gives the answer vouches for its shape.
    return answer as never;
  };
  const announced = Object.entries(providers).map(([rdns, provider]) => ({
    info: { rdns, name: rdns, icon: 'data:image/svg+xml,' },
    provider,
  }));
  const services: WalletServices = {
    wallets: createWallets({
      announcements: { getProviders: () => announced, subscribe: () => () => {} },
      legacy: () => undefined,
      demo: async () => undefined,
    }),
    watch: createWalletWatch(),
    api: { call, callIfSignedIn: call },
    inTurn: (begin) => begin(),
    network: async () => network,
    referrerId: () => referrerId,
    lastWallet: () => newest.walletId,
    onWithdrawn: (signedIn = 'withdrawn') => {
      withdrawn.push(signedIn);
    },
    newId: () => crypto.randomUUID(),
  };
  return { store: createWalletStore(services), calls, withdrawn, newest };
}
