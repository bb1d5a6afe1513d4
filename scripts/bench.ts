import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { asksForHelp, BadOption, runCommand } from '../ledger/typed-options.ts';

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
const names = [...benches.keys()].toSorted().join(', ');

await runCommand('bench', async () => {
  const file = benches.get(name);
  if (!file && asksForHelp([name, ...args]))
    return console.log(
      `npm run bench -- NAME …\n  NAME is one of ${names}; npm run bench -- NAME --help says more`,
    );
  if (!file) throw new BadOption(`There is no bench '${name}'; there are ${names}`);
  const { bench, HELP } = await import(file);
  if (asksForHelp(args)) return console.log(HELP);
  await bench(args);
});
// One of the packages that a bench loads ends a process that has nothing left to do with 0.
if (process.exitCode !== undefined) process.exit();
