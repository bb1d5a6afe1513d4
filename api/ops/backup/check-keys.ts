import { join } from 'node:path';
import * as z from 'zod';
import { SealBroken } from '../../vault/aes-gcm.ts';
import { type MasterKeys, openWithMaster, sealPlaces } from '../../vault/master-key.ts';
import { OpsRefused } from '../ops-refused.ts';
import type { Manifest, TableFile } from './manifest.ts';
import type { SealedKeys } from './sealed-keys.ts';
import { tableLines } from './table-lines.ts';

const rows = {
  programKey: z.object({ name: z.string(), sealed_key: z.string() }),
  accountKey: z.object({ user_id: z.string(), key_id: z.string(), sealed_key: z.string() }),
  seed: z.object({ hash: z.string(), sealed: z.string() }),
  erasure: z.object({ user_id: z.string() }),
};

/**
 * Opens every key of the backup with the master keys, and looks for each one that an event needs.
 * @throws OpsRefused when one is missing that was not erased, or does not open
 */
export async function checkKeys(
  folder: string,
  tables: readonly TableFile[],
  masterKeys: MasterKeys,
  needed: SealedKeys,
): Promise<Manifest['sealed']> {
  const linesOf = async function* <Row>(name: string, schema: z.ZodType<Row>): AsyncGenerator<Row> {
    const found = tables.find(({ schema: own, table }) => `${own}.${table}` === name);
    if (!found) throw new OpsRefused(`The backup has no table ${name}: the program never made it.`);
    for await (const line of tableLines(join(folder, found.file))) yield schema.parse(JSON.parse(line));
  };
  const open = (place: string, sealed: string) => {
    try {
      openWithMaster(masterKeys, place, sealed);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      throw new OpsRefused(
        `The key of the vault does not open ${place}. VAULT_KEY must be the one that the program has; while it is replaced, both.`,
        error,
      );
    }
  };
  const keyOf = new Map<string, string>();
  for await (const { user_id, key_id, sealed_key } of linesOf('vault.account_keys', rows.accountKey)) {
    open(sealPlaces.accountKey(user_id), sealed_key);
    keyOf.set(user_id, key_id);
  }
  for await (const { name, sealed_key } of linesOf('vault.program_keys', rows.programKey)) {
    open(sealPlaces.programKey(name), sealed_key);
  }
  for await (const { hash, sealed } of linesOf('raffles.seeds', rows.seed)) {
    open(sealPlaces.raffleSeed(hash), sealed);
  }
  const erased = new Set<string>();
  for await (const { user_id } of linesOf('vault.erasures', rows.erasure)) erased.add(user_id);
  const without = needed.without(keyOf);
  const lost = without.filter((userId) => !erased.has(userId));
  if (lost.length > 0) {
    throw new OpsRefused(
      `The vault has no key for ${lost.length} accounts of which events hold something sealed, and none of them was erased:\n${lost.join('\n')}\nWhat was sealed for them cannot be read with this backup. See docs/operations.md.`,
    );
  }
  return { accounts: needed.accounts, erased: without.length };
}
