import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../api/config.ts';
import { SECRETS, SETTINGS } from '../api/settings/settings.ts';
import { PROJECTOR_SECRETS, PROJECTOR_SETTINGS } from '../projector/config.ts';
import { BASE, composeModel, composeModels, NODES, PROGRAMS } from './compose-model.ts';
import { projectFile } from './project-file.ts';

const models = composeModels();
const withSecretFiles = (settings: readonly string[], secrets: readonly string[]) => [
  ...settings,
  ...secrets.map((name) => `${name}_FILE`),
];

test('each service is one that these tests know, and every file is about what it says', () => {
  const namesOf = (name: string) => Object.keys(models[name]?.services ?? {}).toSorted();
  const base = ['api', 'backup', 'eventstore', 'postgres', 'projector'];
  const cluster = ['api', 'backup', 'certificates', ...NODES, 'postgres', 'projector'];
  expect(namesOf('one machine')).toEqual(base);
  expect(namesOf('a cluster')).toEqual(cluster);
  expect(namesOf('replicas')).toEqual([...base, 'caddy'].toSorted());
  expect(namesOf('a cluster and replicas')).toEqual([...cluster, 'caddy'].toSorted());
});

describe.each(Object.entries(models))('%s', (_name, { services, secrets, networks, volumes }) => {
  const all = Object.entries(services);
  const of = (name: string) => {
    const found = services[name];
    if (!found) throw new Error(`no service ${name}`);
    return found;
  };
  const isCluster = 'es1' in services;

  test('whatever a service depends on, mounts, joins or is told in secret is there, and nothing is left over', () => {
    for (const [name, { depends_on, secrets: own, volumes: mounts, networks: joined }] of all) {
      expect([name, Object.keys(depends_on).filter((other) => !(other in services))]).toEqual([name, []]);
      expect([name, own.filter((secret) => !(secret in secrets))]).toEqual([name, []]);
      expect([name, joined.filter((network) => !(network in networks))]).toEqual([name, []]);
      const named = mounts.map(({ source }) => source).filter((source) => !/^[./]/.test(source));
      expect([name, named.filter((volume) => !(volume in volumes))]).toEqual([name, []]);
    }
    const used = new Set(all.flatMap(([, service]) => service.secrets));
    expect(Object.keys(secrets).filter((secret) => !used.has(secret))).toEqual([]);
    const mounted = new Set(all.flatMap(([, service]) => service.volumes.map(({ source }) => source)));
    expect(Object.keys(volumes).filter((volume) => !mounted.has(volume))).toEqual([]);
  });

  test('no service gets more of the machine than it needs', () => {
    // Compose takes a limit of processes there, or among the limits of `deploy`, and refuses a file with one of them and not
    // the other.
    for (const name of readdirSync(new URL('..', import.meta.url)).filter((each) =>
      /compose.*\.yml$/.test(each),
    ))
      expect(projectFile(name)).not.toContain('pids_limit');
    for (const [name, service] of all) {
      expect({ name, ...service }).toMatchObject({
        name,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: {
          resources: {
            limits: { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) },
          },
        },
        logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      });
    }
    for (const name of PROGRAMS) {
      expect(of(name)).toMatchObject({ user: '1000:1000', read_only: true, cap_add: [] });
      expect(of(name).secrets).toContain('postgres-password');
    }
    expect(of('postgres').read_only).toBe(true);
  });

  test('the programs are told only the settings that they read', () => {
    for (const name of ['api', 'backup']) {
      const reads = [...withSecretFiles(SETTINGS, SECRETS), ...(name === 'backup' ? ['SQLITE_TMPDIR'] : [])];
      expect(Object.keys(of(name).environment).filter((variable) => !reads.includes(variable))).toEqual([]);
    }
    const reads = withSecretFiles(PROJECTOR_SETTINGS, PROJECTOR_SECRETS);
    expect(Object.keys(of('projector').environment).filter((variable) => !reads.includes(variable))).toEqual(
      [],
    );
    for (const name of ['eventstore', ...NODES].filter((node) => node in services)) {
      expect(
        Object.keys(of(name).environment).filter((variable) => !variable.startsWith('EVENTSTORE_')),
      ).toEqual([]);
    }
  });

  test('no secret stands in an environment: each is a file, which only who needs it sees', () => {
    for (const [name, { environment }] of all) {
      const plain = Object.entries(environment).filter(
        ([variable, value]) =>
          ([...SECRETS, 'NOTARY_KEY'].includes(variable) || /PASSWORD|SECRET|TOKEN/.test(variable)) &&
          !String(value).startsWith('/run/secrets/'),
      );
      // Addresses without a password; where the event store's has one, its file counts.
      const allowed = ['EVENTSTORE_URL', 'DATABASE_URL', 'BEACON_RELAYS'];
      expect([
        name,
        plain.map(([variable]) => variable).filter((variable) => !allowed.includes(variable)),
      ]).toEqual([name, []]);
      expect(JSON.stringify(environment)).not.toMatch(/changeit|:\/\/[^/"]*:[^/"@]*@/);
      for (const value of Object.values(environment)
        .map(String)
        .filter((text) => text.startsWith('/run/secrets/'))) {
        expect(of(name).secrets).toContain(value.slice('/run/secrets/'.length));
      }
    }
    const seers = (secret: string) =>
      all
        .filter(([, service]) => service.secrets.includes(secret))
        .map(([name]) => name)
        .toSorted();
    expect(seers('vault-key')).toEqual(['api', 'backup']);
    expect(seers('notary-key')).toEqual(['api', 'backup']);
    // Whoever takes a lock: each of them may have its Postgres behind a pooler.
    expect(seers('database-session-url')).toEqual(PROGRAMS);
    expect(seers('postgres-password')).toEqual(['api', 'backup', 'postgres', 'projector']);
  });

  test('the front alone is reached from outside, and only the programs reach the stores', () => {
    const published = all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name);
    expect(published).toEqual(['caddy' in services ? 'caddy' : 'api']);
    if (published[0] === 'api')
      expect(of('api').ports).toEqual([expect.stringMatching(/^\$\{HTTP_BIND:-127\.0\.0\.1\}:.*:3000$/)]);
    const inNetwork = (network: string) =>
      all
        .filter(([, service]) => service.network_mode === undefined && service.networks.includes(network))
        .map(([name]) => name)
        .toSorted();
    // EventStoreDB without TLS asks nobody who they are.
    expect(inNetwork('ledger')).toEqual([...PROGRAMS, ...(isCluster ? NODES : ['eventstore'])].toSorted());
    expect(inNetwork('database')).toEqual([...PROGRAMS, 'postgres'].toSorted());
    expect(networks.ledger?.internal && networks.database?.internal).toBe(true);
  });

  test('the numbers are not served beside the app', () => {
    const { environment, ports } = of('api');
    expect(environment.METRICS_PORT).toBeDefined();
    expect(environment.METRICS_PORT).not.toBe(environment.PORT);
    expect(environment.METRICS_TOKEN_FILE).toBe('/run/secrets/metrics-token');
    expect(ports.join()).not.toContain(String(environment.METRICS_PORT));
  });

  test('whoever is waited for until healthy has a check, of programs that its image has', () => {
    const tools: Readonly<Record<string, RegExp>> = {
      api: /^node /,
      projector: /^node /,
      postgres: /pg_isready --host 127\.0\.0\.1 /,
      caddy: /^wget /,
      eventstore: /^curl --fail /,
      ...Object.fromEntries(NODES.map((node) => [node, /^curl --fail .*--cacert \S+ https:\/\/localhost:/])),
    };
    const awaited = new Set(
      all.flatMap(([, { depends_on }]) =>
        Object.entries(depends_on).flatMap(([name, { condition }]) =>
          condition === 'service_healthy' ? [name] : [],
        ),
      ),
    );
    expect([...awaited].toSorted()).toEqual(
      expect.arrayContaining(isCluster ? [...NODES, 'postgres'] : ['eventstore', 'postgres']),
    );
    for (const name of awaited) expect(of(name).healthcheck).toBeDefined();
    for (const [name, { healthcheck }] of all) {
      if (healthcheck)
        expect([name, healthcheck.test.slice(1).join(' ')]).toEqual([
          name,
          expect.stringMatching(tools[name] ?? /^$/),
        ]);
    }
  });

  test('a backup is made when it is asked for, once', () => {
    expect(of('backup')).toMatchObject({ profiles: ['backup'], restart: 'no', ports: [] });
    const [backups, keys] = of('backup').volumes;
    expect(backups?.source).not.toBe(keys?.source);
    expect(of('backup').command?.join(' ')).toContain('api/ops/main.ts backup "/backups/');
  });

  test('the temporary file of an audit lies where the backup does, and not in the memory of its container', () => {
    const { environment, volumes } = of('backup');
    expect(volumes.map(({ target }) => target)).toContain(environment.SQLITE_TMPDIR);
  });
});

