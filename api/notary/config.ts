import { COSIGNATURE_V1, parseVerifierKey } from '../../ledger/proof/signed-note.ts';
import type { Witness } from '../../ledger/witness/ask-witness.ts';

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

/**
 * `<verifier key> <url>` each, on lines of their own or between commas.
 * @returns a text that says what is wrong, in the place of the witnesses
 */
export function parseWitnesses(text: string): readonly Witness[] | string {
  const parts = text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const witnesses: Witness[] = [];
  for (const part of parts) {
    const [keyText = '', urlText = '', ...more] = part.split(/\s+/);
    const key = parseVerifierKey(keyText);
    if (key?.type !== COSIGNATURE_V1) return `must begin each witness with its verifier key of type 0x04`;
    const isUrl = URL.canParse(urlText) && ['http:', 'https:'].includes(new URL(urlText).protocol);
    if (!isUrl || more.length > 0) return `must name one http or https URL behind the key of ${key.name}`;
    if (witnesses.some((known) => known.key.name === key.name && known.key.keyId === key.keyId)) {
      return `names ${key.name} twice`;
    }
    witnesses.push({ key, url: urlText.replace(/\/+$/, '') });
  }
  return witnesses;
}
