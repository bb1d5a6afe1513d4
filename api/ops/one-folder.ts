import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OpsUsage } from './ops-refused.ts';

/**
 * The folders that `COMMAND FOLDER [--keys FOLDER]` names; that of the keys is in the first one unless it is said.
 * @throws OpsUsage, or the TypeError of parseArgs for an option that there is not
 */
export function oneFolder(command: string, args: readonly string[]): { folder: string; keys: string } {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { keys: { type: 'string' } },
  });
  const [given = '', ...more] = positionals;
  // An empty name, as of a variable that is not set, would be the folder in which the command runs.
  if (given === '' || more.length > 0) throw new OpsUsage(`Name one folder: ${command} FOLDER`);
  if (values.keys === '') throw new OpsUsage('Name the folder of the keys: --keys FOLDER');
  const folder = resolve(given);
  return { folder, keys: resolve(values.keys ?? `${folder}/keys`) };
}
