import { defineConfig } from 'vitest/config';

/** Long runs: against killed processes and failing networks, and over much data or time; one file at a time. */
export default defineConfig({
  test: {
    include: ['{ledger,projector,api}/**/*.chaos.ts', 'ui/e2e/**/*.chaos.ts'],
    globalSetup: ['projector/testing/cluster-template.ts', 'ui/e2e/build-ui.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
