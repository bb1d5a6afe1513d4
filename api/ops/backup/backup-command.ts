import type { Config } from '../../config.ts';
import { oneFolder } from '../one-folder.ts';
import type { Outcome, Tell } from '../outcome.ts';
import { reachStores } from '../reach-stores.ts';
import { writeBackup } from './write-backup.ts';

const AS_THEY_ARE = '--as-they-are';

/** `backup FOLDER [--keys FOLDER] [--as-they-are]` */
export async function backupCommand(args: readonly string[], config: Config, tell: Tell): Promise<Outcome> {
  const asTheyAre = args.includes(AS_THEY_ARE);
  const { folder, keys } = oneFolder(
    'backup',
    args.filter((arg) => arg !== AS_THEY_ARE),
  );
  const stores = await reachStores(config, tell);
  try {
    const onStep = async (step: string) => tell(`${new Date().toISOString()} ${step}`);
    const options = { folder, keys, onStep, asTheyAre };
    const { ledger, tables, sealed, begun } = await writeBackup(config, stores, options);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `${folder} holds ${asTheyAre ? 'what there was' : 'all that was acknowledged before'} ${begun}:`,
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
