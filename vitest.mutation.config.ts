import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` runs: those without a server of the rooms that it names. */
const rooms = (process.env.MUTATION_TESTS ?? '').split(',').filter((room) => room !== '');

export default defineConfig({
  test: {
    include: rooms.flatMap((room) => [`${room}/**/*.test.ts`, `${room}/**/*.test.tsx`]),
    exclude: ['**/*.int.test.ts', 'node_modules/**'],
    // Beside other work, and with every line of the area counted.
    testTimeout: 120_000,
  },
});
