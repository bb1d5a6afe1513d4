import type Router from '@koa/router';
import { getNetwork, type Network } from '../../../contracts/api/network.ts';
import { CHAIN_ID_HEX, CHAIN_NAME, NATIVE_CURRENCY } from '../../../contracts/constants.ts';
import { type Parts, servePublic } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';

/** What a wallet needs to add the EVO network, and what this deployment offers. */
export function networkRoutes(router: Router<AppState>, parts: Parts): void {
  servePublic(router, parts, getNetwork, async () => networkOf(parts));
}

export function networkOf({ config, trial }: Pick<Parts, 'config' | 'trial'>): Network {
  const { publicRpcUrl, blockExplorerUrl, rewardsPage } = config;
  return {
    chainId: CHAIN_ID_HEX,
    chainName: CHAIN_NAME,
    nativeCurrency: NATIVE_CURRENCY,
    rpcUrls: publicRpcUrl ? [publicRpcUrl] : [],
    blockExplorerUrls: blockExplorerUrl ? [blockExplorerUrl] : [],
    demoWallet: trial.isOn(),
    rewardsPage,
  };
}
