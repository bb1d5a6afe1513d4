import { type Lane, type Measurement, measure } from '../../ledger/bench/measure.ts';

/**
 * Measures several things in turns, so that whatever else the machine does meets all of them; the median round of
 * each counts.
 * @param seconds of each thing, all rounds together, without the warm-up
 */
export async function measureInTurns(
  things: readonly (readonly Lane[])[],
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<Measurement[]> {
  const results: Measurement[][] = things.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, lanes] of things.entries()) {
      results[index]?.push(await measure(lanes, seconds / rounds));
    }
  }
  return results.map((of) => {
    const middle = of.toSorted((a, b) => a.p50 - b.p50)[Math.floor(rounds / 2)];
    if (!middle) throw new Error('nothing was measured');
    return middle;
  });
}
