import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../projector/database.ts';
import { decrypt, encrypt, KEY_BYTES, SealBroken } from './aes-gcm.ts';
import { KeyClosed, type MasterKeys, openWithMaster, sealPlaces, sealWithMaster } from './master-key.ts';

/** What a sealed text is; a text that was sealed as one kind does not open as another. */
type SealedKind = 'email' | 'handle' | 'oauth_token' | 'message_code';

type SealedText = { readonly userId: string; readonly sealed: string };

/** Seals texts for accounts, each account with a key of its own. */
export type Seals = {
  /** The text under the account's own key, which is made at the first use. */
  seal(kind: SealedKind, userId: string, text: string): Promise<string>;
  /**
   * The text, or undefined when the account was erased.
   * @throws SealBroken when it was altered, or is another account's or of another kind; KeyClosed when the account's key was
   * sealed with a key that this process has not got
   */
  unseal(kind: SealedKind, userId: string, sealed: string): Promise<string | undefined>;
  /** As `unseal` for many, in their order, with one query. */
  unsealAll(kind: SealedKind, texts: readonly SealedText[]): Promise<(string | undefined)[]>;
  /** Deletes the account's key: nothing that was sealed for it can ever be opened again. A backup knows it for erased. */
  erase(userId: string): Promise<void>;
};

/** @param masterKeys seal the accounts' keys and nothing else */
export function createSeals(db: Database, masterKeys: MasterKeys): Seals {
  const unsealAll: Seals['unsealAll'] = async (kind, texts) => {
    const keys = await keysOf(db, masterKeys, texts);
    return texts.map(({ userId, sealed }) => {
      const [version, keyId = '', body = ''] = sealed.split('.');
      if (version !== VERSION) throw new SealBroken();
      const key = keys.get(keyId);
      return key && decrypt(key, `${kind}/${userId}`, body).toString();
    });
  };
  return {
    async seal(kind, userId, text) {
      const { keyId, key } = await keyFor(db, masterKeys, userId);
      return `${VERSION}.${keyId}.${encrypt(key, `${kind}/${userId}`, Buffer.from(text))}`;
    },
    async unseal(kind, userId, sealed) {
      const [text] = await unsealAll(kind, [{ userId, sealed }]);
      return text;
    },
    unsealAll,
    async erase(userId) {
      // Noted in the same moment: a backup whose ledger ends before what asked for this would take the key for lost.
      await db.query(
        `with noted as (
           insert into vault.erasures (user_id, revision, erasures) values ($1, -1, 0) on conflict do nothing)
         delete from vault.account_keys where user_id = $1`,
        [userId],
      );
    },
  };
}

/** `1.<key id>.<nonce, tag and ciphertext>` */
const VERSION = '1';

type Row = { user_id: string; key_id: string; sealed_key: string };

/** The account's key; any number of callers that come at once to an account without one get the same. */
async function keyFor(
  db: Database,
  masterKeys: MasterKeys,
  userId: string,
): Promise<{ keyId: string; key: Buffer }> {
  const known = 'select user_id, key_id, sealed_key from vault.account_keys where user_id = $1';
  const found = (await db.query<Row>(known, [userId])).rows[0];
  if (found) return { keyId: found.key_id, key: openKey(masterKeys, found) };
  const made = sealWithMaster(masterKeys, sealPlaces.accountKey(userId), randomBytes(KEY_BYTES));
  const { rows } = await db.query<Row>(
    `insert into vault.account_keys as known (user_id, key_id, sealed_key) values ($1, $2, $3)
     on conflict (user_id) do update set key_id = known.key_id
     returning user_id, key_id, sealed_key`,
    [userId, randomUUID(), made],
  );
  const row = rows[0];
  if (!row) throw new Error('an upsert returned no row');
  return { keyId: row.key_id, key: openKey(masterKeys, row) };
}

/** By key id. Keys that were erased are not there. */
async function keysOf(
  db: Database,
  masterKeys: MasterKeys,
  texts: readonly SealedText[],
): Promise<Map<string, Buffer>> {
  if (texts.length === 0) return new Map();
  const users = [...new Set(texts.map(({ userId }) => userId))];
  let { rows } = await db.query<Row>(KEYS, [users]);
  const found = new Set(rows.map(({ key_id }) => key_id));
  const isLacking = texts.some(({ sealed }) => !found.has(sealed.split('.')[1] ?? ''));
  // What a standby lacks is not erased, and it locks no rows.
  if (isLacking) ({ rows } = await db.query<Row>(`${KEYS} for key share`, [users]));
  return new Map(rows.map((row) => [row.key_id, openKey(masterKeys, row)]));
}

const KEYS = 'select user_id, key_id, sealed_key from vault.account_keys where user_id = any($1)';

function openKey(masterKeys: MasterKeys, { user_id, sealed_key }: Row): Buffer {
  try {
    return openWithMaster(masterKeys, sealPlaces.accountKey(user_id), sealed_key);
  } catch (error) {
    throw error instanceof SealBroken ? new KeyClosed(error) : error;
  }
}
