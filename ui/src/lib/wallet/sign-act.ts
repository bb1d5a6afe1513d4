import { actTexts } from '../../../../contracts/act-messages.ts';
import { createActChallenge } from '../../../../contracts/api/act-challenge.ts';
import type { ActSignature } from '../api/client.ts';
import { requestAccount } from './request-account.ts';
import { signMessage } from './sign-message.ts';
import { toldOf } from './told-of.ts';
import { WalletError } from './wallet-error.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import { METAMASK } from './wallets.ts';

export type ActToSign = {
  /** The path that the act goes to, and its body. */
  readonly operation: string;
  readonly input: Record<string, unknown>;
  /** Its Idempotency-Key. */
  readonly key: string;
  /** The wallet of the session, which has to sign. */
  readonly walletAddress: string | undefined;
};

/**
 * Asks the person to sign one act, in the words of the server. Only ever called as part of an act that the person
 * confirmed.
 * @throws WalletError, OtherAccount, and what the call for the text throws
 */
export function signAct({
  operation,
  input,
  key,
  walletAddress,
}: ActToSign): WalletThunk<Promise<ActSignature>> {
  return async (_dispatch, getState, { wallets, lastWallet, api }) => {
    const { link } = getState().wallet;
    // None is linked on a page that was loaded again, and another one where another tab has signed in since.
    const isOfSession = link !== null && link.account === walletAddress;
    const signedIn = isOfSession ? link.walletId : (lastWallet() ?? link?.walletId ?? METAMASK);
    const provider = await wallets.open(signedIn);
    if (!provider) throw new WalletError('connectFirst');
    const account = await toldOf(wallets, signedIn, () => requestAccount(provider));
    if (account !== walletAddress) throw new OtherAccount();
    const { message, nonce } = await api.call(createActChallenge, {
      request: { operation, input },
      idempotencyKey: key,
      wallet: walletAddress,
    });
    const signature = await toldOf(wallets, signedIn, () => signMessage(provider, account, message));
    return { nonce, signature };
  };
}

/** The wallet would sign for somebody else than who is signed in. */
export class OtherAccount extends Error {
  constructor() {
    super(actTexts.otherAccount);
    this.name = 'OtherAccount';
  }
}
