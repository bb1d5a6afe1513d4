import type { Network } from '../../../../contracts/api/network.ts';
import { type Eip1193Provider, hasCode, REQUEST_PENDING, reasonOf, USER_REJECTED } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/**
 * Brings the wallet to the EVO network: switch; where that fails, add the network and switch again. Answers
 * with the chain id read after all that, because some wallets report success and stay where they were.
 * A deployment without a public RPC endpoint has no network to offer: the wallet stays on its own.
 * @throws WalletError
 */
export async function ensureNetwork(provider: Eip1193Provider, network: Network): Promise<string> {
  const before = await readChainId(provider);
  if (before === normalChainId(network.chainId) || network.rpcUrls.length === 0) return before;

  // Wallets disagree on how they report an unknown chain, so anything but a refusal is a reason to add it; some
  // answer as if they had switched.
  const hasSwitched = await switchChain(provider, network).then(
    async () => (await readChainId(provider)) === normalChainId(network.chainId),
    (error: unknown) => {
      if (isFinal(error)) throw switchFailed(error);
      return false;
    },
  );
  if (hasSwitched) return normalChainId(network.chainId);
  await addChain(provider, network);
  await switchChain(provider, network).catch((again: unknown) => {
    throw switchFailed(again);
  });

  const after = await readChainId(provider);
  if (after !== normalChainId(network.chainId)) {
    throw new WalletError('switchNetworkFailed', `the wallet stayed on chain ${after}`);
  }
  return after;
}

/** @throws WalletError */
export async function readChainId(provider: Eip1193Provider): Promise<string> {
  try {
    return normalChainId(await provider.request({ method: 'eth_chainId' }));
  } catch (error) {
    throw new WalletError('connectFailed', reasonOf(error), { cause: error });
  }
}

/** `0xd60` for `"0x0D60"`, `"3424"` and `3424`: wallets spell chain ids in all these ways. */
export function normalChainId(chainId: unknown): string {
  if (typeof chainId !== 'string' && typeof chainId !== 'number') {
    throw new TypeError('the wallet gave no chain id');
  }
  return `0x${BigInt(chainId).toString(16)}`;
}

function switchChain(provider: Eip1193Provider, network: Network): Promise<unknown> {
  return provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: network.chainId }] });
}

async function addChain(provider: Eip1193Provider, network: Network): Promise<void> {
  const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = network;
  // EIP-3085: an empty list of explorers is refused by wallets, an absent one is not.
  const explorers = blockExplorerUrls.length > 0 ? { blockExplorerUrls } : {};
  const params = [{ chainId, chainName, nativeCurrency, rpcUrls, ...explorers }];
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params });
  } catch (error) {
    if (hasCode(error, REQUEST_PENDING)) throw new WalletError('requestPending', '', { cause: error });
    throw new WalletError('addNetworkFailed', reasonOf(error), { cause: error });
  }
}

const isFinal = (error: unknown): boolean => hasCode(error, USER_REJECTED) || hasCode(error, REQUEST_PENDING);

function switchFailed(error: unknown): WalletError {
  if (hasCode(error, REQUEST_PENDING)) return new WalletError('requestPending', '', { cause: error });
  return new WalletError('switchNetworkFailed', reasonOf(error), { cause: error });
}
