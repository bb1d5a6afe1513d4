import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../api/config.ts';
import { createHttpServer } from '../api/http/http-server.ts';
import { endpoints } from '../api/http/openapi.ts';
import { SECRETS, SETTINGS } from '../api/settings/settings.ts';
import { errorResponse } from '../contracts/api/error.ts';
import { payRaffle, startRaffle } from '../contracts/api/raffle.ts';
import { refusals } from '../contracts/messages.ts';
import { isEventStoreUrl } from '../ledger/event-store-url.ts';
import { PROJECTOR_SECRETS, PROJECTOR_SETTINGS } from '../projector/config.ts';
import { type ComposeModel, composeModel } from './compose-model.ts';

const BASE = 'docker-compose.yml';
const models: Readonly<Record<string, ComposeModel>> = {
  'one machine': composeModel(BASE),
  'a cluster': composeModel(BASE, 'compose.cluster.yml'),
  replicas: composeModel(BASE, 'compose.replicas.yml'),
  'a cluster and replicas': composeModel(BASE, 'compose.cluster.yml', 'compose.replicas.yml'),
};
const programs = ['api', 'backup', 'projector'];
const nodes = ['es1', 'es2', 'es3'];
const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const withSecretFiles = (settings: readonly string[], secrets: readonly string[]) => [
  ...settings,
  ...secrets.map((name) => `${name}_FILE`),
];

