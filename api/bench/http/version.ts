import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../ledger/testing/free-port.ts';
import type { Target } from './call.ts';
import { type World, writeSessions } from './world.ts';

/** One checkout of the program with an event store and a database of its own. */
export type Version = {
  readonly name: string;
  readonly target: Target;
  readonly databaseUrl: string;
  /** Of the read models. */
  readonly schema: string;
  readonly program: number;
  readonly store: number;
  stop(): Promise<void>;
};

/** One checkout of the program, started a moment ago. */
export type Launched = {
  readonly origin: string;
  /** Process ids. */
  readonly program: number;
  readonly store: number;
  readonly storeUrl: string;
  stop(): Promise<void>;
};

export type Place = {
  readonly folder: string;
  readonly ledger: string;
  readonly databaseUrl: string;
  readonly uiDist: string;
  /** A folder for Node's profiles of the program, where they are wanted. */
  readonly cpuProfiles?: string | undefined;
};

const READY_LIMIT = 600_000;

/** Starts the event store and the program, and waits for neither to have read anything. */
export async function launchVersion(root: string, superAdmin: string, place: Place): Promise<Launched> {
  const running = new Running(root);
  const store = await running.startStore(place.ledger);
  const flags = [...(await flagsOf(root, 'start')), ...profileTo(place)];
  const program = running.start([...flags, join(root, 'api/main.ts')], {
    PORT: '0',
    DATA_DIR: place.folder,
    UI_DIST: place.uiDist,
    DATABASE_URL: place.databaseUrl,
    EVENTSTORE_URL: store.storeUrl,
    PROJECTOR: 'in-process',
    SUPER_ADMIN_WALLET: superAdmin,
    VAULT_KEY,
    // What is measured is the work, not its limits.
    RATE_LIMIT_SCALE: '100000',
    CLAIM_NEEDS: 'nothing',
    ACCOUNTS_A_NETWORK: '1000000',
    ISSUANCE_A_DAY: '999999999',
    MAX_REWARDS_A_DAY: '1000000000',
    RAFFLE_RANDOMNESS: 'seed',
    // Nobody answers there; what waits for a mail is the queue.
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'error',
  });
  return { ...store, program: program.pid, origin: await program.url(), stop: () => running.stop() };
}

/** Starts the event store and the projector alone. */
export async function launchProjector(root: string, place: Place): Promise<Launched> {
  const running = new Running(root);
  const store = await running.startStore(place.ledger);
  const port = String(await freePort());
  const flags = [...(await flagsOf(root, 'start')), ...profileTo(place)];
  const program = running.start([...flags, join(root, 'projector/main.ts')], {
    DATABASE_URL: place.databaseUrl,
    EVENTSTORE_URL: store.storeUrl,
    METRICS_PORT: port,
    LOG_LEVEL: 'error',
  });
  return { ...store, program: program.pid, origin: `http://127.0.0.1:${port}`, stop: () => running.stop() };
}

/** Node's, with which a script of the checkout starts its program. */
async function flagsOf(root: string, script: 'start' | 'eventstore'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return String(scripts[script])
    .split(' ')
    .filter((word) => word.startsWith('--'));
}

const profileTo = ({ cpuProfiles }: Place) =>
  cpuProfiles ? ['--cpu-prof', '--cpu-prof-dir', cpuProfiles] : [];

/** The processes of one version. */
class Running {
  readonly #root: string;
  readonly #children: ChildProcess[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  start(args: readonly string[], env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, args, {
      cwd: this.#root,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    const { pid } = child;
    if (pid === undefined) throw new Error(`${args.join(' ')} did not start`);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${args.join(' ')} has ended`)));
    ended.catch(() => undefined);
    const line = once(createInterface(child.stdout), 'line');
    /** What the first line that it writes ends with. */
    const url = async () =>
      String(await Promise.race([line, ended]))
        .split(' ')
        .at(-1) ?? '';
    return { pid, url };
  }

  async startStore(ledger: string) {
    const main = join(this.#root, 'ledger/embedded/main.ts');
    const flags = await flagsOf(this.#root, 'eventstore');
    const store = this.start([...flags, main, '--file', ledger, '--port', '0'], {});
    return { store: store.pid, storeUrl: await store.url() };
  }

  async stop(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  }
}

/** The same each time, so that a program finds its own data again. */
const VAULT_KEY = randomBytes(32).toString('base64');

/** Starts a checkout and waits until it holds the whole ledger and everybody is signed in. */
export async function startVersion(
  { name, root }: { readonly name: string; readonly root: string },
  world: World,
  place: Place,
): Promise<Version> {
  const launched = await launchVersion(root, world.superAdmin, place);
  const { origin, program, store } = launched;
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 2 });
  try {
    await isReady(origin);
    await writeSessions(pool, world);
    // Autovacuum does the same, minutes later.
    await pool.query('vacuum analyze');
    return {
      ...{ name, program, store },
      target: { origin, port: Number(new URL(origin).port) },
      databaseUrl: place.databaseUrl,
      schema: await schemaOf(pool),
      stop: () => launched.stop(),
    };
  } finally {
    await pool.end();
  }
}

/** Until the read models hold the whole ledger. */
async function isReady(origin: string): Promise<void> {
  const until = performance.now() + READY_LIMIT;
  for (;;) {
    const answer = await fetch(new URL('/readyz', origin));
    if (answer.ok) return;
    if (performance.now() > until) throw new Error(`the program is not ready: ${await answer.text()}`);
    await sleep(200);
  }
}

/** Of the one set of read models that a database has. */
async function schemaOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    String.raw`select nspname as name from pg_namespace where nspname like 'read\_v%'`,
  );
  const [row, ...more] = rows;
  if (!row || more.length > 0) throw new Error('the database has not one set of read models');
  return row.name;
}
