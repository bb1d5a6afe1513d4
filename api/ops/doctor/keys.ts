import { readFile, stat } from 'node:fs/promises';
import { loadSeeds } from '../../../ledger/seed-file.ts';
import type { Config } from '../../config.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import { isUnderNewest, sealPlaces } from '../../vault/master-key.ts';
import { currentMasterKeys, notaryKeyFile } from '../backup/keys.ts';
import { openConnection } from '../connect.ts';
import { OpsRefused } from '../ops-refused.ts';
import type { Finding } from './finding.ts';

/** Whether the keys that the settings name are those of this database. */
export async function examineKeys(config: Config, databaseUrl: string): Promise<Finding[]> {
  return [...(await vault(config, databaseUrl)), ...(await notary(config))];
}

async function vault(config: Config, databaseUrl: string): Promise<Finding[]> {
  const name = 'vault';
  const client = await openConnection(databaseUrl);
  try {
    const { rows: found } = await client.query<{ there: boolean }>(
      `select to_regclass('vault.program_keys') is not null as there`,
    );
    if (!found[0]?.there) return [{ name, state: 'ok', text: 'The vault is made at the first start.' }];
    const keys = await currentMasterKeys(config);
    const { rows } = await client.query<{ name: string; sealed_key: string }>(
      'select name, sealed_key from vault.program_keys',
    );
    const isNewest = rows.every((row) =>
      isUnderNewest(keys, sealPlaces.programKey(row.name), row.sealed_key),
    );
    if (isNewest) return [{ name, state: 'ok', text: 'The key of the vault opens it.' }];
    return [
      {
        name,
        state: 'warn',
        text: 'The vault is not sealed under the first of its keys: run rotate-vault-key.',
      },
    ];
  } catch (error) {
    if (error instanceof OpsRefused) return [{ name, state: 'fault', text: error.message }];
    if (!(error instanceof SealBroken)) throw error;
    const text =
      'VAULT_KEY (or vault.key in DATA_DIR) is not the key that this database was made with: find that one.';
    return [{ name, state: 'fault', text }];
  } finally {
    await client.end();
  }
}

async function notary(config: Config): Promise<Finding[]> {
  const name = 'notary';
  if (config.notary.keyFile === undefined && config.eventStoreUrl && config.databaseUrl) return [];
  const file = notaryKeyFile(config);
  try {
    const { mode } = await stat(file);
    await loadSeeds(file, 'must exist');
    const isKept = (mode & 0o007) === 0 || isMountPoint(await mounts(), file);
    if (isKept) return [{ name, state: 'ok', text: 'The key of the notary can be read.' }];
    return [{ name, state: 'warn', text: `${file} can be read by everybody on this machine: chmod 0400.` }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (config.notary.keyFile === undefined)
      return [{ name, state: 'ok', text: 'The key of the notary is made at the first start.' }];
    return [
      { name, state: 'fault', text: `NOTARY_KEY cannot be used (${reason}): no program starts with it.` },
    ];
  }
}

/** The mounts that this process sees, as proc(5) writes them; nothing where there is no such file. */
async function mounts(): Promise<string> {
  return await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
}

/**
 * Whether the very file is a mount, as a secret that is given to one container is: nobody else sees it there, whatever
 * its mode says, and outside of the container its folder keeps others out.
 */
export function isMountPoint(mountInfo: string, file: string): boolean {
  return mountInfo.split('\n').some((line) => line.split(' ')[4] === file);
}
