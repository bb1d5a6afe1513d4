import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../../contracts/error-code.ts';
import { startKillableNode } from '../../../ledger/embedded/testing/killable-node.ts';
import { clusterPaths } from '../../../projector/embedded-postgres/cluster.ts';
import { pidFile } from '../../../projector/embedded-postgres/orphan.ts';
import { startEmbeddedPostgres } from '../../../projector/embedded-postgres.ts';
import { copyCluster } from '../../../projector/testing/cluster-template.ts';
import { portOf, throughPort } from '../../../projector/testing/through-port.ts';

const run = promisify(execFile);

/** A store that runs in processes of its own and can be taken away: it begins anew on its data, on another port. */
export type Machine = {
  /** Where it listens now. */
  port(): number;
  /** For a client that goes through `port`. */
  addressAt(port: number): string;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** After it was killed, or has ended by itself. */
  start(): Promise<void>;
  /** Whether it takes connections. */
  isUp(): Promise<boolean>;
  /** SIGSTOP: all connections stay open, and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
};

/** The embedded node as a process of its own; it announces the 100 calls of a connection as EventStoreDB does. */
export async function eventStoreMachine(folder: string): Promise<Machine> {
  const file = join(folder, 'ledger.sqlite');
  let node = await startKillableNode(file);
  return {
    port: () => node.port,
    addressAt: (port) => `esdb://127.0.0.1:${port}?tls=false&keepAliveInterval=1000&keepAliveTimeout=1000`,
    kill: () => node.kill(),
    isUp: () => accepts(node.port),
    async start() {
      node = await startKillableNode(file);
    },
    freeze: async () => void process.kill(node.pid, 'SIGSTOP'),
    thaw: async () => void process.kill(node.pid, 'SIGCONT'),
    stop: () => node.kill(),
  };
}

/** A crash of the process alone loses nothing that was committed; the disk is not waited for. */
const SETTINGS = { synchronous_commit: 'on', max_connections: '150' };

/** @param settings of Postgres's own */
export async function postgresMachine(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const dataDir = join(folder, 'postgres');
  await copyCluster(dataDir);
  const start = () =>
    startEmbeddedPostgres({ dataDir, durable: false, settings: { ...SETTINGS, ...settings } });
  let server = await start();
  const { cluster } = clusterPaths(dataDir);
  const signal = async (name: NodeJS.Signals) => {
    const postmaster = Number((await pidFile(cluster))?.[0]);
    if (!Number.isSafeInteger(postmaster)) throw new Error('Postgres does not run');
    // First who would start others, or answer for those that stand still.
    process.kill(postmaster, name);
    for (const pid of await childrenOf(postmaster)) signalChild(pid, name);
  };
  return {
    port: () => portOf(server.connectionString),
    addressAt: (port) => throughPort(server.connectionString, port),
    async kill() {
      const postmaster = Number((await pidFile(cluster))?.[0]);
      process.kill(postmaster, 'SIGKILL');
      await server.ended;
    },
    isUp: () => accepts(portOf(server.connectionString)),
    async start() {
      await server.ended;
      server = await start();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: () => server.stop(),
  };
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** One that ended while the postmaster stood still is in its list until it is awake. */
function signalChild(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('pgrep', ['-P', String(pid)]);
  return stdout.split('\n').filter(Boolean).map(Number);
}
