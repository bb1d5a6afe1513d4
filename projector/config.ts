import * as z from 'zod';
import { EVENT_STORE_URL_FAULT, isEventStoreUrl } from '../ledger/event-store-url.ts';
import { readSecretFiles, withPassword } from './secret-files.ts';

export type ProjectorConfig = {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const environment = z.object({
  EVENTSTORE_URL: z
    .string('is missing: the connection string of the event store, esdb://…')
    .refine(isEventStoreUrl, EVENT_STORE_URL_FAULT),
  DATABASE_URL: z
    .string('is missing: the connection string of Postgres, postgres://…')
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** The environment variables that the projector reads. */
export const PROJECTOR_SETTINGS: readonly string[] = Object.keys(environment.shape);

/** Each of them may stand in a file that `<NAME>_FILE` names. */
export const PROJECTOR_SECRETS: readonly string[] = ['EVENTSTORE_URL', 'DATABASE_URL', 'PGPASSWORD'];

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
  const parsed = environment.safeParse(values);
  if (!parsed.success || faults.length > 0) {
    const issues = parsed.success ? [] : parsed.error.issues;
    throw new ProjectorConfigError([
      ...faults,
      ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ]);
  }
  const { EVENTSTORE_URL, DATABASE_URL, LOG_LEVEL } = parsed.data;
  return {
    eventStoreUrl: EVENTSTORE_URL,
    databaseUrl: withPassword(DATABASE_URL, values.PGPASSWORD),
    logLevel: LOG_LEVEL,
  };
}
