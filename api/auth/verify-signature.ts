import { createPublicClient, type Hex, http } from 'viem';
import type { WalletAddress } from '../../contracts/wallet-address.ts';
import { recoverSigner } from './recover-signer.ts';

const CALL_MS = 3_000;

/** Whether a wallet's owner signed a text. */
export type SignatureCheck = (claim: {
  readonly walletAddress: WalletAddress;
  readonly message: string;
  readonly signature: string;
}) => Promise<boolean>;

/**
 * A signature of the wallet's own key (EIP-191); where a chain is set, else of a contract that answers for itself
 * (ERC-1271, ERC-6492). The chain is asked only when no key fits.
 * @param rpcUrl undefined: contracts cannot sign in
 */
export function createSignatureCheck(rpcUrl: string | undefined): SignatureCheck {
  const client =
    rpcUrl === undefined
      ? undefined
      : createPublicClient({
          transport: http(rpcUrl, { timeout: CALL_MS, retryCount: 0 }),
          // A contract could send us from server to server without end (EIP-3668).
          ccipRead: false,
        });
  return async ({ walletAddress, message, signature }) => {
    if ((await recoverSigner(message, signature)) === walletAddress) return true;
    if (!client || !/^0x([0-9a-fA-F]{2})+$/.test(signature)) return false;
    // The pattern above is the form of Hex. A chain that does not answer is no yes: viem turns it into false.
    return client
      .verifyMessage({ address: walletAddress, message, signature: signature as Hex })
      .catch(() => false);
  };
}
