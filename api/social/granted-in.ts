import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';

/** What these events grant together, in EVO; `"0"` when nothing. */
export function grantedIn(events: readonly AccountEvent[]): string {
  const amounts = events.map((event) => (event.type === 'RewardGranted' ? parseEvo(event.data.amount) : 0n));
  return formatEvo(amounts.reduce((sum, amount) => sum + amount, 0n));
}
