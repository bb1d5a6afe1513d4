import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { freePort } from '../../../ledger/testing/free-port.ts';
import { createPool } from '../../../projector/database.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import type { Fleet } from '../two-processes/fleet.ts';
import { notKept } from '../two-processes/kept-process.ts';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Which files are named; one machine has one API at a port of the machine, and so has the cluster of event stores. */
const FILES = {
  'one machine': ['docker-compose.yml'],
  replicas: ['docker-compose.yml', 'compose.replicas.yml'],
  cluster: ['docker-compose.yml', 'compose.cluster.yml'],
};

/** What the compose files of the repository make of containers, under a name and at ports of its own. */
export type Composed = {
  /** Of the folder that its secrets, backups and keys lie in. */
  readonly folder: string;
  /** Where people reach it. */
  readonly url: string;
  /** The release that runs at first; an image of this code. */
  readonly release: string;
  /** `docker compose`, of another release if one is named; resolves with what it printed, rejects with all it said. */
  compose(parameters: readonly string[], release?: string): Promise<string>;
  /** `deploy/upgrade.sh`. */
  upgrade(release: string, patienceSeconds?: number): Promise<string>;
  /** The containers of a service that run. */
  containersOf(service: string): Promise<string[]>;
  /** The test's own way to both stores, and the site as the only replica that anybody sees; not of a cluster. */
  fleet(): Promise<Fleet>;
  /** Removes its containers, networks, volumes and folder. */
  stop(): Promise<void>;
};

export type ComposedOptions = {
  readonly superAdminWallet: string;
  readonly shape: keyof typeof FILES;
  /** The image to take, where another one was built already. */
  readonly release?: string;
  /** Where its secrets, backups and keys lie already. */
  readonly folder?: string;
};

/** `docker`, with what it printed. @throws Error with all that it said, if it fails */
export async function docker(...parameters: string[]): Promise<string> {
  return await said('docker', parameters, {});
}

/** Makes what is needed and starts nothing. */
export async function compose(options: ComposedOptions): Promise<Composed> {
  const folder = options.folder ?? (await temporaryFolder());
  const name = `evo-${randomUUID().slice(0, 8)}`;
  const release = options.release ?? name;
  const [site, eventStore, postgres] = await Promise.all([freePort(), freePort(), freePort()]);
  const { shape } = options;
  const url = `${shape === 'replicas' ? 'https' : 'http'}://localhost:${site}`;
  const override = join(folder, `${name}.yml`);
  await said('sh', ['deploy/make-secrets.sh', join(folder, 'secrets')], {});
  for (const each of ['backups', 'backup-keys']) {
    await mkdir(join(folder, each), { recursive: true });
    // Whoever runs the tests, the container's user writes there.
    await chmod(join(folder, each), 0o777);
  }
  await writeFile(override, overrideOf(shape, { site, eventStore, postgres }));
  const env = {
    COMPOSE_PROJECT_NAME: name,
    COMPOSE_FILE: [...FILES[shape], override].join(':'),
    RELEASE: release,
    SUPER_ADMIN_WALLET: options.superAdminWallet,
    PUBLIC_URL: url,
    SITE_ADDRESS: 'localhost',
    HTTP_PORT: String(site),
    SECRETS: join(folder, 'secrets'),
    BACKUPS: join(folder, 'backups'),
    BACKUP_KEYS: join(folder, 'backup-keys'),
    // Its visitors are many, from one network, and prove nothing; they wait for no beacon.
    RATE_LIMIT_SCALE: '100000',
    RAFFLE_RANDOMNESS: 'seed',
    CLAIM_NEEDS: 'nothing',
    ISSUANCE_A_DAY: '999999999',
    ACCOUNTS_A_NETWORK: '1000000',
  };
  const run = (parameters: readonly string[], RELEASE = release) =>
    said('docker', ['compose', ...parameters], { ...env, RELEASE });
  const containersOf = async (service: string) =>
    (await run(['ps', '--quiet', service])).split('\n').filter(Boolean);
  const open: (() => Promise<unknown>)[] = [];

  return {
    ...{ folder, url, release, compose: run, containersOf },
    upgrade: (to, patienceSeconds = 300) =>
      said('sh', ['deploy/upgrade.sh'], { ...env, RELEASE: to, PATIENCE_SECONDS: String(patienceSeconds) }),
    async fleet() {
      if (shape === 'cluster') throw new Error('its nodes are known by names that are none of this machine');
      if (shape === 'replicas') {
        const authority = ['exec', '-T', 'caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt'];
        setDefaultCACertificates([...rootCertificates, await run(authority)]);
      }
      const password = await run(['exec', '-T', 'postgres', 'cat', '/run/secrets/postgres-password']);
      const eventStoreUrl = `esdb://127.0.0.1:${eventStore}?tls=false`;
      const databaseUrl = `postgres://evo:${encodeURIComponent(password)}@127.0.0.1:${postgres}/evo`;
      const store = connectEventStore(eventStoreUrl);
      const pool = createPool(databaseUrl);
      open.push(
        () => store.close(),
        () => pool.end(),
      );
      const people = notKept(
        'the site',
        () => url,
        (requestId) => run(['logs', '--no-color', 'api']).then(linesWith(requestId)),
      );
      return {
        ...{
          apis: [people, people],
          projector: people,
          networks: [],
          store,
          pool,
          eventStoreUrl,
          databaseUrl,
        },
        stop: async () => undefined,
      };
    },
    async stop() {
      for (const end of open) await end();
      await run(['--profile', 'backup', 'down', '--volumes', '--remove-orphans', '--timeout', '5']);
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ports of 127.0.0.1 that are free, and a network of the tests to both stores: those of the program stay closed. */
function overrideOf(
  shape: ComposedOptions['shape'],
  ports: Record<'site' | 'eventStore' | 'postgres', number>,
): string {
  const caddy = `
  caddy:
    ports: !override ['127.0.0.1:${ports.site}:443']`;
  const eventStore = `
  eventstore:
    networks: [ledger, tests]
    ports: ['127.0.0.1:${ports.eventStore}:2113']`;
  return `services:
  postgres:
    networks: [database, tests]
    ports: ['127.0.0.1:${ports.postgres}:5432']${shape === 'cluster' ? '' : eventStore}${shape === 'replicas' ? caddy : ''}
networks:
  tests:
`;
}

const linesWith = (text: string) => (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes(text))
    .join('\n');

async function said(
  command: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const settings = { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await execute(command, parameters, settings).catch(
    (failed: { readonly stdout?: string; readonly stderr?: string; readonly message?: string }) => {
      const all = `${failed.stdout ?? ''}${failed.stderr ?? ''}` || failed.message;
      throw new Error(`${command} ${parameters.join(' ')}: ${all}`.slice(-6_000));
    },
  );
  return stdout;
}
