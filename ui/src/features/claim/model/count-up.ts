/** Milliseconds that a claim takes to count up: long enough to be seen, too short to wait for. */
export const COUNT_UP_MS = 900;

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
  return (amount * BigInt(Math.floor(eased * 1_000))) / 1_000n;
}
