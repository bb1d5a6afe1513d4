import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Network } from '../../../../contracts/api/network.ts';
import type { ApiClient } from '../api/client.ts';
import type { WalletState } from './wallet-slice.ts';
import type { WalletId, Wallets } from './wallets.ts';
import type { WalletWatch } from './watch-wallet.ts';

/** What the wallet's acts need from outside; a test hands in its own. */
export type WalletServices = {
  readonly wallets: Wallets;
  readonly watch: WalletWatch;
  readonly api: ApiClient;
  /** Begins a session when no other tab of the browser is about to. */
  readonly inTurn: <Result>(begin: () => Promise<Result>) => Promise<Result>;
  readonly network: () => Promise<Network>;
  /** Whose referral link brought this browser here. */
  readonly referrerId: () => string | undefined;
  /** The one that the newest sign-in of this browser came from, in whichever tab; undefined where that is not known. */
  readonly lastWallet: () => WalletId | undefined;
  /**
   * The wallet of the session shares no account with this site any more: its person is gone.
   * @param signedIn the account of a sign-in that the page does not show yet
   */
  readonly onWithdrawn: (signedIn?: string) => void;
  /** A new UUID. */
  readonly newId: () => string;
};

export type WalletRoot = { readonly wallet: WalletState };

export type WalletThunk<Result> = ThunkAction<Result, WalletRoot, WalletServices, UnknownAction>;
