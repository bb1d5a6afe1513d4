import { type Hex, recoverMessageAddress } from 'viem';

/**
 * The address whose key made the signature over the EIP-191 text, in checksum form; undefined when no key can
 * have made it.
 */
export async function recoverSigner(message: string, signature: string): Promise<string | undefined> {
  // 65 bytes: r, s, v. Anything else is no signature of an externally owned account.
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined;
  try {
    // The pattern above is the form of Hex.
    return await recoverMessageAddress({ message, signature: signature as Hex });
  } catch {
    // noble/curves throws on an r or s that is no point of the curve: such a signature belongs to nobody.
    return undefined;
  }
}
