import { getDemoWallets } from '../../../../../contracts/api/network.ts';
import { queryClient } from '../../api/api.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import type { Eip1193Provider } from '../eip1193.ts';

/** The demo wallets of a local trial. Asked for only where the deployment says that it has them. */
export const demoWalletsQuery = endpointQuery(getDemoWallets);

/** The code that holds keys and signs is loaded only here. */
export async function openDemoWallet(label: string): Promise<Eip1193Provider | undefined> {
  const { wallets } = await queryClient.ensureQueryData(demoWalletsQuery);
  const wallet = wallets.find((candidate) => candidate.label === label);
  if (!wallet) return undefined;
  const { createDemoProvider } = await import('./demo-provider.ts');
  return createDemoProvider(wallet.privateKey);
}
