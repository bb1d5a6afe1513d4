import { createSoundClaims } from './sound-claims.ts';

const claims = createSoundClaims({
  openChannel: () => new BroadcastChannel('evo-sound'),
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
