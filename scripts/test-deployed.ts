import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { freePort } from '../ledger/testing/free-port.ts';
import { runCommand, typedOptions } from '../ledger/typed-options.ts';
import { whereStoresAre } from './deployed-stores.ts';

const ROOT = join(import.meta.dirname, '..');

/** Those of docker-compose.yml. */
const EVENT_STORE = 'eventstore/eventstore:24.10';
const POSTGRES = 'postgres:18';
const PASSWORD = 'of-this-test-alone';

const HELP = `npm run test:deployed
  the contract of the event store and the whole program on the stores that EVENTSTORE_URL and DATABASE_URL name, which it
  fills, else in containers where Docker is`;

type Stores = { readonly EVENTSTORE_URL: string; readonly DATABASE_URL: string };

/** Runs the deployed suite where there are stores to run it on; its exit code is the suite's. */
async function main(): Promise<number> {
  const values = typedOptions(process.argv.slice(2), { help: { type: 'boolean', default: false } });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const hasDocker = Boolean(process.env.DOCKER_HOST) || existsSync('/var/run/docker.sock');
  const where = whereStoresAre(process.env, hasDocker);
  if (where.kind === 'nowhere') {
    console.log(where.words);
    return where.exitCode;
  }
  if (where.kind === 'given') return runSuite(where.stores);
  const started: StartedTestContainer[] = [];
  try {
    return await runSuite(await startContainers(started));
  } finally {
    for (const container of started) await container.stop();
  }
}

async function runSuite(stores: Stores): Promise<number> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.deployed.config.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...stores },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function startContainers(started: StartedTestContainer[]): Promise<Stores> {
  // Clients that discover by gossip connect to the address that the node advertises.
  const port = await freePort();
  started.push(
    await new GenericContainer(EVENT_STORE)
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: '127.0.0.1',
        EVENTSTORE_ADVERTISE_NODE_PORT_TO_CLIENT_AS: String(port),
      })
      .withExposedPorts({ container: 2113, host: port })
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .start(),
  );
  const postgres = await new GenericContainer(POSTGRES)
    .withEnvironment({ POSTGRES_USER: 'evo', POSTGRES_DB: 'evo', POSTGRES_PASSWORD: PASSWORD })
    .withExposedPorts(5432)
    // The server that makes the database says so first, then the one that stays.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  started.push(postgres);
  return {
    EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
    DATABASE_URL: `postgres://evo:${PASSWORD}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/evo`,
  };
}

await runCommand('test:deployed', async () => process.exit(await main()));
