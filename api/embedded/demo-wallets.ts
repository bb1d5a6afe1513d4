import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import * as z from 'zod/mini';
import { codeOf } from '../../contracts/error-code.ts';
import { writeOnce } from '../../ledger/write-once.ts';

const privateKey = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))]);
const demoWalletsFile = z.object({ user: privateKey, admin: privateKey });

export type DemoWallets = {
  readonly wallets: readonly { readonly label: string; readonly privateKey: string }[];
  /** Of the Demo admin, in checksum form. */
  readonly adminAddress: string;
};

/**
 * The keys of the two demo wallets. They are made at random for each data folder, so that no key that is known
 * elsewhere ever has rights here, and kept readable by their owner only.
 */
export async function loadDemoWallets(dataDir: string): Promise<DemoWallets> {
  const path = join(dataDir, 'demo-wallets.json');
  const keys = keysIn((await stored(path)) ?? (await writeOnce(path, madeAtRandom())), path);
  return {
    wallets: [
      { label: 'Demo user', privateKey: keys.user },
      { label: 'Demo admin', privateKey: keys.admin },
    ],
    adminAddress: privateKeyToAddress(keys.admin),
  };
}

const madeAtRandom = (): string =>
  JSON.stringify({ user: generatePrivateKey(), admin: generatePrivateKey() }, null, 2);

function keysIn(text: string, path: string) {
  try {
    return demoWalletsFile.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path} cannot be read; move it away to get new demo wallets`, { cause: error });
  }
}

async function stored(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
