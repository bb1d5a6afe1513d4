import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf } from '../../contracts/error-code.ts';
import { reasonOf } from '../../contracts/reason-of.ts';
import { BadOption, typedArguments } from '../../ledger/typed-options.ts';
import { OpsRefused } from './ops-refused.ts';

/**
 * The folders that `COMMAND FOLDER [--keys FOLDER]` names; that of the keys is in the first one unless it is said.
 * @throws BadOption
 */
export function oneFolder(command: string, args: readonly string[]): { folder: string; keys: string } {
  const { positionals, values } = typedArguments(args, { keys: { type: 'string' } });
  const [given = '', ...more] = positionals;
  // An empty name, as of a variable that is not set, would be the folder in which the command runs.
  if (given === '' || more.length > 0) throw new BadOption(`Name one folder: ${command} FOLDER`);
  const folder = resolve(given);
  return { folder, keys: resolve(values.keys ?? `${folder}/keys`) };
}

/** Makes a folder for its owner alone, where there is none. @throws OpsRefused where that cannot be */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].some((code) => codeOf(error) === code);
    const why = isFile ? 'it is a file, or lies in one' : reasonOf(error);
    throw new OpsRefused(`${folder} cannot be made a folder: ${why}.`, error);
  }
}
