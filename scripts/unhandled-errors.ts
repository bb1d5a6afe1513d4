import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import * as z from 'zod/mini';

/** What was thrown outside of every test, each as its stack: the run has failed then, though no test has. */
export const unhandledErrors = z.array(z.string());

type Thrown = { readonly stack?: string | undefined; readonly message: string };

/** Keeps what was thrown outside of every test, of which the runner's own JSON report has nothing. */
export class UnhandledErrors implements Reporter {
  readonly #path: string;

  /** @param report path of the JSON report of the run, beside which it is kept */
  constructor(report: string) {
    this.#path = besideReport(report);
  }

  async onTestRunEnd(_modules: readonly TestModule[], thrown: readonly Thrown[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(
      this.#path,
      JSON.stringify(
        thrown.map(({ stack, message }) => (stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`)),
      ),
    );
  }
}

/** Path of the file with what was thrown outside of every test of a run, by the path of the run's JSON report. */
export function besideReport(report: string): string {
  return report.replace(/\.json$/, '.unhandled.json');
}
