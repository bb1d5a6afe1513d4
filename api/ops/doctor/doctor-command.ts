import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { typedOptions } from '../../../ledger/typed-options.ts';
import { type Config, ConfigError, readConfig } from '../../config.ts';
import type { Outcome } from '../outcome.ts';
import { reachStores } from '../reach-stores.ts';
import { examineEventStore } from './event-store.ts';
import type { Finding } from './finding.ts';
import { examineKeys } from './keys.ts';
import { examineOthers } from './others.ts';
import { examinePooler, examinePostgres } from './postgres.ts';
import { examineSettings } from './settings.ts';
import { examineSuperAdmin } from './super-admin.ts';

/** `doctor [--json]`; it reads and tries everything, and changes nothing. */
export async function doctorCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Outcome> {
  const values = typedOptions(args, { json: { type: 'boolean', default: false } });
  const findings = await examine(env);
  const exitCode = findings.some(({ state }) => state === 'fault') ? 1 : 0;
  if (values.json) return { text: JSON.stringify({ ok: exitCode === 0, findings }), exitCode };
  const lines = findings.map(({ name, state, text }) => `${state.padEnd(5)} ${name.padEnd(12)} ${text}`);
  const counted = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return {
    text: [...lines, `${counted('fault')} faults, ${counted('warn')} warnings.`].join('\n'),
    exitCode,
  };
}

async function examine(env: Readonly<Record<string, string | undefined>>): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((text) => ({ name: 'settings', state: 'fault', text }));
  }
  const settings = await examineSettings(config);
  const { eventStoreUrl } = config;
  const examineAround = () =>
    Promise.all([eventStoreUrl === undefined ? [] : examineEventStore(eventStoreUrl), examineOthers(config)]);
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres', 'cluster'))) {
    const text = `${config.dataDir} holds no Postgres yet: the first start makes it.`;
    const [store, others] = await examineAround();
    return [...settings, ...store, { name: 'postgres', state: 'ok', text }, ...others];
  }
  try {
    const stores = await reachStores(config);
    try {
      const setting = config.databaseSessionUrl === undefined ? 'DATABASE_URL' : 'DATABASE_SESSION_URL';
      const [[store, others], postgres, pooler] = await Promise.all([
        examineAround(),
        examinePostgres(stores.databaseUrl, setting),
        config.databaseSessionUrl && config.databaseUrl ? examinePooler(config.databaseUrl) : [],
      ]);
      const found = [...settings, ...store, ...postgres, ...pooler, ...others];
      const isThere = !postgres.some(
        ({ state, text }) => state === 'fault' && text.includes('does not answer'),
      );
      if (!isThere) return found;
      const superAdmin = await examineSuperAdmin(config, stores.databaseUrl);
      return [...found, ...superAdmin, ...(await examineKeys(config, stores.databaseUrl))];
    } finally {
      await stores.close();
    }
  } catch (error) {
    // An embedded Postgres that does not start says what to do.
    const text = error instanceof Error ? error.message : String(error);
    return [...settings, { name: 'postgres', state: 'fault', text }];
  }
}
