import { ed25519 } from '@noble/curves/ed25519.js';
import { formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { base64Of } from '../../proof/base64.ts';
import { bytesToHex } from '../../proof/bytes.ts';
import { checkpointText } from '../../proof/checkpoint.ts';
import { type CompactRange, rangeRoot } from '../../proof/compact-range.ts';
import { type NotaryKey, successionText } from '../../proof/notary-keys.ts';
import { parseVerifierKey, signText, verifierKeyOf } from '../../proof/signed-note.ts';
import type { Seeds } from '../../seed-file.ts';
import type { Seal, SealsState } from './seals.ts';

/**
 * The key that has to stand in the ledger before this notary can sign. Undefined when it does already.
 * @param origin of a ledger that has no key yet; one that has keeps its own
 * @throws ForeignKey when the ledger's key is none of these
 */
export function nextKey(state: SealsState, seeds: Seeds, origin: string): NotaryKey | undefined {
  const [newest] = seeds;
  const current = state.verifierKey;
  if (current === null) return { verifierKey: keyOf(origin, newest), replaces: null };
  const name = parseVerifierKey(current)?.name ?? origin;
  const verifierKey = keyOf(name, newest);
  if (verifierKey === current) return undefined;
  const old = seeds.find((seed) => keyOf(name, seed) === current);
  if (!old) throw new ForeignKey(current);
  const { signature } = signText(successionText(verifierKey), name, old);
  return { verifierKey, replaces: { verifierKey: current, signature: base64Of(signature) } };
}

/** The seal of a range, signed. The state's key is that of the seed. */
export function signedSeal(
  { verifierKey, last }: SealsState & { readonly verifierKey: string },
  seed: Uint8Array,
  range: CompactRange,
  position: LedgerPosition | undefined,
): Seal {
  const origin = parseVerifierKey(verifierKey)?.name ?? '';
  const root = rangeRoot(range);
  const text = checkpointText({ origin, size: range.size, root });
  return {
    size: range.size,
    root: bytesToHex(root),
    previous: last && { size: last.size, root: last.root },
    position: position ? formatPosition(position) : null,
    origin,
    verifierKey,
    signature: base64Of(signText(text, origin, seed).signature),
  };
}

const keyOf = (name: string, seed: Uint8Array): string => verifierKeyOf(name, ed25519.getPublicKey(seed));

/** The ledger's seals are signed with a key that this notary does not have. */
export class ForeignKey extends Error {
  constructor(verifierKey: string) {
    super(`the key of the ledger's seals is ${verifierKey}, and this program has not got it`);
    this.name = 'ForeignKey';
  }
}
