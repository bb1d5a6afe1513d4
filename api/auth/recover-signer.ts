import { type Hex, recoverMessageAddress } from 'viem';

/** Half of the order of secp256k1. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * The address whose key made the signature over the EIP-191 text, in checksum form; undefined when no key can
 * have made it.
 *
 * One text and one key have one signature that counts: 65 bytes, r and s and v, with the lower s (EIP-2) and v as 27
 * or 28, or as the 0 or 1 that some hardware wallets leave there. Its twin with the higher s, a v of another kind
 * (EIP-155 is for transactions), the 64 bytes of EIP-2098 and anything longer are refused.
 */
export async function recoverSigner(message: string, signature: string): Promise<string | undefined> {
  if (!/^0x[0-9a-fA-F]{128}(1b|1c|00|01)$/i.test(signature)) return undefined;
  if (BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER) return undefined;
  try {
    // The pattern above is the form of Hex.
    return await recoverMessageAddress({ message, signature: signature as Hex });
  } catch {
    // noble/curves throws on an r or s that is no point of the curve: such a signature belongs to nobody.
    return undefined;
  }
}
