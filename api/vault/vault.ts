import { createHmac, randomBytes } from 'node:crypto';
import { canonicalEmail, formerCanonicalEmail } from '../../contracts/canonical-email.ts';
import type { Database } from '../../projector/database.ts';
import { networkOf } from '../faucet/network-of.ts';
import { KEY_BYTES, SealBroken } from './aes-gcm.ts';
import { type MasterKeys, openWithMaster, sealPlaces, sealWithMaster } from './master-key.ts';
import { createSeals, type Seals } from './seal.ts';

export type Vault = Seals & {
  /**
   * HMAC-SHA-256 (hex) of the address's canonical spelling under the program's own key: the same for all spellings
   * of one mailbox, and without the key nobody can try out addresses.
   */
  emailHash(address: string): string;
  /** As it was made before all aliases of the mailbox's provider were known; undefined where that is the same. */
  formerEmailHash(address: string): string | undefined;
  /** HMAC-SHA-256 (hex) of a platform's handle, as it is written; never the hash of an address, which has an `@`. */
  handleHash(platform: string, handle: string): string;
  /** HMAC-SHA-256 (hex) of a mail domain; never the hash of an address, which has something before its `@`. */
  mailDomainHash(domain: string): string;
  /** HMAC-SHA-256 of the network that a caller's IP address belongs to, under a key of its own. */
  networkHash(address: string): Buffer;
};

/**
 * Opens the vault; its tables must be there.
 * @throws Error when the vault was made with another master key
 */
export async function openVault(db: Database, masterKeys: MasterKeys): Promise<Vault> {
  const hashKey = await programKey(db, masterKeys, 'email-hash');
  const networkKey = await programKey(db, masterKeys, 'network-hash');
  const hashOf = (text: string) => createHmac('sha256', hashKey).update(text).digest('hex');
  return {
    ...createSeals(db, masterKeys),
    handleHash: (platform, handle) => hashOf(`handle/${platform}/${handle}`),
    mailDomainHash: (domain) => hashOf(`@${domain}`),
    networkHash: (address) => createHmac('sha256', networkKey).update(networkOf(address)).digest(),
    emailHash: (address) => hashOf(canonicalEmail(address)),
    formerEmailHash(address) {
      const former = formerCanonicalEmail(address);
      return former === canonicalEmail(address) ? undefined : hashOf(former);
    },
  };
}

/**
 * A key of the program itself, made at the first use: it stays what it is when the master key is replaced.
 * @throws Error when the vault was made with another master key
 */
export async function programKey(db: Database, masterKeys: MasterKeys, name: string): Promise<Buffer> {
  const place = sealPlaces.programKey(name);
  const { rows } = await db.query<{ sealed_key: string }>(
    `insert into vault.program_keys as known (name, sealed_key) values ($1, $2)
     on conflict (name) do update set sealed_key = known.sealed_key
     returning sealed_key`,
    [name, sealWithMaster(masterKeys, place, randomBytes(KEY_BYTES))],
  );
  try {
    return openWithMaster(masterKeys, place, rows[0]?.sealed_key ?? '');
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Error(
      'The vault does not open: VAULT_KEY (or vault.key in DATA_DIR) is not the key that this database was made with',
      { cause: error },
    );
  }
}
