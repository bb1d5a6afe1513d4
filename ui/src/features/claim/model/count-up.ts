import { ONE_EVO } from '../../../../../contracts/money.ts';

/** Milliseconds that a claim takes to count up: long enough to be seen, too short to wait for. */
export const COUNT_UP_MS = 900;

const CENT = ONE_EVO / 100n;

/**
 * What is shown of an amount some time after it began to count up: fast at first, and exact at the end.
 * @param amount base units
 * @param elapsed milliseconds
 */
export function countedUp(amount: bigint, elapsed: number): bigint {
  const share = Math.min(1, Math.max(0, elapsed / COUNT_UP_MS));
  if (share === 1) return amount;
  const eased = 1 - (1 - share) ** 3;
  // A part in a thousand is a step that an eye takes for none.
  const part = (amount * BigInt(Math.floor(eased * 1_000))) / 1_000n;
  // Of less than a cent all digits would be shown, other ones each time.
  return part - (part % CENT);
}
