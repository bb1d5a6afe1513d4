import type { Config } from '../../config.ts';
import { oneFolder } from '../one-folder.ts';
import type { Outcome, Tell } from '../outcome.ts';
import { restoreBackup } from './restore-backup.ts';

/** `restore FOLDER [--keys FOLDER]` */
export async function restoreCommand(args: readonly string[], config: Config, tell: Tell): Promise<Outcome> {
  const { folder, keys } = oneFolder('restore', args);
  const onStep = (step: string) => tell(`${new Date().toISOString()} ${step}`);
  const { manifest, into, root } = await restoreBackup(config, { folder, keys, onStep });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { accounts, erased } = manifest.sealed;
  const text = [
    `${into} holds the ${manifest.ledger.events} events of ${manifest.begun}, audited before and behind, under the root ${root}.`,
    `Postgres holds ${rows} rows of ${manifest.tables.length} tables, and a key for each of ${accounts - erased} accounts with something sealed.`,
    'What was done after the backup is not there. Everybody signs in anew; mails that waited then are sent once more.',
    'Start the program: it builds the read models from the ledger. Its positions are the new store’s own; check it with',
    `  npm run audit -- verify ${into} --moved${config.databaseUrl ? ' --against "$DATABASE_URL"' : ''}`,
  ].join('\n');
  return { text, exitCode: 0 };
}