test('Postgres takes the connections of all programs twice, as an upgrade beside those that run needs them', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  const most = Number(/max_connections=(\d+)/.exec(services.postgres?.command?.join(' ') ?? '')?.[1]);
  const { databaseConnections } = readConfig({});
  // Of projector/main.ts: four, and two with which it looks at the start.
  const needed =
    (services.api?.deploy.replicas ?? 1) * databaseConnections +
    (services.projector?.deploy.replicas ?? 1) * 6;
  // Three are for whoever mends it, and an operator's command takes some.
  expect(most).toBeGreaterThanOrEqual(2 * needed + 10);
});

test('nobody is called unhealthy while read models are built, which ends an upgrade at once: patience alone does', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  const [, patience] = /PATIENCE_SECONDS:-(\d+)/.exec(projectFile('deploy/upgrade.sh')) ?? [];
  for (const name of ['projector', 'api']) {
    const [, hours] = /^(\d+)h$/.exec(services[name]?.healthcheck?.start_period ?? '') ?? [];
    // Whoever knows that it takes longer than usual gives it more time.
    expect([name, Number(hours) * 3_600 > 10 * Number(patience)]).toEqual([name, true]);
  }
});

test('no part of a first start waits for the read models of a long ledger: pages are served meanwhile', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  const awaited = Object.values(services).flatMap(({ depends_on }) =>
    Object.entries(depends_on).flatMap(([name, { condition }]) =>
      condition === 'service_healthy' ? [name] : [],
    ),
  );
  expect([...new Set(awaited)].toSorted()).toEqual(['eventstore', 'postgres']);
});

