import type { Config } from '../../config.ts';
import { oneFolder } from '../one-folder.ts';
import type { Outcome, Tell } from '../outcome.ts';
import { reachStores } from '../reach-stores.ts';
import { writeBackup } from './write-backup.ts';

/** `backup FOLDER [--keys FOLDER]` */
export async function backupCommand(args: readonly string[], config: Config, tell: Tell): Promise<Outcome> {
  const { folder, keys } = oneFolder('backup', args);
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
