import type * as z from 'zod/mini';
import type { getSeals } from '../../../contracts/api/ledger-seals.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { sealTexts } from '../../../contracts/seal-messages.ts';
import { parseVerifierKey } from '../../../ledger/proof/signed-note.ts';
import type { Witness } from '../../../ledger/witness/ask-witness.ts';
import type { SealRow } from '../../../projector/read-models/log/queries.ts';
import type { StoredCosignature } from '../../notary/checkpoint.ts';
import type { NotaryStatus } from '../../notary/status.ts';
import { type WitnessRow, witnessKey } from '../../notary/witnesses.ts';

type Seals = z.input<typeof getSeals.response>;

/**
 * @param origin of a ledger that has no key yet; the name of its key is its origin
 * @param sealEveryMs milliseconds
 */
export function presentNotary(
  origin: string,
  verifierKey: string | undefined,
  status: NotaryStatus | undefined,
  hasKey: boolean,
  sealEveryMs: number,
): Seals['notary'] {
  return {
    origin: parseVerifierKey(verifierKey ?? '')?.name ?? origin,
    verifierKey: verifierKey ?? null,
    state: status?.state ?? 'starting',
    reason: whyNotSealing(status, hasKey),
    sealsEvery: sealEveryMs / 1_000,
  };
}

/** What is said where there is no seal: why none comes, or when the first one does. @param sealEveryMs milliseconds */
export const whyUnsealed = (status: NotaryStatus | undefined, hasKey: boolean, sealEveryMs: number): string =>
  whyNotSealing(status, hasKey) ?? sealTexts.notSealed(sealEveryMs / 1_000);

/** Null where nothing is wrong. */
const whyNotSealing = (status: NotaryStatus | undefined, hasKey: boolean): string | null =>
  status ? status.reason : hasKey ? null : sealTexts.noKey;

export function presentSeal(
  seal: SealRow,
  cosignatures: readonly StoredCosignature[],
): Seals['seals'][number] {
  const own = cosignatures.filter(({ size }) => size === seal.size);
  return {
    size: seal.size,
    root: seal.root,
    sealedAt: seal.sealedAt.toISOString(),
    eventId: seal.eventId,
    ledgerPosition: formatPosition(seal.position),
    cosignatures: own.map(({ verifierKey, at }) => ({
      name: parseVerifierKey(verifierKey)?.name ?? verifierKey,
      verifierKey,
      at: at.toISOString(),
    })),
  };
}

export function presentWitness(
  witness: Witness,
  known: ReadonlyMap<string, WitnessRow>,
  newest: SealRow | undefined,
): Seals['witnesses'][number] {
  const verifierKey = witnessKey(witness);
  const row = known.get(verifierKey);
  const isBehind = row?.state === 'agrees' && (row.size ?? 0) < (newest?.size ?? 0);
  return {
    name: witness.key.name,
    verifierKey,
    state: isBehind ? 'behind' : (row?.state ?? 'unasked'),
    size: row?.size ?? null,
    at: row?.cosignedAt?.toISOString() ?? null,
    detail: row?.detail ?? null,
  };
}