test('a program that is told to stop is not killed before the time is over that its settings may ask for', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  const longest = readConfig({ DRAIN_SECONDS: '60' }).drainSeconds;
  expect(() => readConfig({ DRAIN_SECONDS: String(longest + 1) })).toThrow('DRAIN_SECONDS');
  for (const name of PROGRAMS) {
    const [, seconds] = /^(\d+)s$/.exec(services[name]?.stop_grace_period ?? '') ?? [];
    // Behind that its parts have twenty seconds.
    expect([name, Number(seconds) > longest + 20]).toEqual([name, true]);
  }
});

test('each folder of this machine that a backup is written into is made for the user who writes it, where people read how', () => {
  const { services } = composeModel(BASE);
  const folders = services.backup?.volumes.map(({ source }) => /^\.\/([\w-]+)/.exec(source)?.[1]) ?? [];
  expect(folders).toEqual(['backups', 'backup-keys']);
  const [user] = services.backup?.user?.split(':') ?? [];
  // Docker would make them for root, and the container's user could not write there.
  const made = `install -d -m 0700 -o ${user} -g ${user} ${folders.join(' ')}`;
  for (const page of ['README.md', 'docs/operations.md']) expect(projectFile(page)).toContain(made);
});

test('what no command of compose begins without stands in the file that each of them reads, where people read how', () => {
  const required = (name: string) =>
    [...projectFile(name).matchAll(/\$\{(\w+):\?/g)].map(([, one = '']) => one);
  expect([BASE, 'compose.cluster.yml', 'compose.replicas.yml'].flatMap(required)).toEqual([
    'SUPER_ADMIN_WALLET',
    'SITE_ADDRESS',
  ]);
  for (const page of ['README.md', 'docs/operations.md', BASE]) {
    expect([page, projectFile(page)]).toEqual([
      page,
      expect.stringMatching(/ SUPER_ADMIN_WALLET=0x… .*> \.env /),
    ]);
    // Whoever gives it to one command has not given it to the next.
    expect([page, projectFile(page)]).toEqual([
      page,
      expect.not.stringMatching(/WALLET=\S+ .*docker compose/),
    ]);
  }
  for (const page of ['docs/operations.md', 'compose.replicas.yml'])
    expect([page, projectFile(page)]).toEqual([page, expect.stringMatching(/SITE_ADDRESS.* in `?\.env/)]);
});

test('what is secret, of this machine or of tests is in no image', () => {
  const ignored = projectFile('.dockerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining([
      '.env*',
      '*.log',
      'coverage',
      'data',
      'secrets',
      'backups',
      'backup-keys',
      'node_modules',
      '.git',
    ]),
  );
  // The page about raffles is built from one of the documents.
  expect(ignored).not.toContain('docs');
});
