import { createStore } from 'mipd';
import type { Eip1193Provider } from './eip1193.ts';

/** `metamask`, the rdns of another discovered wallet, or `demo:<label>`. */
export type WalletId = string;

export type DiscoveredWallet = {
  readonly id: WalletId;
  readonly name: string;
  /** A data: URI, as EIP-6963 demands. */
  readonly icon: string;
};

type Announcement = {
  readonly info: { readonly rdns: string; readonly name: string; readonly icon: string };
  readonly provider: Eip1193Provider;
};

/** Where EIP-6963 announcements are collected. */
type AnnouncementStore = {
  getProviders(): readonly Announcement[];
  subscribe(listener: () => void): () => void;
};

export type Wallets = {
  /** Wallets of this browser other than the three that the dialog names itself. The list is stable until it changes. */
  readonly others: () => readonly DiscoveredWallet[];
  readonly hasMetaMask: () => boolean;
  /** What it announced; undefined where it did not. */
  readonly metaMaskIcon: () => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the demo wallet's code where asked for it; undefined where there is no such wallet. */
  readonly open: (id: WalletId) => Promise<Eip1193Provider | undefined>;
};

export const METAMASK: WalletId = 'metamask';
const DEMO_PREFIX = 'demo:';
export const demoWalletId = (label: string): WalletId => DEMO_PREFIX + label;
export const isDemoWallet = (id: WalletId): boolean => id.startsWith(DEMO_PREFIX);

/** Other wallets set `isMetaMask` too, so the choice is by rdns alone. */
const METAMASK_RDNS = new Set(['io.metamask', 'io.metamask.mobile', 'io.metamask.flask', 'io.metamask.mmi']);
/** The dialog says of this one that it is coming soon. */
const ANNOUNCED_ONLY = new Set(['com.coinbase.wallet']);

export type WalletSources = {
  readonly announcements: AnnouncementStore;
  /** `window.ethereum` of wallets from before EIP-6963. */
  readonly legacy: () => Eip1193Provider | undefined;
  readonly demo: (label: string) => Promise<Eip1193Provider | undefined>;
};

export function createWallets({ announcements, legacy, demo }: WalletSources): Wallets {
  let seen: readonly Announcement[] = [];
  let others: readonly DiscoveredWallet[] = [];

  const announcedMetaMask = (): Announcement | undefined =>
    announcements.getProviders().find(({ info }) => METAMASK_RDNS.has(info.rdns));

  function metaMask(): Eip1193Provider | undefined {
    // Where nothing announces itself, the one injected wallet is what the person means.
    const isSilent = announcements.getProviders().length === 0;
    return announcedMetaMask()?.provider ?? (isSilent ? legacy() : undefined);
  }

  return {
    hasMetaMask: () => metaMask() !== undefined,
    metaMaskIcon: () => announcedMetaMask()?.info.icon,
    others() {
      const announced = announcements.getProviders();
      if (announced !== seen) {
        seen = announced;
        others = announced
          .filter(({ info }) => !METAMASK_RDNS.has(info.rdns) && !ANNOUNCED_ONLY.has(info.rdns))
          .map(({ info }) => ({ id: info.rdns, name: info.name, icon: info.icon }));
      }
      return others;
    },
    subscribe: (listener) => announcements.subscribe(listener),
    async open(id) {
      if (isDemoWallet(id)) return demo(id.slice(DEMO_PREFIX.length));
      if (id === METAMASK) return metaMask();
      return announcements.getProviders().find(({ info }) => info.rdns === id)?.provider;
    },
  };
}

/** The wallets of this browser window. Call once: each call starts listening for announcements. */
export function browserWallets(demo: WalletSources['demo']): Wallets {
  // mipd types every RPC method through viem; this is the plain EIP-1193 view of the same objects.
  const announcements = createStore() as unknown as AnnouncementStore;
  return createWallets({ announcements, legacy: injectedProvider, demo });
}

function injectedProvider(): Eip1193Provider | undefined {
  const injected: unknown = Reflect.get(window, 'ethereum');
  return isProvider(injected) ? injected : undefined;
}

function isProvider(value: unknown): value is Eip1193Provider {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function';
}
