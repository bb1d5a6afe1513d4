import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { readConfig } from '../api/config.ts';
import { SECRETS, SETTINGS } from '../api/settings/settings.ts';
import { PROJECTOR_SECRETS, PROJECTOR_SETTINGS } from '../projector/config.ts';

const folder = new URL('../deploy/kubernetes/', import.meta.url);
const documents = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(new URL(name, folder), 'utf8')))
  .map((document) => {
    expect('errors' in document ? document.errors : []).toEqual([]);
    return z
      .looseObject({ kind: z.string(), metadata: z.object({ name: z.string(), namespace: z.string() }) })
      .parse(document.toJS());
  });
const only = (kind: string, name: string) => {
  const found = documents.filter((one) => one.kind === kind && one.metadata.name === name);
  expect([kind, name, found.length]).toEqual([kind, name, 1]);
  return found[0] ?? expect.fail();
};
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const pod = z.object({
  automountServiceAccountToken: z.literal(false),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000) }),
  containers: z.tuple([
    z.object({
      command: z.array(z.string()),
      env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
      envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
      startupProbe: probe.optional(),
      livenessProbe: probe.optional(),
      readinessProbe: probe.optional(),
      resources: z.object({
        requests: z.object({ cpu: z.string(), memory: z.string() }),
        limits: z.object({ memory: z.string() }),
      }),
      securityContext: z.object({
        readOnlyRootFilesystem: z.literal(true),
        allowPrivilegeEscalation: z.literal(false),
        capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
      }),
      volumeMounts: z.array(
        z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }),
      ),
    }),
  ]),
  volumes: z.array(
    z.looseObject({
      name: z.string(),
      secret: z
        .object({
          secretName: z.string(),
          items: z.array(z.object({ key: z.string(), path: z.string() })).optional(),
        })
        .optional(),
    }),
  ),
});
const workload = z.object({
  spec: z.object({
    replicas: z.number(),
    minReadySeconds: z.number().default(0),
    strategy: z.object({
      rollingUpdate: z.object({ maxUnavailable: z.number(), maxSurge: z.number() }),
    }),
    template: z.object({ spec: pod }),
  }),
});
const api = workload.parse(only('Deployment', 'api')).spec;
const projector = workload.parse(only('Deployment', 'projector')).spec;
const backup = z
  .object({
    spec: z.object({ jobTemplate: z.object({ spec: z.object({ template: z.object({ spec: pod }) }) }) }),
  })
  .parse(only('CronJob', 'backup')).spec.jobTemplate.spec.template.spec;
const pods = { api: api.template.spec, projector: projector.template.spec, backup };
const settingsOf = (one: z.output<typeof pod>) =>
  Object.assign(
    {},
    ...one.containers[0].envFrom.map(
      ({ configMapRef }) =>
        z.object({ data: z.record(z.string(), z.string()) }).parse(only('ConfigMap', configMapRef.name)).data,
    ),
  ) as Record<string, string>;

const script = readFileSync(new URL('../deploy/make-secrets.sh', import.meta.url), 'utf8');
const isMade = (key: string) => new RegExp(`[ \\n]${key}[ ;\\\\]`).test(script);

test.each(Object.entries(pods))(
  '%s is told only settings that it reads, and reads each secret from a file that it mounts',
  (name, one) => {
    const reads =
      name === 'projector'
        ? [...PROJECTOR_SETTINGS, ...PROJECTOR_SECRETS.map((secret) => `${secret}_FILE`)]
        : [...SETTINGS, ...SECRETS.map((secret) => `${secret}_FILE`)];
    const settings = settingsOf(one);
    expect(Object.keys(settings).filter((setting) => !reads.includes(setting))).toEqual([]);
    expect(Object.keys(settings).filter((setting) => SECRETS.includes(setting))).toEqual([]);
    const secrets: readonly string[] = name === 'projector' ? PROJECTOR_SECRETS : SECRETS;
    const made = secrets.filter((secret) => isMade(secret.toLowerCase().replaceAll('_', '-')));
    expect(made.length).toBeGreaterThan(3);
    expect(made.filter((secret) => !(secret in settings) && !(`${secret}_FILE` in settings))).toEqual([]);
    const root = one.containers[0].volumeMounts.find(({ name: volume }) => volume === 'secrets')?.mountPath;
    const named = Object.values(settings).filter((value) => value.startsWith('/run/secrets/'));
    const mounted = one.volumes.find((volume) => volume.name === 'secrets')?.secret?.items ?? [];
    // No secret more, and none less.
    expect(mounted.map(({ path }) => `${root}/${path}`).toSorted()).toEqual(named.toSorted());
  },
);

