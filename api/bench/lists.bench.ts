import { Agent } from 'node:http';
import pg from 'pg';
import { userFilter, userSort } from '../../contracts/api/admin-users.ts';
import { MOST } from '../../ledger/bench/asked.ts';
import { printTable } from '../../ledger/bench/table.ts';
import { decimalNumber, typedNumber, typedOptions } from '../../ledger/typed-options.ts';
import { fillUserList } from '../testing/many-users.ts';
import { type Call, send, type Target } from './http/call.ts';
import { startGround } from './http/ground.ts';
import { signedIn } from './http/lanes.ts';
import type { Version } from './http/version.ts';
import type { Somebody } from './http/world.ts';

export const HELP = `npm run bench -- lists [--before FOLDER] [--users 1000000] [--in-flight 16] [--seconds 2] [--only search]
  --only: the questions whose names have this part`;

/**
 * The admins' list of users over very many of them, asked from outside: every sort of every filter, further pages, and
 * searches that find one, some, very many and nobody. All ask for the same page at once, as the panels of all admins do after an
 * act, but where it says that each asks for another; what is searched is another part of a name each time.
 */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, {
    before: { type: 'string' },
    users: { type: 'string', default: '1000000' },
    'in-flight': { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  });
  const users = typedNumber('users', values.users, 1, MOST);
  const inFlight = typedNumber('in-flight', values['in-flight'], 1, 10_000);
  const seconds = decimalNumber('--seconds', values.seconds, 0.1, 3_600);
  const ground = await startGround(PEOPLE, values.before);
  const undo: (() => Promise<void>)[] = [() => ground.stop()];
  try {
    const versions: Version[] = [];
    for (const checkout of ground.checkouts) {
      const version = await ground.start(checkout);
      versions.push(version);
      undo.push(() => version.stop());
      const pool = new pg.Pool({ connectionString: version.databaseUrl, max: 1 });
      await fillUserList(pool, users, {
        withoutBalance: EMPTY_HANDED,
        schema: version.schema,
      });
      await pool.end();
    }
    const load = { inFlight, ms: seconds * 1_000 };
    const rows: string[][] = [];
    for (const { name, query } of QUESTIONS.filter((one) => one.name.includes(values.only))) {
      for (const version of versions) {
        const times = await askedOf(version.target, ground.world.admin, query, load);
        const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1) ?? '';
        rows.push([name, version.name, String(times.length), at(0.5), at(0.99)]);
      }
    }
    printTable([[`${load.inFlight} in flight`, '', 'answers', 'p50 ms', 'p99 ms'], ...rows]);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

const PEOPLE = 200;
/** Every so manieth account has nothing. */
const EMPTY_HANDED = 3;

/** A question as the query of its address; `n` is another one each time. */
type Query = (n: number) => string;

/** Eight digits that no two numbers share, as names and wallets have them. */
const digits = (n: number) =>
  Math.imul(n + 1, 0x9e3779b1)
    .toString(16)
    .replace('-', '')
    .padStart(8, '0');
const part =
  (length: number): Query =>
  (n) =>
    `search=${digits(n).slice(0, length)}`;

/** Of pages; more than ask at once, unless more do than usual. */
const SIZES = 20;

const QUESTIONS: readonly { readonly name: string; readonly query: Query }[] = [
  ...userSort.options.flatMap((sort) =>
    userFilter.options.map((filter) => ({
      name: `sort ${sort}, filter ${filter}`,
      query: () => `sort=${sort}&filter=${filter}`,
    })),
  ),
  // Those who ask the same at once are told together, so each asks for a page of another size.
  ...userSort.options.map((sort) => ({
    name: `sort ${sort}, each another page`,
    query: (n: number) => `sort=${sort}&limit=${100 - (n % SIZES)}`,
  })),
  ...[7, 6, 5, 4, 3, 2].map((length) => ({ name: `search of ${length} digits`, query: part(length) })),
  ...userFilter.options.map((filter) => ({
    name: `search of 4 digits, filter ${filter}`,
    query: (n: number) => `${part(4)(n)}&filter=${filter}&sort=highest`,
  })),
  ...userFilter.options.map((filter) => ({
    name: `search of what all have, filter ${filter}`,
    query: () => `search=example&filter=${filter}&sort=lowest`,
  })),
  { name: 'search of two letters that nobody has', query: () => 'search=zq' },
  { name: 'search of a letter', query: () => 'search=e' },
];

/** @returns milliseconds of each answer, the shortest first */
async function askedOf(
  target: Target,
  admin: Somebody,
  query: Query,
  { inFlight, ms }: { readonly inFlight: number; readonly ms: number },
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const ask = (n: number) => {
    const call: Call = { method: 'GET', path: `/api/admin/users?${query(n)}`, headers: signedIn(admin) };
    return send(agent, target, call);
  };
  // What the first ones of a kind make ready is no part of it.
  for (let n = 0; n < WARM; n++) await ask(n);
  const times: number[] = [];
  const end = performance.now() + ms;
  let next = WARM;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let at = performance.now(); at < end; ) {
        await ask(next++);
        const after = performance.now();
        times.push(after - at);
        at = after;
      }
    }),
  );
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

const WARM = 10;
