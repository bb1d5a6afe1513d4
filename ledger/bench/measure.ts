export type Measurement = {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
};

/** One worker's next operation. Lanes run side by side, each one operation at a time. */
export type Lane = () => Promise<unknown>;

/** Runs the lanes for `seconds` after a short warm-up and measures every operation. */
export async function measure(lanes: readonly Lane[], seconds: number): Promise<Measurement> {
  await run(lanes, seconds / 3);
  const { times, elapsed } = await run(lanes, seconds);
  times.sort();
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { perSecond: times.length / (elapsed / 1000), p50: at(0.5), p99: at(0.99) };
}

async function run(
  lanes: readonly Lane[],
  seconds: number,
): Promise<{ times: Float64Array; elapsed: number }> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let before = performance.now(); before < end; ) {
        await lane();
        const after = performance.now();
        times.push(after - before);
        before = after;
      }
    }),
  );
  return { times: Float64Array.from(times), elapsed: performance.now() - start };
}
