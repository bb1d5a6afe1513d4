import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isReservedAddress, type WalletAddress } from '../../../../contracts/wallet-address-text.ts';

/**
 * An address as a wallet tells it, in checksum form (https://eips.ethereum.org/EIPS/eip-55); undefined where it is none,
 * or nobody's. As `isWalletAddress` and viem's `getAddress` say it, of which every page would load three times as much.
 */
export function readAddress(text: string): WalletAddress | undefined {
  if (!ADDRESS.test(text) || isReservedAddress(text)) return undefined;
  const digits = text.slice(2);
  const carriesChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  const address = checksummed(digits.toLowerCase());
  return carriesChecksum && address !== text ? undefined : address;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

function checksummed(digits: string): WalletAddress {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = [...digits].map((digit, at) => ((hash[at] ?? '') > '7' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}
