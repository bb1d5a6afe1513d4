import * as z from 'zod/mini';
import type { LedgerEventOf } from './event.ts';

/** 32 bytes in lower-case hex. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Events under a root. */
const size = z.int().check(z.minimum(0));
/** A signer's public key as a C2SP signed-note verifier key: `<name>+<key id, 8 hex>+<base64>`. */
const verifierKey = z.string().check(z.maxLength(300), z.regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/));

/**
 * Events of the stream `seals`. The tree is RFC 6962's over the hashes of all other events of the ledger (32 bytes each)
 * in the order of `$all`; the events of this stream are no part of it.
 */
export const sealEvents = {
  /**
   * The notary's key from here on. The first stands by itself; each further one is signed with the key before it, over
   * the text `evo-rewards notary key\n<verifier key>\n`.
   */
  NotaryKeySet: {
    version: 1,
    data: z.strictObject({
      verifierKey,
      replaces: z.nullable(z.strictObject({ verifierKey, signature: z.base64() })),
    }),
  },
  LedgerSealed: {
    version: 1,
    data: z.strictObject({
      size,
      root: hash,
      /** The seal before, which is a prefix of this one; null for the first. */
      previous: z.nullable(z.strictObject({ size, root: hash })),
      /** Of the last event under the root; null where there is none. */
      position: z.nullable(z.string().check(z.regex(/^C:\d{1,20}\/P:\d{1,20}$/))),
      /** Line 1 of the C2SP tlog-checkpoint that was signed. */
      origin: z.string().check(z.maxLength(200), z.regex(/^\S+$/)),
      verifierKey,
      /** Ed25519, 64 bytes, over the checkpoint's text. */
      signature: z.base64(),
    }),
  },
} as const;

export type SealEvent = LedgerEventOf<typeof sealEvents>;
