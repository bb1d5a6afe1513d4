import { globSync } from 'node:fs';
import { basename } from 'node:path';

// `npm run bench -- NAME …` runs `NAME.bench.ts` of any room's `bench` folder, with the young space that the programs have
// (see `ledger/steady-heap.ts`): what is measured here runs with it, too.
const root = new URL('../', import.meta.url);
const benches = new Map(
  globSync('{ledger,projector,api,ui}/bench/*.bench.ts', { cwd: root }).map((path) => [
    basename(path, '.bench.ts'),
    new URL(path, root).href,
  ]),
);
const [name = '', ...args] = process.argv.slice(2);
const file = benches.get(name);

if (file) {
  const { bench } = await import(file);
  await bench(args);
} else {
  console.error(
    `usage: npm run bench -- NAME …\nNAME is one of: ${[...benches.keys()].toSorted().join(', ')}`,
  );
  process.exitCode = 1;
}