test('the temporary file of an audit lies where the backup does, and not in a /tmp that is small', () => {
  const { env, volumeMounts } = pods.backup.containers[0];
  expect(env).toEqual([{ name: 'SQLITE_TMPDIR', value: '/backups' }]);
  expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/backups');
  for (const { containers } of [pods.api, pods.projector]) expect(containers[0].env).toEqual([]);
});

test('every mount has its volume, and each secret is one that the script makes', () => {
  for (const one of Object.values(pods)) {
    const volumes = one.volumes.map(({ name }) => name).toSorted();
    expect(one.containers[0].volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes);
    for (const { secret } of one.volumes) {
      for (const { key } of secret?.items ?? []) expect(isMade(key), key).toBe(true);
    }
  }
});

test('the settings can be used, with the secrets in their places', () => {
  const plain = Object.fromEntries(
    Object.entries(settingsOf(pods.api)).filter(([name]) => !name.endsWith('_FILE')),
  );
  const config = readConfig({
    ...plain,
    ...{
      EVENTSTORE_URL: 'esdb://evo:p@es1:2113',
      DATABASE_URL: 'postgres://evo@db/evo',
      METRICS_TOKEN: 'm'.repeat(16),
    },
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
  });
  expect(config).toMatchObject({
    projector: 'separate',
    demoWallet: false,
    trustProxy: 1,
    metrics: { port: 9464 },
  });
});

test('the API is asked whether it lives and whether it is ready, and a restart or a drained node leaves enough of it', () => {
  expect(api.replicas).toBe(3);
  const [container] = pods.api.containers;
  // A store that is away must not let a healthy process be killed.
  expect(container.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'http' });
  expect(container.startupProbe?.httpGet.path).toBe('/livez');
  expect(container.readinessProbe?.httpGet.path).toBe('/readyz');
  expect(projector.replicas).toBe(2);
  const left = (name: string) =>
    z.object({ spec: z.object({ minAvailable: z.number() }) }).parse(only('PodDisruptionBudget', name)).spec
      .minAvailable;
  expect([left('api'), left('projector')]).toEqual([2, 1]);
});

test('a new release builds its read models beside the old ones, which are followed until its APIs have taken over', () => {
  const [container] = pods.projector.containers;
  expect(container.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'metrics' });
  expect(container.startupProbe?.httpGet.path).toBe('/livez');
  // Of a projector: it stands by, or its read models are level.
  expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'metrics' });
  expect(settingsOf(pods.projector)).toMatchObject({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' });
  // Both new ones at once: one of them alone would stand by and count as well. No old one leaves for want of a new one.
  expect(projector.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: projector.replicas });
  // Each API begins, is asked whether it is ready, and is waited for.
  expect(api.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  expect(projector.minReadySeconds).toBeGreaterThanOrEqual(api.replicas * 60);
  expect(api.minReadySeconds).toBe(0);
});

test('a collector of traces that the settings may name is in reach', () => {
  const policies = documents.filter(({ kind }) => kind === 'NetworkPolicy').map((one) => JSON.stringify(one));
  const settings = readFileSync(new URL('settings.yaml', folder), 'utf8');
  const [, namespace, port] = /http:\/\/collector\.(\w+):(\d+)/.exec(settings) ?? expect.fail('no collector');
  expect(policies.join('\n')).toContain(
    `{"matchLabels":{"kubernetes.io/metadata.name":"${namespace}"}}}],"ports":[{"port":${port}}]`,
  );
});

test('nothing is open but what a policy names, and the numbers are for Prometheus alone', () => {
  const all = z.object({
    spec: z.object({
      podSelector: z.strictObject({}),
      policyTypes: z.array(z.string()),
      ingress: z.undefined().optional(),
      egress: z.undefined().optional(),
    }),
  });
  expect(all.parse(only('NetworkPolicy', 'nothing')).spec.policyTypes).toEqual(['Ingress', 'Egress']);
  const { ports } = z
    .object({ spec: z.object({ ports: z.array(z.object({ targetPort: z.string() })) }) })
    .parse(only('Service', 'api')).spec;
  expect(ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
});
