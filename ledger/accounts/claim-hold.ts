import type { AccountEvent } from '../../contracts/events/account.ts';
import type { HoldClaims, ReleaseClaims } from './commands.ts';
import { ClaimsHeldAlready, ClaimsNotHeld } from './errors.ts';
import type { AccountState } from './state.ts';

/**
 * Holds what an account may claim; what it earns meanwhile stays pending.
 * @throws ClaimsHeldAlready, ClaimsNotHeld when another hold came after the one that is to be taken up again
 */
export function holdClaims({ holdId, reason, again }: HoldClaims, { hold }: AccountState): AccountEvent[] {
  if (hold?.goesOn) throw new ClaimsHeldAlready();
  if (again !== undefined && hold?.holdId !== again) throw new ClaimsNotHeld();
  return [{ type: 'ClaimsHeld', data: { holdId, reason, ...(again !== undefined && { again }) } }];
}

/** @throws ClaimsNotHeld */
export function releaseClaims({ holdId, reason }: ReleaseClaims, { hold }: AccountState): AccountEvent[] {
  if (!hold?.goesOn || (holdId !== undefined && hold.holdId !== holdId)) throw new ClaimsNotHeld();
  return [{ type: 'ClaimsReleased', data: { holdId: hold.holdId, reason } }];
}
