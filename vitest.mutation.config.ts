import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThread } from './scripts/kept-threads.ts';

/** The tests that `npm run mutate` runs: those without a server of the rooms, or the files, that it names. */
const rooms = (process.env.MUTATION_TESTS ?? '').split(',').filter((room) => room !== '');

/** What makes a test cost more than a few milliseconds, the dearest first. */
const COSTS = [/simulat/i, /startProcesses|hrtime|performance\.now/, /CommandHandler/, /fast-check/];

/** Of one change the cheapest tests are asked first: nine of ten changes are noticed by those. */
class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) => {
      const text = readFileSync(moduleId, 'utf8');
      const dearest = COSTS.findIndex((sign) => sign.test(text));
      return dearest < 0 ? 0 : COSTS.length - dearest;
    };
    const costs = new Map(files.map((file) => [file, cost(file)]));
    return files.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
  }
}

/**
 * What loads modules anew in the midst of a test would have what runs once, when a module is loaded, count as reached by
 * that test alone, and so as noticed by hardly any.
 */
const loadingAnew = globSync('{api,contracts,ledger,projector,ui}/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').includes('vi.resetModules()'),
);

export default defineConfig({
  plugins: [
    {
      name: 'keep-threads',
      configureVitest({ project }) {
        project.config.pool = 'kept-threads';
        project.config.poolRunner = { name: 'kept-threads', createPoolWorker: keptThread };
      },
    },
  ],
  test: {
    include: rooms.flatMap((room) =>
      room.endsWith('.ts') ? [room] : [`${room}/**/*.test.ts`, `${room}/**/*.test.tsx`],
    ),
    exclude: [
      '**/*.int.test.ts',
      '**/*.drill.test.ts',
      'node_modules/**',
      // What compares the text of the code with a digest of it notices every change, and means none.
      'projector/versions/*.test.ts',
      // What runs on threads of its own meets no change there, and takes minutes.
      'ledger/audit/hashing/*.test.ts',
      'ledger/embedded/**',
      // What folds thousands of events again and again: `kept-streams.test.ts` asks the same of shorter streams.
      'ledger/long-stream.test.ts',
      ...loadingAnew,
    ],
    // One thread for all tests of a change, and for the next change: a tenth of the time.
    isolate: false,
    setupFiles: ['./scripts/fresh-modules.ts'],
    sequence: { sequencer: CheapestFirst },
    // A machine that does other work, too, may take longer than the second that is the default.
    expect: { poll: { timeout: 3_000 } },
    // What never ends is noticed by that, too.
    testTimeout: 8_000,
  },
});
