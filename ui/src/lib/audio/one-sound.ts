import { openChannel } from '../storage/open-channel.ts';
import { createSoundClaims } from './sound-claims.ts';

/** Where tabs cannot talk each has a sound of its own. */
const toNobody = { onmessage: null, postMessage() {}, close() {} };

const claims = createSoundClaims({
  openChannel: () => openChannel('evo-sound') ?? { ...toNobody },
  now: Date.now,
  newId: () => crypto.getRandomValues(new Uint32Array(4)).join('-'),
});

/**
 * Takes the sound: whoever else has it, in this tab or in another one of this site, is told and must fall silent.
 * Of two tabs that take it at once exactly one is told.
 * @param onTaken called once, when somebody else takes the sound before `release`
 */
export function claimSound(onTaken: () => void): { release(): void } {
  return claims.claim(onTaken);
}

/** Whether anything of this site sounds now, in this tab or in another one. */
export const isSoundTaken = claims.isTaken;

/** Tells of whoever takes the sound in this tab, before they have it. */
export const onSoundClaim = claims.onClaim;
