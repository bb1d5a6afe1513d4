import { FEWEST_ACTS, MOST_ACTS } from '../../../ledger/bench/filling/fill-ledger.ts';
import { printTable } from '../../../ledger/bench/table.ts';
import { runCommand, typedNumber, typedOptions } from '../../../ledger/typed-options.ts';
import { measureAt, type Row } from './measure-at.ts';

const HELP = `npm run scale -- [--users 1000000] [--steps 3] [--acts ${MOST_ACTS}]
  measures a tenth of a tenth of the users, a tenth, and all of them; --steps 2 leaves the smallest out
  each has done so many acts; with ${FEWEST_ACTS}, to join and to claim, a ledger of many users is a quarter as long`;

/**
 * What each thing costs with ever more users: the whole program, its event store and its Postgres as processes, on ledgers of a
 * year's history. One table: each line at each size, and the exponent by which it grows (1: twice the users, twice as much;
 * 0: the same), from the smallest size to the largest.
 */
async function main(): Promise<void> {
  const values = typedOptions(process.argv.slice(2), {
    users: { type: 'string', default: '1000000' },
    steps: { type: 'string', default: '3' },
    acts: { type: 'string', default: String(MOST_ACTS) },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return console.log(HELP);
  const users = typedNumber('users', values.users, 100, Number.MAX_SAFE_INTEGER);
  const steps = typedNumber('steps', values.steps, 2, 5);
  const acts = typedNumber('acts', values.acts, FEWEST_ACTS, MOST_ACTS);
  const sizes = Array.from({ length: steps }, (_, step) => Math.round(users / 10 ** (steps - 1 - step)));
  const columns: (readonly Row[])[] = [];
  for (const size of sizes) {
    columns.push(
      await measureAt({ users: size, acts }, (text) =>
        console.error(`${size.toLocaleString('en-US')} users: ${text}`),
      ),
    );
    // What is known is shown, should the next size be the machine's end.
    print(sizes.slice(0, columns.length), columns);
  }
}

function print(sizes: readonly number[], columns: readonly (readonly Row[])[]): void {
  const [first] = columns;
  const rows = (first ?? []).map(({ name, show }, at) => {
    const values = columns.map((column) => column[at]?.value ?? Number.NaN);
    return [name, ...values.map(show), exponent(sizes, values)];
  });
  console.log('');
  printTable([['', ...sizes.map((size) => `${size.toLocaleString('en-US')} users`), 'exponent'], ...rows]);
}

/** Of the growth from the smallest size to the largest. */
function exponent(sizes: readonly number[], values: readonly number[]): string {
  const [from, to, least, most] = [sizes[0], sizes.at(-1), values[0], values.at(-1)];
  if (!from || !to || from === to || !least || !most) return '';
  return (Math.log(most / least) / Math.log(to / from)).toFixed(2);
}

await runCommand('scale', main);
