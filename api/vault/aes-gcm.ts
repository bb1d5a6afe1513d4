import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D): keys of 32 bytes, a random nonce of 12, a tag of 16. */
const ALGORITHM = 'aes-256-gcm';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** What was sealed was altered, or sealed with another key or for another place. */
export class SealBroken extends Error {
  constructor(cause?: unknown) {
    super('a sealed text cannot be opened with its key', { cause });
    this.name = 'SealBroken';
  }
}

/** Nonce, tag and ciphertext in base64url. `place` is bound to it: it opens at the same place only. */
export function encrypt(
  key: Buffer,
  place: string,
  plain: Buffer,
  nonce: Buffer = randomBytes(NONCE_BYTES),
): string {
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws SealBroken */
export function decrypt(key: Buffer, place: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealBroken(error);
  }
}
