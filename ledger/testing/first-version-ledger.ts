import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';

const privateKey = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))]);
const kept = z.object({
  demoWallets: z.object({ user: privateKey, admin: privateKey }),
  /** Base64. */
  vaultKey: z.string(),
  /** Of the third raffle, which was not begun yet, as its table keeps it. */
  nextSeed: z.object({ number: z.int(), hash: z.string(), sealed: z.string() }),
});

/**
 * Puts a ledger into a data folder that the first version of the program wrote: two years of a made-up community of 60
 * with an added and a removed admin, two raffles (the first one paid), a mass clear, a mass reset and its restore, a
 * second mass reset, a clear and its undo, two tracks (and one that was removed, and one that was replaced), an export
 * of each kind, six refusals, a removed user, and a sent reward.
 * @returns what stood beside it
 */
export async function unpackFirstVersionLedger(folder: string): Promise<z.infer<typeof kept>> {
  const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));
  const packed = await fixture('first-version-ledger.sqlite.gz');
  await writeFile(join(folder, 'ledger.sqlite'), await promisify(gunzip)(packed));
  return kept.parse(JSON.parse(String(await fixture('first-version-keys.json'))));
}
