import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { bareAddress } from '../../contracts/bare-address.ts';
import { isOrigin } from '../../ledger/proof/checkpoint.ts';
import { COSIGNATURE_V1, MAX_SIGNATURES, parseVerifierKey } from '../../ledger/proof/signed-note.ts';
import type { Witness } from '../../ledger/witness/ask-witness.ts';
import { namesUser } from '../names-user.ts';

/** How this program seals its ledger. */
export type NotaryConfig = {
  /** A file of keys; undefined: the one of the data folder, or none where there is no data folder. */
  readonly keyFile: string | undefined;
  /** Of a ledger that has no key yet; undefined: the public URL's host with `/ledger`. */
  readonly origin: string | undefined;
  /** Milliseconds between two seals at the most, while there is something to seal. */
  readonly sealEveryMs: number;
  readonly witnesses: readonly Witness[];
};

/** Whether a text is what stands in such a file. Taken for the name of one, it would be told as that of a file that is not there. */
const isKey = (text: string): boolean => /^([A-Za-z0-9+/]{43}=\s*)+$/.test(text);

/** The settings of the seals, for those of the whole program. */
export const notarySettings = {
  NOTARY_KEY: z.optional(
    z
      .string()
      .check(z.refine((text) => !isKey(text), 'must be the name of a file with the key, not the key')),
  ),
  LEDGER_ORIGIN: z.optional(
    z.string().check(z.refine(isOrigin, 'must be a URL without a scheme, without spaces and without +')),
  ),
  SEAL_SECONDS: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/, 'must be a whole number')),
      z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(3_600))),
    ),
    60,
  ),
  WITNESSES: z.optional(
    z.pipe(
      z.string(),
      z.transform((text, ctx) => {
        const parsed = parseWitnesses(text);
        if (typeof parsed !== 'string') return parsed;
        ctx.issues.push({ code: 'custom', message: parsed, input: text });
        return z.NEVER;
      }),
    ),
  ),
};

type NotarySettings = {
  readonly NOTARY_KEY?: string | undefined;
  readonly LEDGER_ORIGIN?: string | undefined;
  readonly SEAL_SECONDS: number;
  readonly WITNESSES?: readonly Witness[] | undefined;
};

export function notaryConfig(settings: NotarySettings): NotaryConfig {
  const { NOTARY_KEY, LEDGER_ORIGIN, SEAL_SECONDS, WITNESSES = [] } = settings;
  return {
    keyFile: NOTARY_KEY === undefined ? undefined : resolve(NOTARY_KEY),
    origin: LEDGER_ORIGIN,
    sealEveryMs: SEAL_SECONDS * 1_000,
    witnesses: WITNESSES,
  };
}

const MOST_WITNESSES = MAX_SIGNATURES - 1;

/**
 * `<verifier key> <url>` each, on lines of their own or between commas.
 * @returns a text that says what is wrong, in the place of the witnesses
 */
function parseWitnesses(text: string): readonly Witness[] | string {
  const parts = text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const witnesses: Witness[] = [];
  for (const part of parts) {
    const [keyText = '', urlText = '', ...more] = part.split(/\s+/);
    const key = parseVerifierKey(keyText);
    if (key?.type !== COSIGNATURE_V1) return 'must begin each witness with its verifier key of type 0x04';
    const isUrl = URL.canParse(urlText) && ['http:', 'https:'].includes(new URL(urlText).protocol);
    if (!isUrl || more.length > 0) return `must name one http or https URL behind the key of ${key.name}`;
    // It would be asked in vain, and everyone told of the address in the reason.
    if (namesUser(urlText)) return `must name no user and no password behind the key of ${key.name}`;
    if (witnesses.some((known) => known.key.name === key.name && known.key.keyId === key.keyId)) {
      return `names ${key.name} twice`;
    }
    witnesses.push({ key, url: bareAddress(urlText) });
  }
  // Beside the notary's own, a checkpoint with all of them could be read by nobody.
  if (witnesses.length > MOST_WITNESSES) return `names more than ${MOST_WITNESSES} witnesses`;
  return witnesses;
}
