import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` runs: those without a server of the rooms that it names. */
const rooms = (process.env.MUTATION_TESTS ?? '').split(',').filter((room) => room !== '');

export default defineConfig({
  test: {
    include: rooms.flatMap((room) => [`${room}/**/*.test.ts`, `${room}/**/*.test.tsx`]),
    // What compares the text of the code with a digest of it notices every change, and means none.
    exclude: ['**/*.int.test.ts', 'projector/versions/*.test.ts', 'node_modules/**'],
    // Beside other work, and with every line of the area counted.
    testTimeout: 120_000,
  },
});
