import { sealTexts } from '../../../../../contracts/seal-messages.ts';
import type { Seals } from '../api/ledger-queries.ts';

/** When an event that waits for its seal gets one; why none comes where that is known. */
export function whenSealed(seals: { readonly notary: Seals['notary'] } | undefined): string {
  const reason = seals?.notary.reason ?? null;
  return reason === null ? sealTexts.nextSeal(seals?.notary.sealsEvery) : sealTexts.nothingSealed(reason);
}
