import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { OpsRefused } from '../ops-refused.ts';
import { fileDigest } from './file-digest.ts';

const count = z.int().nonnegative();
const hex = z.string().regex(/^[0-9a-f]{64}$/);
/** Below the folder of the backup, and nowhere else. */
const fileName = z.string().regex(/^(tables\/)?[\w-]+(\.[\w-]+)*$/);

const table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: count,
  file: fileName,
  sha256: hex,
});

const manifestSchema = z.object({
  format: z.literal('evo-rewards-backup/1'),
  /** RFC 3339: whatever was acknowledged before is in the backup. */
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  ledger: z.object({
    file: fileName,
    sha256: hex,
    events: count,
    /** Of the tree over all events but the seals. */
    size: count,
    root: hex,
  }),
  tables: z.array(table),
  /** Of keys, by which others are told from them; a key cannot be found from it. */
  fingerprints: z.object({ vault: z.array(z.string()).min(1), notary: z.array(z.string()) }),
  /** What events hold sealed: how many accounts have something, and for how many the key was erased. */
  sealed: z.object({ accounts: count, erased: count }),
});

export type Manifest = z.output<typeof manifestSchema>;
export type TableFile = z.output<typeof table>;

export const MANIFEST = 'manifest.json';

/** Of 32 random bytes; it says nothing about them. */
export function fingerprint(key: Uint8Array): string {
  return createHash('sha256').update('evo-rewards key\n').update(key).digest('hex').slice(0, 16);
}

/**
 * The manifest of a backup whose files are all there and what it says of them.
 * @throws OpsRefused naming what is not
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await parsed(join(folder, MANIFEST));
  for (const { file, sha256 } of [manifest.ledger, ...manifest.tables]) {
    const found = await fileDigest(join(folder, file)).catch(() => undefined);
    if (found === sha256) continue;
    const fault =
      found === undefined ? 'is missing or cannot be read' : 'was altered since the backup was made';
    throw new OpsRefused(`${join(folder, file)} ${fault}. Nothing was restored; take another backup.`);
  }
  return manifest;
}

async function parsed(file: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OpsRefused(`${file} cannot be read: this is no backup, or one that was not finished.`, error);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OpsRefused(`${file} is not JSON.`, error);
  }
  const read = manifestSchema.safeParse(value);
  if (read.success) return read.data;
  throw new OpsRefused(
    `${file} is no manifest of a backup that this release can read: ${z.prettifyError(read.error)}`,
  );
}
