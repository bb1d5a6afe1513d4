import { parse, Scalar, type Tags } from 'yaml';
import * as z from 'zod';
import { projectFile } from './project-file.ts';

/** The file of one machine, which the others are laid over. */
export const BASE = 'docker-compose.yml';
/** The services that run this program. */
export const PROGRAMS: readonly string[] = ['api', 'backup', 'projector'];
/** The nodes of a cluster of the event store. */
export const NODES: readonly string[] = ['es1', 'es2', 'es3'];

/** What a value of a later file says of the one that it meets: it goes, or is replaced as a whole. */
class Reset {}
class Override {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** https://docs.docker.com/reference/compose-file/merge/#reset-value */
const tags: Tags = [
  { tag: '!reset', resolve: () => new Reset() },
  { tag: '!reset', collection: 'seq', resolve: () => new Scalar(new Reset()) },
  { tag: '!override', collection: 'map', resolve: (map) => new Scalar(new Override(map.toJSON())) },
];

const mount = z.string().transform((line) => {
  // A variable of a path may have colons of its own.
  const [source = '', target = '', mode = 'rw'] = line.replace(/\$\{[^}]*:-([^}]*)\}/, '$1').split(':');
  return { source, target, mode };
});
const service = z.object({
  image: z.string().optional(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(mount).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default(['default']),
  network_mode: z.string().optional(),
  secrets: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  restart: z.string().optional(),
  stop_grace_period: z.string().default('10s'),
  user: z.string().optional(),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  healthcheck: z.object({ test: z.array(z.string()), start_period: z.string().default('0s') }).optional(),
  deploy: z.object({
    replicas: z.number().default(1),
    resources: z.object({
      limits: z.strictObject({ cpus: z.string(), memory: z.string(), pids: z.number() }),
    }),
  }),
});
const model = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) }).nullable()).default({}),
  volumes: z.record(z.string(), z.null()).default({}),
});

export type ComposeModel = z.output<typeof model>;

/** What `docker compose -f first -f second …` runs, by the rules of merging; variables stay as they are written. */
export function composeModel(...files: readonly string[]): ComposeModel {
  const parsed = files.map((file): unknown => parse(projectFile(file), { merge: true, customTags: tags }));
  return model.parse(parsed.reduce((all, next) => merged(all, next, ''), {}));
}

/** Every way in which the files are laid over each other. */
export const composeModels = (): Readonly<Record<string, ComposeModel>> => ({
  'one machine': composeModel(BASE),
  'a cluster': composeModel(BASE, 'compose.cluster.yml'),
  replicas: composeModel(BASE, 'compose.replicas.yml'),
  'a cluster and replicas': composeModel(BASE, 'compose.cluster.yml', 'compose.replicas.yml'),
});

/** Sequences are joined but for commands, which are replaced. */
const REPLACED = ['command', 'entrypoint', 'test'];

function merged(before: unknown, next: unknown, key: string): unknown {
  if (next instanceof Override) return next.value;
  if (Array.isArray(before) && Array.isArray(next)) {
    return REPLACED.includes(key) ? next : [...new Set([...before, ...next])];
  }
  if (!isMap(before) || !isMap(next)) return isMap(next) ? merged({}, next, key) : next;
  const all: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(next)) {
    if (value instanceof Reset) delete all[name];
    else all[name] = merged(all[name], value, name);
  }
  return all;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
