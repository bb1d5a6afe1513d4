import {
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  encodeFunctionData,
  type Hex,
  HttpRequestError,
  hashMessage,
  isHex,
  type PublicClient,
  parseAbi,
  TimeoutError,
} from 'viem';
import { CHAIN_ID } from '../../contracts/constants.ts';
import { refusals } from '../../contracts/messages.ts';
import { isReservedAddress, type WalletAddress } from '../../contracts/wallet-address.ts';
import { uncounted } from '../../projector/time-to-answer.ts';
import { HttpError } from '../http/http-error.ts';
import { chainTransport } from '../integrations/chain/chain-transport.ts';
import { recoverSigner } from './recover-signer.ts';

const CALL_MS = 3_000;

/** What a contract may spend on its answer: many signers and a passkey cost less. */
const CALL_GAS = 5_000_000n;

const ERC1271 = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4 magicValue)',
]);

/** The one answer that means yes: the selector of the function, as a whole word. */
const YES = `0x1626ba7e${'00'.repeat(28)}`;

/**
 * Whether a wallet's owner signed a text.
 * @throws HttpError 503 when only the chain could say, and it does not answer, or another one does
 */
export type SignatureCheck = (claim: {
  readonly walletAddress: WalletAddress;
  readonly message: string;
  readonly signature: string;
}) => Promise<boolean>;

/**
 * A signature of the wallet's own key (EIP-191, see `recoverSigner`); where a chain is set, else of the contract that
 * stands at the address (ERC-1271), which takes signatures of any form. The chain is asked only when no key fits, and
 * only about an address with code: nobody else's answer counts for it, neither a precompile's nor that of a recovery
 * on the chain, which gives the zero address for what nobody signed. So a wallet that is not deployed yet (ERC-6492)
 * cannot sign in.
 * @param rpcUrl undefined: contracts cannot sign in
 */
export function createSignatureCheck(rpcUrl: string | undefined): SignatureCheck {
  const client =
    rpcUrl === undefined
      ? undefined
      : createPublicClient({
          transport: chainTransport(rpcUrl, { timeout: CALL_MS, retryCount: 0 }),
          // A contract could send us from server to server without end (EIP-3668).
          ccipRead: false,
        });
  return async ({ walletAddress, message, signature }) => {
    if (isReservedAddress(walletAddress)) return false;
    if ((await recoverSigner(message, signature)) === walletAddress) return true;
    if (!client || !/^0x([0-9a-fA-F]{2})+$/.test(signature)) return false;
    const code = await codeAt(client, walletAddress);
    if (code === undefined || code === '0x') return false;
    const question = {
      to: walletAddress,
      data: encodeFunctionData({
        abi: ERC1271,
        // The pattern above is the form of Hex.
        args: [hashMessage(message), signature as Hex],
      }),
      gas: CALL_GAS,
    };
    let answer: Hex | undefined;
    try {
      answer = (await uncounted(() => client.call(question))).data;
    } catch (error) {
      if (hasContractFailed(error)) return false;
      throw new ChainUnavailable();
    }
    // No contract answers with what is no bytes.
    if (answer !== undefined && !isHex(answer)) throw new ChainUnavailable();
    return answer === YES;
  };
}

/**
 * What stands at an address of our own chain: on another one anybody may have put a contract there.
 * @throws ChainUnavailable where that is not known for certain
 */
async function codeAt(client: PublicClient, address: WalletAddress): Promise<Hex | undefined> {
  const asked = uncounted(() => Promise.all([client.getChainId(), client.getCode({ address })]));
  const [chainId, code] = await asked.catch(() => {
    throw new ChainUnavailable();
  });
  if (chainId !== CHAIN_ID) throw new ChainUnavailable();
  return code;
}

class ChainUnavailable extends HttpError {
  constructor() {
    super(503, 'ChainUnavailable', refusals.chainUnavailable, { headers: { 'Retry-After': '3' } });
  }
}

/**
 * A contract that fails says no. Each kind of node has words of its own for it; whatever else a server says (that it lacks a
 * block, that something went wrong inside), and one that was not reached in time, is neither a yes nor a no.
 */
function hasContractFailed(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)) return false;
  const isRevert = error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
  return isRevert || CONTRACT_FAILED.test(error.details);
}

const CONTRACT_FAILED =
  /revert|out ?of ?gas|gas required exceeds|opcode|invalid (jump|instruction|operation)|stack (under|over|limit)|\b(evm|vm) (error|execution)|write protection|call depth/i;
