import { defineConfig } from 'vitest/config';

/** The whole program on stores that are there already; `npm run test:deployed` finds or starts them. */
export default defineConfig({
  test: {
    include: ['api/deployed/**/*.deployed.ts', 'ledger/contract-suite/event-store-db.int.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
  },
});
