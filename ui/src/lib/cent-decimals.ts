import { decimalsOf, ONE_EVO, parseSum } from '../../../contracts/money.ts';

/** What a place of two decimals shows at the least. */
const DECIMALS = 2;
const CENT = ONE_EVO / 100n;

/**
 * Decimals of an amount in a place of two: one below a cent is shown whole, for `0.00` would say that there is nothing.
 * @param amount EVO in normal form, as the API gives it
 */
export function centDecimals(amount: string): number {
  const units = parseSum(amount);
  return units < CENT && units > -CENT ? decimalsOf(units, DECIMALS) : DECIMALS;
}
