import { EVO_DECIMALS } from '../contracts/money.ts';

/**
 * Base units of what a `numeric` column or a sum of them gives (`"25.000000000000000000"`, `"-3"`). Unlike an
 * amount in an event it has no bound: the program as a whole may issue more than one account can hold.
 */
export function amountFromSql(text: string): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(EVO_DECIMALS, '0'));
}
