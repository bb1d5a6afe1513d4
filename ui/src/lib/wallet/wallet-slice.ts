import type { UnknownAction } from '@reduxjs/toolkit';
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

/**
 * Each action with what it makes of a state. Every one of them returns the next state; `createSlice` of the toolkit is for
 * such as change theirs in place, and brings code for that which every page would load.
 */
const cases = {
  connectStarted(state: WalletState, payload: AttemptRef & { walletId: string }): WalletState {
    if (state.attempt) return state;
    return { ...state, attempt: { ...payload, ...NEW_ATTEMPT } };
  },
  stepReached(state: WalletState, payload: AttemptRef & { step: ConnectStep } & Shared): WalletState {
    if (state.attempt?.id !== payload.id) return state;
    return { ...state, attempt: { ...state.attempt, ...payload } };
  },
  connectSucceeded(state: WalletState, payload: AttemptRef & { link: WalletLink }): WalletState {
    const { attempt } = state;
    if (attempt?.id !== payload.id) return state;
    // The wallet may have changed either while a person signed, or the server answered; the link follows the wallet.
    const account = attempt.account ?? payload.link.account;
    const chainId = attempt.chainId ?? payload.link.chainId;
    const isAsRead = account === payload.link.account && chainId === payload.link.chainId;
    const balance = isAsRead ? payload.link.balance : null;
    return { attempt: null, link: { ...payload.link, account, chainId, balance } };
  },
  connectFailed(state: WalletState, payload: AttemptRef): WalletState {
    return state.attempt?.id === payload.id ? { ...state, attempt: null } : state;
  },
  connectCancelled(state: WalletState): WalletState {
    return state.attempt?.step === 'session' ? state : { ...state, attempt: null };
  },
  resumed(state: WalletState, payload: WalletLink): WalletState {
    return state.link || state.attempt ? state : { ...state, link: payload };
  },
  accountsChanged(state: WalletState, payload: AccountChange): WalletState {
    return {
      link: linkAfter(state, payload),
      attempt: attemptAfter(state.attempt, payload),
    };
  },
  chainChanged(state: WalletState, payload: { walletId: string; chainId: string }): WalletState {
    const { walletId, chainId } = payload;
    const { link, attempt } = state;
    return {
      link: link?.walletId === walletId ? { ...link, chainId, balance: null } : link,
      attempt: attempt?.walletId === walletId ? { ...attempt, chainId } : attempt,
    };
  },
  balanceRead(
    state: WalletState,
    payload: Pick<WalletLink, 'walletId' | 'account' | 'chainId' | 'balance'>,
  ): WalletState {
    const { link } = state;
    const isOfLink =
      link?.walletId === payload.walletId &&
      link.account === payload.account &&
      link.chainId === payload.chainId;
    return isOfLink ? { ...state, link: { ...link, balance: payload.balance } } : state;
  },
  disconnected: (): WalletState => initialState,
};

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

type Cases = typeof cases;
type Payload<Case> = Case extends (state: WalletState, ...payload: infer Given) => WalletState
  ? Given
  : never;

// One for each case, and so by the names of the cases.
export const walletActions = Object.fromEntries(
  Object.keys(cases).map((type) => [type, (payload: unknown) => ({ type, payload })]),
) as unknown as { readonly [Name in keyof Cases]: (...payload: Payload<Cases[Name]>) => UnknownAction };

export function walletReducer(state: WalletState = initialState, action: UnknownAction): WalletState {
  if (!Object.hasOwn(cases, action.type)) return state;
  // An action is made by `walletActions`, with what its case takes.
  const next = cases[action.type as keyof Cases] as (state: WalletState, payload: unknown) => WalletState;
  return next(state, action.payload);
}
