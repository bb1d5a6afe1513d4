import type pg from 'pg';
import { BadOption } from '../../ledger/typed-options.ts';
import type { Config } from '../config.ts';
import { SealBroken } from '../vault/aes-gcm.ts';
import {
  isUnderNewest,
  type MasterKeys,
  openWithMaster,
  sealPlaces,
  sealWithMaster,
} from '../vault/master-key.ts';
import { currentMasterKeys } from './backup/keys.ts';
import { connectToProgram } from './connect.ts';
import { OpsRefused } from './ops-refused.ts';
import type { Outcome, Tell } from './outcome.ts';
import { reachStores } from './reach-stores.ts';

/** `rotate-vault-key`, while the first of two keys is in all replicas. */
export async function rotateVaultKeyCommand(
  args: readonly string[],
  config: Config,
  tell: Tell,
): Promise<Outcome> {
  if (args.length > 0)
    throw new BadOption('rotate-vault-key takes no arguments; the keys are those of VAULT_KEY.');
  const keys = await currentMasterKeys(config);
  if (keys.length < 2) {
    throw new OpsRefused(
      'There is one key only. Put the new one before it, VAULT_KEY=NEW,OLD (or a line before it in vault.key), in all replicas; docs/operations.md says in which steps.',
    );
  }
  const stores = await reachStores(config, tell);
  try {
    const client = await connectToProgram(stores.databaseUrl);
    try {
      const done = await rotateVaultKey(client, keys, (place, count) =>
        tell(`${place}: ${count} sealed anew`),
      );
      return {
        text: `${done} keys were sealed anew, and every one is under the first key now. Take the other one out of VAULT_KEY, and keep it as long as you keep backups from before.`,
        exitCode: 0,
      };
    } finally {
      await client.end();
    }
  } finally {
    await stores.close();
  }
}

/** Where what is sealed with the master keys lies, but for the program's own keys. */
const SEALED = [
  {
    table: 'vault.account_keys',
    id: 'user_id',
    type: 'uuid',
    sealed: 'sealed_key',
    place: sealPlaces.accountKey,
  },
  { table: 'raffles.seeds', id: 'hash', type: 'text', sealed: 'sealed', place: sealPlaces.raffleSeed },
] as const;

/**
 * No program starts with a key that does not open these, and `doctor` looks at them: they are sealed anew last, when all
 * the others are.
 */
const PROGRAM_KEYS = {
  table: 'vault.program_keys',
  id: 'name',
  type: 'text',
  sealed: 'sealed_key',
  place: sealPlaces.programKey,
} as const;

const BATCH = 500;

/**
 * Seals everything anew that is not under the first key, row by row: what a kill leaves undone the next run finds. A
 * row that was erased or changed meanwhile is left as it is.
 * @returns how many were sealed anew
 * @throws OpsRefused when a row opens with none of the keys, or a replica still seals with an older one
 */
export async function rotateVaultKey(
  client: pg.Client,
  keys: MasterKeys,
  tell: (table: string, count: number) => void = () => undefined,
): Promise<number> {
  let all = 0;
  const rotate = async (sealedIn: Sealed) => {
    const count = await rotateTable(client, keys, sealedIn);
    tell(sealedIn.table, count);
    all += count;
  };
  for (const sealedIn of SEALED) await rotate(sealedIn);
  let meanwhile = 0;
  for (const sealedIn of SEALED) meanwhile += await rotateTable(client, keys, sealedIn);
  if (meanwhile > 0) {
    throw new OpsRefused(
      `${all + meanwhile} keys were sealed anew, but ${meanwhile} of them were made under an older key meanwhile: a replica still seals with it. Start each with the new key first, then run this once more. Keep the old one until then.`,
    );
  }
  await rotate(PROGRAM_KEYS);
  return all;
}

type Sealed = (typeof SEALED)[number] | typeof PROGRAM_KEYS;

async function rotateTable(
  client: pg.Client,
  keys: MasterKeys,
  { table, id, type, sealed, place }: Sealed,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const { rows } = await client.query<{ id: string; sealed: string }>(
      `select ${id}::text as id, ${sealed} as sealed from ${table}
       where $1::${type} is null or ${id} > $1::${type} order by ${id} limit ${BATCH}`,
      [after ?? null],
    );
    for (const row of rows) {
      const anew = sealedAnew(keys, place(row.id), row.sealed);
      if (anew === undefined) continue;
      const { rowCount } = await client.query(
        `update ${table} set ${sealed} = $3 where ${id} = $1::${type} and ${sealed} = $2`,
        [row.id, row.sealed, anew],
      );
      count += rowCount ?? 0;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return count;
    after = last.id;
  }
}

/** Undefined where it is sealed with the first key already. @throws OpsRefused */
function sealedAnew(keys: MasterKeys, place: string, sealed: string): string | undefined {
  try {
    if (isUnderNewest(keys, place, sealed)) return undefined;
    return sealWithMaster(keys, place, openWithMaster(keys, place, sealed));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new OpsRefused(
      `None of the keys opens ${place}: it was sealed with an earlier one. Put that one behind them in VAULT_KEY (or in vault.key), and run this once more; what was sealed anew stays so.`,
      error,
    );
  }
}
