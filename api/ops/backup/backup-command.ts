import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import { OpsRefused } from '../ops-refused.ts';
import type { Outcome, Tell } from '../outcome.ts';
import { reachStores } from '../reach-stores.ts';
import { writeBackup } from './write-backup.ts';

/** `backup FOLDER [--keys FOLDER]` */
export async function backupCommand(args: readonly string[], config: Config, tell: Tell): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { keys: { type: 'string' } },
  });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new OpsRefused('Name one folder: backup FOLDER');
  const folder = resolve(given);
  const keys = resolve(values.keys ?? `${folder}/keys`);
  const stores = await reachStores(config);
  try {
    const onStep = async (step: string) => tell(`${new Date().toISOString()} ${step}`);
    const { ledger, tables, sealed, begun } = await writeBackup(config, stores, { folder, keys, onStep });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `${folder} holds all that was acknowledged before ${begun}:`,
      `  ${ledger.events} events, audited and sound, under the root ${ledger.root}`,
      `  ${rows} rows of ${tables.length} tables`,
      `  the keys of ${sealed.accounts - sealed.erased} accounts with something sealed, each of which opens`,
      `The keys are in ${keys}. Whoever has them and the rest reads every address: keep the two apart.`,
    ].join('\n');
    return { text, exitCode: 0 };
  } finally {
    await stores.close();
  }
}