test('each service is one that these tests know, and every file is about what it says', () => {
  const namesOf = (name: string) => Object.keys(models[name]?.services ?? {}).toSorted();
  const base = ['api', 'backup', 'eventstore', 'postgres', 'projector'];
  const cluster = ['api', 'backup', 'certificates', ...nodes, 'postgres', 'projector'];
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
      expect(file(name)).not.toContain('pids_limit');
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
    for (const name of programs) {
      expect(of(name)).toMatchObject({ user: '1000:1000', read_only: true, cap_add: [] });
      expect(of(name).secrets).toContain('postgres-password');
    }
    expect(of('postgres').read_only).toBe(true);
  });

  test('the programs are told only the settings that they read', () => {
    for (const name of ['api', 'backup']) {
      const reads = withSecretFiles(SETTINGS, SECRETS);
      expect(Object.keys(of(name).environment).filter((variable) => !reads.includes(variable))).toEqual([]);
    }
    const reads = withSecretFiles(PROJECTOR_SETTINGS, PROJECTOR_SECRETS);
    expect(Object.keys(of('projector').environment).filter((variable) => !reads.includes(variable))).toEqual(
      [],
    );
    for (const name of ['eventstore', ...nodes].filter((node) => node in services)) {
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
    expect(seers('database-session-url')).toEqual(programs);
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
    expect(inNetwork('ledger')).toEqual([...programs, ...(isCluster ? nodes : ['eventstore'])].toSorted());
    expect(inNetwork('database')).toEqual([...programs, 'postgres'].toSorted());
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
      ...Object.fromEntries(nodes.map((node) => [node, /^curl --fail .*--cacert \S+ https:\/\/localhost:/])),
    };
    const awaited = new Set(
      all.flatMap(([, { depends_on }]) =>
        Object.entries(depends_on).flatMap(([name, { condition }]) =>
          condition === 'service_healthy' ? [name] : [],
        ),
      ),
    );
    expect([...awaited].toSorted()).toEqual(
      expect.arrayContaining(isCluster ? [...nodes, 'postgres'] : ['eventstore', 'postgres']),
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
});

describe('the cluster', () => {
  const { services, secrets } = composeModel(BASE, 'compose.cluster.yml');
  const of = (name: string) => services[name] ?? expect.fail(name);
  const script = of('certificates').command?.join('\n') ?? '';
  /** The volumes that the generator of certificates writes, by what it puts there. */
  const written = Object.fromEntries(
    of('certificates').volumes.map(({ source, target }) => [target, source]),
  );
  const seers = (source: string | undefined) =>
    Object.entries(services)
      .filter(([, { volumes }]) => volumes.some((one) => one.source === source))
      .map(([name]) => name);

  test('the generator alone sees the key that every certificate is trusted by', () => {
    expect(script).toContain('-out /authority');
    expect(seers(written['/authority'])).toEqual(['certificates']);
    const uses = script.split('\n').filter((line) => line.includes('ca.key'));
    expect(uses.map((line) => line.trim())).toEqual([
      '-ca-certificate /authority/ca.crt -ca-key /authority/ca.key \\',
    ]);
    expect(of('certificates').network_mode).toBe('none');
    expect(script).toContain('umask 077');
  });

  test('each node gets its own key and no other one, and nobody else can read it', () => {
    for (const name of nodes) {
      expect(of(name).volumes).toEqual([
        { source: written['/ca'], target: '/etc/eventstore/certs/ca', mode: 'ro' },
        { source: written[`/${name}`], target: '/etc/eventstore/certs/node', mode: 'ro' },
        { source: `${name}-data`, target: '/var/lib/eventstore', mode: 'rw' },
        { source: `${name}-logs`, target: '/var/log/eventstore', mode: 'rw' },
      ]);
      expect(seers(written[`/${name}`])).toEqual([...['certificates', name].toSorted()]);
    }
    expect(new Set(Object.values(written)).size).toBe(Object.values(written).length);
    expect(script).toContain('chmod 0400 /es$$n/node.crt /es$$n/node.key');
    for (const name of programs) {
      expect(of(name).volumes).toContainEqual({ source: written['/ca'], target: '/certs/ca', mode: 'ro' });
    }
  });

  test("a node's certificate, which is good for a year, is made anew before it ends, and no other one is", () => {
    const folder = mkdtempSync(join(tmpdir(), 'evo-certificates-'));
    const at = (...path: string[]) => join(folder, ...path);
    try {
      for (const name of ['bin', 'authority', 'ca', ...nodes]) mkdirSync(at(name));
      const program = (name: string, lines: string) =>
        writeFileSync(at('bin', name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
      program('chown', '');
      program(
        'es-gencert-cli',
        `echo "$*" >> ${at('calls')}
        kind=\${1#create-}
        while [ "$1" != -out ]; do shift; done
        touch "$2/$kind.crt" "$2/$kind.key"`,
      );
      const here = script
        .replaceAll('$$', '$')
        .replaceAll(/(?<=[ "])\/(?=authority|ca\b|es\$n)/g, `${folder}/`);
      const run = () => {
        rmSync(at('calls'), { force: true });
        // Whoever runs this need not be root, as the generator is.
        if (existsSync(at('ca/ca.crt'))) chmodSync(at('ca/ca.crt'), 0o644);
        execFileSync('bash', ['-c', here], { env: { PATH: `${at('bin')}:${process.env.PATH}` } });
        const calls = existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [];
        return calls.map((call) => /-dns-names localhost,(\w+)/.exec(call)?.[1] ?? call.split(' ')[0]);
      };
      expect(run()).toEqual(['create-ca', ...nodes]);
      expect(run()).toEqual([]);
      chmodSync(at('es2'), 0o700);
      const made = Date.now() / 1_000 - 250 * 86_400;
      for (const name of ['node.crt', 'node.key']) utimesSync(at('es2', name), made, made);
      expect(run()).toEqual(['es2']);
      expect(run()).toEqual([]);
    } finally {
      for (const node of nodes) if (existsSync(at(node))) chmodSync(at(node), 0o700);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('each node calls itself, to clients and to the others, by a name that its certificate has', () => {
    expect(script).toContain('-dns-names localhost,es$$n');
    for (const name of nodes) {
      const { environment } = of(name);
      expect(environment.EVENTSTORE_NODE_HOST_ADVERTISE_AS).toBe(name);
      expect(environment.EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS).toBe(name);
      const others = nodes.filter((node) => node !== name).map((node) => `${node}:2113`);
      expect(environment.EVENTSTORE_GOSSIP_SEED).toBe(others.join());
    }
  });

  test('the passwords are of this deployment, and the programs take their address from a file alone', () => {
    expect(file('compose.cluster.yml')).not.toContain('changeit');
    for (const name of nodes) {
      for (const user of ['admin', 'ops']) {
        expect(of(name).secrets).toContain(`eventstore-${user}-password`);
        expect(of(name).entrypoint?.join('\n')).toContain(
          `PASSWORD=$$(cat /run/secrets/eventstore-${user}-password)`,
        );
      }
    }
    for (const name of programs) {
      expect(of(name).environment).toMatchObject({
        EVENTSTORE_URL: '',
        EVENTSTORE_URL_FILE: '/run/secrets/eventstore-url',
      });
      expect(of(name).depends_on).not.toHaveProperty('eventstore');
    }
    expect(secrets['eventstore-url']?.file).toContain('/eventstore-url');
    const told = /esdb:\S+/.exec(file('compose.cluster.yml'))?.[0] ?? '';
    expect(isEventStoreUrl(told.replace('…', 'password'))).toBe(true);
    for (const node of nodes) expect(told).toContain(`${node}:2113`);
  });
});

test('behind Caddy there are three APIs that count their callers by one proxy, and two projectors', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  expect(services.api).toMatchObject({ deploy: { replicas: 3 }, ports: [], environment: { TRUST_PROXY: 1 } });
  expect(services.projector?.deploy.replicas).toBe(2);
  const caddyfile = file('deploy/caddy/Caddyfile');
  expect(caddyfile).toMatch(/dynamic a \{\s+name api\s+port 3000/);
  expect(caddyfile).toContain('{$SITE_ADDRESS} {');
  expect(services.caddy?.environment.SITE_ADDRESS).toBeDefined();
  const front = new URL(/http:\/\/127\S+/.exec(services.caddy?.healthcheck?.test.join(' ') ?? '')?.[0] ?? '');
  expect(caddyfile).toContain(`${front.origin} {`);
  // Where no replica answers, it says what a replica says that is not ready yet.
  const [error = ''] = /{"error".*}/.exec(caddyfile) ?? [];
  expect(errorResponse.parse(JSON.parse(error))).toEqual({ error: 'Starting', message: refusals.starting });
});

test('Caddy waits for a draw and for prizes, which take their time, as long as whoever asked does', () => {
  const caddyfile = file('deploy/caddy/Caddyfile');
  const [, paths = '', long] =
    /@long path (.+)\n\s+handle @long \{[^@]+?header_timeout (\d+)s\n/.exec(caddyfile) ?? [];
  const waits = (path: string) =>
    paths.split(' ').some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
  // An export begins to come at once.
  const slow = endpoints.filter(({ patienceMs, produces }) => patienceMs !== undefined && !produces);
  expect(slow.map(({ path }) => path)).toEqual([startRaffle.path, payRaffle.path]);
  for (const { path, patienceMs } of slow)
    expect([path, waits(path), Number(long) * 1_000 > Number(patienceMs)]).toEqual([path, true, true]);
});

test('Caddy keeps no connection for so long that a replica ends it, perhaps as a command comes', () => {
  const kept = [...file('deploy/caddy/Caddyfile').matchAll(/transport http \{[^}]*?keepalive (\d+)s\n/g)];
  const server = createHttpServer(() => undefined);
  expect(kept.map(([, seconds]) => Number(seconds) * 1_000 < server.keepAliveTimeout)).toEqual([true, true]);
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

test('a projector is not called unhealthy for building read models, which ends an upgrade at once: patience alone does', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  const [, patience] = /PATIENCE_SECONDS:-(\d+)/.exec(file('deploy/upgrade.sh')) ?? [];
  const [, hours] = /^(\d+)h$/.exec(services.projector?.healthcheck?.start_period ?? '') ?? [];
  // Whoever knows that it takes longer than usual gives it more time.
  expect(Number(hours) * 3_600).toBeGreaterThan(10 * Number(patience));
});

test('a program that is told to stop is not killed before the time is over that its settings may ask for', () => {
  const { services } = composeModel(BASE, 'compose.replicas.yml');
  const longest = readConfig({ DRAIN_SECONDS: '60' }).drainSeconds;
  expect(() => readConfig({ DRAIN_SECONDS: String(longest + 1) })).toThrow('DRAIN_SECONDS');
  for (const name of programs) {
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
  for (const page of ['README.md', 'docs/operations.md']) expect(file(page)).toContain(made);
});

test('what no command of compose begins without stands in the file that each of them reads, where people read how', () => {
  const required = (name: string) => [...file(name).matchAll(/\$\{(\w+):\?/g)].map(([, one = '']) => one);
  expect([BASE, 'compose.cluster.yml', 'compose.replicas.yml'].flatMap(required)).toEqual([
    'SUPER_ADMIN_WALLET',
    'SITE_ADDRESS',
  ]);
  for (const page of ['README.md', 'docs/operations.md', BASE]) {
    expect([page, file(page)]).toEqual([page, expect.stringMatching(/ SUPER_ADMIN_WALLET=0x… .*> \.env /)]);
    // Whoever gives it to one command has not given it to the next.
    expect([page, file(page)]).toEqual([page, expect.not.stringMatching(/WALLET=\S+ .*docker compose/)]);
  }
  for (const page of ['docs/operations.md', 'compose.replicas.yml'])
    expect([page, file(page)]).toEqual([page, expect.stringMatching(/SITE_ADDRESS.* in `?\.env/)]);
});

test('the script makes every secret that a file names, closed to other users, and never changes one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evo-secrets-'));
  const secrets = join(folder, 'secrets');
  const make = () =>
    execFileSync('sh', [new URL('../deploy/make-secrets.sh', import.meta.url).pathname, secrets]);
  try {
    make();
    const read = () =>
      Object.fromEntries(
        readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]),
      );
    const made = read();
    const named = Object.values(models).flatMap((model) => Object.keys(model.secrets));
    // In Kubernetes the address of Postgres is one of them.
    expect(Object.keys(made).toSorted()).toEqual([...new Set([...named, 'database-url'])].toSorted());
    const random = ['vault-key', 'notary-key', 'postgres-password', 'metrics-token'].map(
      (name) => made[name],
    );
    for (const text of random) expect(text).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(new Set(random).size).toBe(random.length);
    expect(made['smtp-url']).toBe('');
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    make();
    expect(read()).toEqual(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('of several scripts that make the secrets at once none changes what another has made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evo-secrets-'));
  const script = new URL('../deploy/make-secrets.sh', import.meta.url).pathname;
  const read = () =>
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  try {
    // What each of them leaves behind when it says that all are there.
    const left = await Promise.all(
      Array.from({ length: 8 }, () => promisify(execFile)('sh', [script, folder]).then(read)),
    );
    for (const one of left) expect(one).toEqual(read());
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what is secret, of this machine or of tests is in no image', () => {
  const ignored = file('.dockerignore').split('\n');
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
