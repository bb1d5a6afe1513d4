import { globSync } from 'node:fs';
import { createReader } from './asserting.ts';
import { testFaults } from './test-faults.ts';

/** Names every test of the project that cannot turn red, and exits 1 where there is one. */
const files = globSync(
  ['contracts', 'ledger', 'projector', 'api', 'ui/src', 'ui/build', 'ui/e2e', 'scripts', 'promises'].flatMap(
    (room) => ['test.ts', 'test.tsx', 'e2e.ts', 'chaos.ts'].map((end) => `${room}/**/*.${end}`),
  ),
);
const suites = globSync(['ledger/contract-suite/*.ts']);
const reader = createReader();
const all = [...new Set([...files, ...suites])].sort();
const faults = all.flatMap((file) => testFaults(file, reader));
for (const { file, line, why } of faults) console.error(`${file}:${line} ${why}`);
console.log(`${all.length} files of tests, ${faults.length} tests that cannot turn red`);
process.exit(faults.length === 0 ? 0 : 1);
