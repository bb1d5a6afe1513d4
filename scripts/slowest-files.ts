import type { Reporter, TestModule } from 'vitest/node';

/** How many files are named. */
const NAMED = 10;

/** At the end of a run, the files that took longest: what makes the suite slow is seen when it comes. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= NAMED) return;
    process.stdout.write(`\n${slowestIn(modules.map(timeOf)).join('\n')}\n`);
  }
}

/** A file, its tests, and milliseconds from its first hook to its last. */
export type FileTime = { readonly name: string; readonly tests: number; readonly ms: number };

const timeOf = (module: TestModule): FileTime => ({
  name: module.relativeModuleId,
  tests: [...module.children.allTests()].length,
  ms: module.diagnostic().duration,
});

/** Lines for people: the slowest first, and what they are of the whole. */
export function slowestIn(files: readonly FileTime[]): string[] {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, NAMED);
  const total = (of: readonly FileTime[]) => of.reduce((sum, { ms }) => sum + ms, 0);
  const share = Math.round((100 * total(slowest)) / (total(files) || 1));
  return [
    `The ${slowest.length} slowest of ${files.length} files, ${share} % of the time of all:`,
    ...slowest.map(
      ({ name, tests, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name} (${tests} tests)`,
    ),
  ];
}
