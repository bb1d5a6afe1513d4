import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { NamedTest } from '../scripts/named-test.ts';
import type { Level } from './level.ts';

/** The part of vitest's JSON report that is looked at. */
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

export type FileResult = {
  /** From the top of the project. */
  readonly file: string;
  readonly tests: readonly { readonly title: string; readonly status: string }[];
  /** Why the file, or what it sets up, came to no test; undefined where its tests ran. */
  readonly broken: string | undefined;
};

export type Run = {
  readonly results: readonly FileResult[];
  /** What the runner said, for a run that came to no report. */
  readonly output: string;
  readonly isLate: boolean;
};

/** Files that share a machine with others make each other late, which is no answer to the question that is asked. */
const ALONE = ['--maxWorkers', '1'];

/** Tests, and at which levels they are run. */
export type AskedTests = { readonly tests: readonly NamedTest[]; readonly levels: readonly Level[] };

/** Runs the files of the named tests, whole: some tests go on from what those before them have left. */
export function runFiles(folder: string, { tests, levels }: AskedTests, limitMs: number): Promise<Run> {
  const files = [...new Set(tests.map(([file]) => file))];
  return runVitest(folder, ['run', ...projectsOf(levels), ...files, ...ALONE], limitMs);
}

const projectsOf = (levels: readonly Level[]) =>
  [...new Set(levels)].flatMap((level) => ['--project', level]);

/** Runs the named tests of a tree, and no others of their files. */
export function runNamed(folder: string, { tests, levels }: AskedTests, limitMs: number): Promise<Run> {
  const files = [...new Set(tests.map(([file]) => file))];
  const names = [...new Set(tests.map(([, name]) => titlePattern(name)))];
  return runVitest(
    folder,
    ['run', ...projectsOf(levels), ...files, ...ALONE, '-t', `(?:${names.join('|')})$`],
    limitMs,
  );
}

/** Runs what depends on the files, without a browser, up to the first failure. */
export function runRelated(folder: string, files: readonly string[], limitMs: number): Promise<Run> {
  const args = ['related', ...files, '--run', ...projectsOf(['unit', 'int', 'drills']), '--bail', '1'];
  return runVitest(folder, args, limitMs);
}

/** The runner looks for a pattern in the titles of a test and of its groups, which blanks hold them apart. */
function titlePattern(name: string): string {
  const parts = name.split(/%[sdifjo#]|\$\w+(?:\.\w+)*/).map((part) => RegExp.escape(part));
  return parts.join('[^]*');
}

async function runVitest(folder: string, args: readonly string[], limitMs: number): Promise<Run> {
  // The program ends: nobody waits for an answer.
  if (isStopped) return Promise.withResolvers<Run>().promise;
  const path = join(folder, 'test-results', 'sabotage.json');
  await rm(path, { force: true });
  // On a machine of many a test is tried again; here a failure is what is looked for.
  const { CI: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, '--reporter=json', `--outputFile.json=${path}`],
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
  );
  running.add(child.pid);
  let output = '';
  const listen = (part: Buffer) => {
    output = (output + part.toString()).slice(-20_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limitMs);
  await ended.finally(() => {
    clearTimeout(timer);
    running.delete(child.pid);
  });
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { results: [], output, isLate };
  const results = report.parse(JSON.parse(text)).testResults.map((one) => fileResult(folder, one));
  return { results, output, isLate };
}

/** Process ids of runs that are under way: each has a group of its own, which no key of the terminal ends. */
const running = new Set<number | undefined>();

let isStopped = false;

/** Ends what is under way; nothing is begun any more. */
export function endRuns(): void {
  isStopped = true;
  for (const pid of running) endGroup(pid);
}

/** The runner's own processes end with it. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}

function fileResult(folder: string, one: z.infer<typeof report>['testResults'][number]): FileResult {
  const file = one.name.slice(folder.length + 1).replaceAll('\\', '/');
  const hasFailed = one.assertionResults.some(({ status }) => status === 'failed');
  const broken = one.status === 'failed' && !hasFailed ? one.message || 'it did not load' : undefined;
  return { file, tests: one.assertionResults, broken };
}
