import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The network that wallets are asked to add and switch to (EIP-3085), and what this deployment offers. */
export const network = z.object({
  chainId: z.string(),
  chainName: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  /** Empty where the deployment names none to the public: then wallets are not asked to change their network. */
  rpcUrls: z.array(z.string()),
  blockExplorerUrls: z.array(z.string()),
  /** True only where the event store is the embedded one on this machine. */
  demoWallet: z.boolean(),
  /** What /evo-rewards shows. */
  rewardsPage: z.enum(['dashboard', 'coming-soon']),
});
export type Network = z.infer<typeof network>;

export const getNetwork = endpoint({
  method: 'GET',
  path: '/api/network',
  summary: 'The EVO network and what this deployment offers',
  access: 'public',
  request: undefined,
  response: network,
  command: false,
});

export const demoWallets = z.object({
  wallets: z.array(z.object({ label: z.string(), privateKey: z.string() })),
});

/** Exists only where `demoWallet` is true. */
export const getDemoWallets = endpoint({
  method: 'GET',
  path: '/api/dev/wallets',
  summary: 'Keys of the demo wallets of a local trial; absent in any deployment',
  access: 'public',
  request: undefined,
  response: demoWallets,
  command: false,
});
