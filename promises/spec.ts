import type { ProductPromise } from './promise.ts';
import { amounts } from './spec/amounts.ts';
import { onceRules } from './spec/once-rules.ts';
import { raffleRules } from './spec/raffle-rules.ts';

/** Amounts, limits and once-rules of the product. */
export const spec: readonly ProductPromise[] = [...amounts, ...onceRules, ...raffleRules];
