import { bls12_381 } from '@noble/curves/bls12-381.js';
import { roundMessage } from './beacon.ts';
import { bytesOfHex } from './bytes.ts';

/**
 * Whether the beacon with this public key has signed this round: BLS on BLS12-381, the key on G2, the signature on G1,
 * the message hashed to the curve by RFC 9380 (drand's scheme `bls-unchained-g1-rfc9380`). Each round has one signature
 * only, and each point one encoding here: compressed, in lower-case hex.
 * @param publicKey 96 bytes in hex
 * @param signature 48 bytes in hex
 */
export function isSignedRound(publicKey: string, round: number, signature: string): boolean {
  const [key, signed] = [bytesOfHex(publicKey, 96), bytesOfHex(signature, 48)];
  if (!key || !signed || !Number.isSafeInteger(round) || round < 1) return false;
  try {
    const { G1, G2, shortSignatures } = bls12_381;
    const [publicPoint, point] = [G2.Point.fromBytes(key), G1.Point.fromBytes(signed)];
    // Outside the subgroup there are other points that pair alike, each with another hash to choose from.
    // Stryker disable next-line all: the library's own reading and verifying refuse them, too, in its present version
    for (const one of [publicPoint, point]) one.assertValidity();
    // Stryker disable next-line all: the library refuses both to read zero and to verify with it, in its present version
    if (publicPoint.is0() || point.is0()) return false;
    return shortSignatures.verify(
      point,
      shortSignatures.hash(roundMessage(round), SIGNATURE_DOMAIN),
      publicPoint,
    );
  } catch {
    // What is no point of its group has signed nothing.
    return false;
  }
}

/** Of signatures on G1, by RFC 9380. */
export const SIGNATURE_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
