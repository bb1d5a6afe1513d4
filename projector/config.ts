import * as z from 'zod';
import { eventStoreUrlFault, isEventStoreUrl, unreadableFiles } from '../ledger/event-store-url.ts';
import { hostToListen, isLoopback } from './loopback.ts';
import { readSecretFiles, withPassword } from './secret-files.ts';
import { HEADERS_FAULT, parseHeaders, type TracingConfig, tracingOf } from './tracing/tracing-config.ts';

export type ProjectorConfig = {
  readonly eventStoreUrl: string;
  /** Of sessions of their own, which it has at `DATABASE_SESSION_URL` where `DATABASE_URL` leads to a pooler. */
  readonly databaseUrl: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Where `/livez`, `/readyz` and `/metrics` are answered; without a port nowhere. */
  readonly metrics: {
    readonly port: number | undefined;
    readonly host: string;
    readonly token: string | undefined;
  };
  /** Undefined: nobody collects traces. */
  readonly tracing: TracingConfig | undefined;
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const postgresUrl = z
  .string('is missing: the connection string of Postgres, postgres://…')
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  // One with a user and no host is none, and would lose the password of PGPASSWORD.
  .refine(URL.canParse, 'must be a URL; of a socket: postgres:///evo?host=/run/postgresql&user=evo');

const environment = z.object({
  EVENTSTORE_URL: z
    .string('is missing: the connection string of the event store, esdb://…')
    .refine(isEventStoreUrl, { error: ({ input }) => eventStoreUrlFault(String(input)) }),
  DATABASE_URL: postgresUrl,
  DATABASE_SESSION_URL: postgresUrl.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port')
    .optional(),
  METRICS_HOST: z.string().transform(hostToListen).default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/]/, 'must begin with http:// or https://')
    .refine(URL.canParse, 'must be a URL')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseHeaders(text) !== undefined, HEADERS_FAULT)
    .optional(),
});

/** The environment variables that the projector reads. */
export const PROJECTOR_SETTINGS: readonly string[] = Object.keys(environment.shape);

/** Each of them may stand in a file that `<NAME>_FILE` names. */
export const PROJECTOR_SECRETS: readonly string[] = [
  'EVENTSTORE_URL',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'PGPASSWORD',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** The settings cannot be used; the message lists everything that is wrong with them, a line each. */
export class ProjectorConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The projector cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ProjectorConfigError';
  }
}

/** @throws ProjectorConfigError */
export function readProjectorConfig(variables: NodeJS.ProcessEnv): ProjectorConfig {
  const { values, faults } = readSecretFiles(variables, PROJECTOR_SECRETS);
  // A variable that a deployment hands on empty is not set.
  const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
  const parsed = environment.safeParse(given);
  const issues = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
  const all = [...faults, ...issues];
  const spoiled = new Set(all.map((fault) => fault.replace(/(_FILE)?[: ].*$/s, '')));
  if (!spoiled.has('EVENTSTORE_URL'))
    all.push(...unreadableFiles(given.EVENTSTORE_URL ?? '').map((fault) => `EVENTSTORE_URL ${fault}`));
  const isReached = given.METRICS_PORT !== undefined && !isLoopback(given.METRICS_HOST ?? '127.0.0.1');
  if (isReached && given.METRICS_TOKEN === undefined && !spoiled.has('METRICS_TOKEN'))
    all.push('METRICS_TOKEN is required where METRICS_HOST is an address that others reach');
  if (!parsed.success || all.length > 0) throw new ProjectorConfigError(all);
  const { EVENTSTORE_URL, LOG_LEVEL, METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = parsed.data;
  const databaseUrl = parsed.data.DATABASE_SESSION_URL ?? parsed.data.DATABASE_URL;
  return {
    eventStoreUrl: EVENTSTORE_URL,
    databaseUrl: withPassword(databaseUrl, given.PGPASSWORD),
    logLevel: LOG_LEVEL,
    metrics: { port: METRICS_PORT, host: METRICS_HOST, token: METRICS_TOKEN },
    tracing: tracingOf(parsed.data.OTEL_EXPORTER_OTLP_ENDPOINT, parsed.data.OTEL_EXPORTER_OTLP_HEADERS),
  };
}
