import type { AccountEvent } from '../../../contracts/events/account.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';

/** What these events grant together, in EVO; `"0"` when nothing. */
export function grantedIn(events: readonly AccountEvent[]): string {
  const amounts = events.map((event) => (event.type === 'RewardGranted' ? parseSum(event.data.amount) : 0n));
  return formatEvo(amounts.reduce((sum, amount) => sum + amount, 0n));
}
