import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { keepFoldersInMemory } from './scripts/memory-folder.ts';
import { SlowestFiles } from './scripts/slowest-files.ts';
import { UnhandledErrors } from './scripts/unhandled-errors.ts';

/**
 * On a build machine that others share, what waits for a real process or browser may meet a stall: such a test is
 * tried once more there, and the report says so. At home a failure is a failure.
 */
const retry = process.env.CI ? 1 : 0;

/** The third try of a browser test is on a new program, where nothing is used up by the tries before. */
const retryOfScreens = process.env.CI ? 2 : 0;

keepFoldersInMemory();

const REPORT = `test-results/${process.env.REPORT ?? 'report'}.json`;

/** A condition is waited for as long as a busy machine may need; a second is the default. */
const patient = { poll: { timeout: 30_000 } };
const PATIENT = ['scripts/patient-waits.ts'];

/**
 * Files take turns in one process, which has loaded the modules already: a fifth of the time. What a test needs it
 * starts in ports and folders of its own, and no module keeps anything that another file could see.
 */
const isolate = false;

const COMPILED = 'scripts/compile-cache.ts';

/** One server for all tests, each with a database of its own, and what a test that needs a server of its own copies. */
const STACK = [COMPILED, 'projector/testing/cluster-template.ts', 'projector/testing/shared-postgres.ts'];

const SCREENS = 'ui/e2e/**/*.screens.e2e.ts';

const common = {
  isolate,
  expect: patient,
  setupFiles: PATIENT,
  // What a list holds that should hold nothing is said in the report, too, which has no room for more than the message.
  chaiConfig: { truncateThreshold: 600 },
  // What a program still says as its test file ends would fail the whole run, of which no test has failed: the runner
  // rejects, where nobody can catch it, what it has not yet passed on.
  disableConsoleIntercept: true,
};

/** What tests on the real stack have in common. */
const stack = {
  ...common,
  retry,
  env: { LEDGER: 'embedded' },
  globalSetup: STACK,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

const browser = {
  ...common,
  retry: retryOfScreens,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  globalSetup: [...STACK, 'ui/e2e/build-ui.ts'],
};

/** Tests of the write side that run on a ledger in memory, as unit tests, and once more on the real embedded node. */
const onEither = globSync('ledger/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('startEitherLedger()'),
);

const all = '{contracts,ledger,projector,api,ui,scripts,promises}/**/*';

const DRILLS = `${all}.drill.test.ts`;

/**
 * The file name tells the level: `*.test.ts` is pure and fast, `*.int.test.ts` runs on the real embedded
 * stack, `*.e2e.ts` in a real Chromium, `*.chaos.ts` is a long run that only `npm run chaos` starts. `*.drill.test.ts`
 * start, kill, upgrade, fill, back up or build anew whole programs, let stores freeze, fill up or forget, race for a
 * right, wait for the rounds of a beacon, search at random or measure at size: `npm run drills`, which has the tests of
 * the write side on the real node, too. Of the browser tests, `npm test` has how people come in with the Demo wallet,
 * claim and administer; `*.screens.e2e.ts` see all else: `npm run screens`.
 */
export default defineConfig({
  test: {
    reporters: [
      'default',
      new SlowestFiles(),
      ...(process.env.CI ? ['json', new UnhandledErrors(REPORT)] : []),
    ],
    outputFile: { json: REPORT },
    // Much of a test on the real stack is waiting for another process: with three, two cores had nothing to do for a
    // third of the time.
    maxWorkers: 4,
    // The Postgres of all tests ends last, after it has written what they left, on a disk that others write to, too.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          // What takes a second alone takes ten on a machine that does other work, too.
          testTimeout: 60_000,
          include: [`${all}.test.ts`, `${all}.test.tsx`],
          exclude: [`${all}.int.test.ts`, DRILLS, 'node_modules/**'],
          globalSetup: [COMPILED],
        },
      },
      { test: { ...stack, name: 'int', include: [`${all}.int.test.ts`] } },
      { test: { ...stack, name: 'drills', include: [DRILLS, ...onEither] } },
      { test: { ...browser, name: 'e2e', include: ['ui/e2e/**/*.e2e.ts'], exclude: [SCREENS] } },
      { test: { ...browser, name: 'screens', include: [SCREENS] } },
    ],
  },
});
