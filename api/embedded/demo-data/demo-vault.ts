import { createHmac } from 'node:crypto';
import { canonicalEmail } from '../../../contracts/canonical-email.ts';
import type { Database } from '../../../projector/database.ts';
import { encrypt, KEY_BYTES, NONCE_BYTES } from '../../vault/aes-gcm.ts';
import { type MasterKeys, openWithMaster, sealPlaces, sealWithMaster } from '../../vault/master-key.ts';

/**
 * The keys of a made-up population, made from its seed instead of at random, so that the same seed gives the same
 * ledger to the last byte. Everybody who knows the seed knows them: they protect addresses that nobody has.
 */
export type DemoVault = {
  emailHash(address: string): string;
  handleHash(platform: string, handle: string): string;
  /** The text under the person's key, which is put into the vault, so that the program opens it like any other. */
  seal(kind: 'email' | 'handle', userId: string, text: string): Promise<string>;
};

/** @param db with the vault's tables; the same ledger comes out each time only where they are still empty */
export async function seedVault(db: Database, masterKeys: MasterKeys, seed: string): Promise<DemoVault> {
  const derive = (what: string, bytes: number) =>
    createHmac('sha256', seed).update(`demo/${what}`).digest().subarray(0, bytes);
  const place = sealPlaces.programKey('email-hash');
  // A program that was started before has made its key already, and that one stays.
  const { rows } = await db.query<{ sealed_key: string }>(
    `insert into vault.program_keys as known (name, sealed_key) values ('email-hash', $1)
     on conflict (name) do update set sealed_key = known.sealed_key
     returning sealed_key`,
    [sealWithMaster(masterKeys, place, derive('email-hash', KEY_BYTES))],
  );
  const hashKey = openWithMaster(masterKeys, place, rows[0]?.sealed_key ?? '');
  return {
    emailHash: (address) => createHmac('sha256', hashKey).update(canonicalEmail(address)).digest('hex'),
    handleHash: (platform, handle) =>
      createHmac('sha256', hashKey).update(`handle/${platform}/${handle}`).digest('hex'),
    async seal(kind, userId, text) {
      const key = derive(`key/${userId}`, KEY_BYTES);
      // The person's id is as unique as the key's own would be.
      const keyId = userId;
      await db.query(
        'insert into vault.account_keys (user_id, key_id, sealed_key) values ($1, $2, $3) on conflict do nothing',
        [userId, keyId, sealWithMaster(masterKeys, sealPlaces.accountKey(userId), key)],
      );
      // One nonce for each text: two texts under one key and nonce would give each other away.
      const nonce = derive(`nonce/${kind}/${userId}/${text}`, NONCE_BYTES);
      return `1.${keyId}.${encrypt(key, `${kind}/${userId}`, Buffer.from(text), nonce)}`;
    },
  };
}
