import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { WalletAddress } from '../../../../contracts/wallet-address-text.ts';

/**
 * The browser's wallet, as two small machines.
 *
 * `link`: which account a wallet shares with this page. none → linked (resumed, an attempt succeeded, or a
 * locked wallet opened) → changed in place (accountsChanged, chainChanged, balanceRead) → none (empty account
 * list, disconnected).
 *
 * `attempt`: a connect under way, at most one. none → accounts → network → signature → session → none
 * (succeeded, failed, cancelled). Until its signature is sent to the server, a change of account or a cancel
 * ends it, and whatever it still hears is dropped because its id is no longer the current one. What the wallet changes
 * after that, and its chain at any time, is noted in the attempt, for the link that comes of it.
 *
 * Who is signed in is not here: that is the server's word (`lib/session`).
 */
export type WalletState = { readonly link: WalletLink | null; readonly attempt: ConnectAttempt | null };

export type WalletLink = {
  readonly walletId: string;
  readonly account: WalletAddress;
  /** Normal form (`0xd60`), or null while unknown. */
  readonly chainId: string | null;
  /** EVO with 4 decimals, or null: unknown, or the wallet is on another chain. */
  readonly balance: string | null;
};

export type ConnectStep = 'accounts' | 'network' | 'signature' | 'session';

export type ConnectAttempt = {
  readonly id: string;
  readonly walletId: string;
  readonly step: ConnectStep;
  readonly account: WalletAddress | null;
  /** Normal form, as the wallet said last; null while unknown. */
  readonly chainId: string | null;
  /** The signature is with the server, and the wallet shares no account any more. */
  readonly isWithdrawn: boolean;
};

const initialState: WalletState = { link: null, attempt: null };

const NEW_ATTEMPT = { step: 'accounts', account: null, chainId: null, isWithdrawn: false } as const;

type AttemptRef = { readonly id: string };

/** What an attempt has learned of the wallet. */
export type Shared = { readonly account: WalletAddress; readonly chainId?: string };

export const walletSlice = createSlice({
  name: 'wallet',
  initialState,
  reducers: {
    connectStarted(state, { payload }: PayloadAction<AttemptRef & { walletId: string }>) {
      if (state.attempt) return state;
      return { ...state, attempt: { ...payload, ...NEW_ATTEMPT } };
    },
    stepReached(state, { payload }: PayloadAction<AttemptRef & { step: ConnectStep } & Shared>) {
      if (state.attempt?.id !== payload.id) return state;
      return { ...state, attempt: { ...state.attempt, ...payload } };
    },
    connectSucceeded(state, { payload }: PayloadAction<AttemptRef & { link: WalletLink }>) {
      const { attempt } = state;
      if (attempt?.id !== payload.id) return state;
      // The wallet may have changed either while a person signed, or the server answered; the link follows the wallet.
      const account = attempt.account ?? payload.link.account;
      const chainId = attempt.chainId ?? payload.link.chainId;
      const isAsRead = account === payload.link.account && chainId === payload.link.chainId;
      const balance = isAsRead ? payload.link.balance : null;
      return { attempt: null, link: { ...payload.link, account, chainId, balance } };
    },
    connectFailed(state, { payload }: PayloadAction<AttemptRef>) {
      return state.attempt?.id === payload.id ? { ...state, attempt: null } : state;
    },
    connectCancelled(state) {
      return state.attempt?.step === 'session' ? state : { ...state, attempt: null };
    },
    resumed(state, { payload }: PayloadAction<WalletLink>) {
      return state.link || state.attempt ? state : { ...state, link: payload };
    },
    accountsChanged(
      state,
      { payload }: PayloadAction<{ walletId: string; account: WalletAddress | undefined }>,
    ) {
      return {
        link: linkAfter(state, payload),
        attempt: attemptAfter(state.attempt, payload),
      };
    },
    chainChanged(state, { payload }: PayloadAction<{ walletId: string; chainId: string }>) {
      const { walletId, chainId } = payload;
      const { link, attempt } = state;
      return {
        link: link?.walletId === walletId ? { ...link, chainId, balance: null } : link,
        attempt: attempt?.walletId === walletId ? { ...attempt, chainId } : attempt,
      };
    },
    balanceRead(
      state,
      { payload }: PayloadAction<Pick<WalletLink, 'walletId' | 'account' | 'chainId' | 'balance'>>,
    ) {
      const { link } = state;
      const isOfLink =
        link?.walletId === payload.walletId &&
        link.account === payload.account &&
        link.chainId === payload.chainId;
      return isOfLink ? { ...state, link: { ...link, balance: payload.balance } } : state;
    },
    disconnected: () => initialState,
  },
});

type AccountChange = { readonly walletId: string; readonly account: WalletAddress | undefined };

function linkAfter({ link, attempt }: WalletState, { walletId, account }: AccountChange): WalletLink | null {
  // A wallet that was locked and is open again; during an attempt it only announces what it will answer.
  if (!link && account && !attempt) return { walletId, account, chainId: null, balance: null };
  if (link?.walletId !== walletId) return link;
  if (!account) return null;
  return account === link.account ? link : { ...link, account, balance: null };
}

function attemptAfter(
  attempt: ConnectAttempt | null,
  { walletId, account }: AccountChange,
): ConnectAttempt | null {
  // Before an account is known, the change is the wallet announcing what the request is about to answer.
  if (attempt?.walletId !== walletId || !attempt.account) return attempt;
  // A signature that is already with the server cannot be called back; any earlier step can.
  if (attempt.step !== 'session') return attempt.account === account ? attempt : null;
  return { ...attempt, account: account ?? attempt.account, isWithdrawn: account === undefined };
}

export const walletActions = walletSlice.actions;
