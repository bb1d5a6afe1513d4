import { read, remove, write } from '../../../lib/storage/browser-storage.ts';
import { type RememberedSeal, rememberedSeal, rootOf } from './continuity.ts';
import type { VerifyRequest } from './verify-export/protocol.ts';

const KEY = 'sealedLedger';

/** Undefined where nothing is remembered, or nothing that can be read. */
export function recallSeal(): RememberedSeal | undefined {
  try {
    return rememberedSeal.parse(JSON.parse(read(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Another tab may have seen a newer one meanwhile, which stays. */
export function rememberSeal(seal: RememberedSeal): void {
  const known = recallSeal();
  const [old, next] = [known && rootOf(known), rootOf(seal)];
  if (old && next && old.size > next.size) return;
  write(KEY, JSON.stringify(seal));
}

/** For a check against it: its size, its root, itself as it was signed, and the key of the notary. */
export function rememberedRoot(): VerifyRequest['remembered'] {
  const seal = recallSeal();
  const root = seal && rootOf(seal);
  return root && { ...root, checkpoint: seal.checkpoint, verifierKey: seal.verifierKey };
}

export const forgetSeal = (): void => remove(KEY);
