import { TOOLTIP } from '../../../../contracts/constants.ts';

let lastClosedAt = Number.NEGATIVE_INFINITY;

/** How long to wait before a tooltip opens: not at all where a neighbour's closed a moment ago. */
export function openDelay(now: number): number {
  return now - lastClosedAt <= TOOLTIP.skipDelayMs ? 0 : TOOLTIP.openDelayMs;
}

export function tooltipClosed(now: number): void {
  lastClosedAt = now;
}
