import { decimalNumber, typedArguments, wholeNumber } from '../typed-options.ts';

/** Accounts, users or events of one bench. */
export const MOST = 100_000_000;

/** The seconds that BENCH_SECONDS gives each measurement. @throws BadOption */
export const secondsOr = (usual: string): number =>
  decimalNumber('BENCH_SECONDS', process.env.BENCH_SECONDS ?? usual, 0.1, 3_600);

/**
 * The sizes that are typed behind a bench, or the usual ones.
 * @param what is counted, as its help calls it
 * @throws BadOption
 */
export function sizesOr(usual: readonly number[], args: readonly string[], what: string): readonly number[] {
  const { positionals } = typedArguments(args, {});
  return positionals.length > 0 ? positionals.map((text) => wholeNumber(what, text, 1, MOST)) : usual;
}
