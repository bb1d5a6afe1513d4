import { defineConfig } from 'vitest/config';

/** The compose files in a Docker engine; `npm run test:compose` says whether there is one. */
export default defineConfig({
  test: {
    include: ['api/deployed/**/*.compose.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
  },
});
