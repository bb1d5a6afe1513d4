import { createHash, randomInt } from 'node:crypto';
import { MESSAGE_CODE_MS, type Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import type { Seals } from '../../vault/seal.ts';

/** Without the letters and digits that people take for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const CODE = new RegExp(`\\bEVO-([${ALPHABET}]{${LENGTH}})\\b`);

type CodeOwner = { readonly userId: string; readonly walletAddress: string };

/** Codes that a user sends to the program's account on a platform: who sends one is the user whom it was given to. */
export type MessageCodes = {
  /**
   * A code that is good for a quarter of an hour from now on: the one that the user was given before, while it lives, since
   * another tab or device may show it still.
   */
  issue(owner: CodeOwner, platform: Platform): Promise<string>;
  /** Whose code it is; undefined when it is unknown, void or has expired. It is not used up by asking. */
  ownerOf(code: string, platform: Platform): Promise<CodeOwner | undefined>;
  /** Uses the code up. */
  consume(code: string): Promise<void>;
  /** The same, where it connects nothing: its owner is told why until they ask for another one, or for an hour. */
  refuse(code: string, refusal: CodeRefusal): Promise<void>;
  /** Refuses one that has expired. A code that lives, is unknown or was refused before is left as it is. */
  refuseLate(code: string, platform: Platform): Promise<void>;
  /** Why the last code that a user was given was refused; undefined where it was not. */
  refusalOf(userId: string, platform: Platform): Promise<CodeRefusal | undefined>;
};

/** What the owner of a code can hear of nowhere else: the code of a `DomainError`, or that it came too late. */
export type CodeRefusal = (typeof CODE_REFUSALS)[number];
export const CODE_REFUSALS = ['HandleTaken', 'BalanceTooLarge', 'CodeExpired'] as const;

/** The code in what somebody wrote, undefined when there is none. */
export function codeIn(text: string): string | undefined {
  return CODE.exec(text.slice(0, 1_000).toUpperCase())?.[0];
}

export function createMessageCodes(
  db: Database,
  seals: Pick<Seals, 'seal' | 'unseal'>,
  clock: Clock,
): MessageCodes {
  const codes: MessageCodes = {
    async issue(owner, platform) {
      const { userId, walletAddress } = owner;
      const made = newCode();
      const sealed = await seals.seal('message_code', userId, made);
      const now = clock();
      const { rows } = await db.query<Given>(GIVE, [
        ...[userId, platform, sha256(made), walletAddress],
        ...[new Date(now + MESSAGE_CODE_MS), sealed, new Date(now)],
      ]);
      const [given] = rows;
      if (!given) throw new Error('a code that was given was not returned');
      if (given.code_hash.equals(sha256(made))) return made;
      const code = await opened(userId, given);
      if (code !== undefined) return code;
      const { rowCount } = await db.query(REPLACE, [userId, platform, sha256(made), sealed, given.code_hash]);
      return rowCount === 1 ? made : codes.issue(owner, platform);
    },
    async ownerOf(code, platform) {
      const { rows } = await db.query<{ user_id: string; wallet_address: string }>(
        `select user_id, wallet_address from vault.message_codes
         where code_hash = $1 and platform = $2 and expires_at > $3 and refusal is null`,
        [sha256(code), platform, new Date(clock())],
      );
      return rows[0] && { userId: rows[0].user_id, walletAddress: rows[0].wallet_address };
    },
    async consume(code) {
      await db.query('delete from vault.message_codes where code_hash = $1', [sha256(code)]);
    },
    async refuse(code, refusal) {
      await db.query('update vault.message_codes set refusal = $2, sealed_code = null where code_hash = $1', [
        sha256(code),
        refusal,
      ]);
    },
    async refuseLate(code, platform) {
      const late: CodeRefusal = 'CodeExpired';
      await db.query(
        `update vault.message_codes set refusal = $4, sealed_code = null
         where code_hash = $1 and platform = $2 and expires_at <= $3 and refusal is null`,
        [sha256(code), platform, new Date(clock()), late],
      );
    },
    async refusalOf(userId, platform) {
      const { rows } = await db.query<{ refusal: string | null }>(
        'select refusal from vault.message_codes where user_id = $1 and platform = $2',
        [userId, platform],
      );
      return CODE_REFUSALS.find((known) => known === rows[0]?.refusal);
    },
  };
  return codes;

  /** Undefined where it does not open, or is not the code that counts: the release before has replaced that one alone. */
  async function opened(userId: string, { code_hash, sealed_code }: Given): Promise<string | undefined> {
    try {
      const code = await seals.unseal('message_code', userId, sealed_code);
      return code !== undefined && sha256(code).equals(code_hash) ? code : undefined;
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return undefined;
    }
  }
}

function newCode(): string {
  return `EVO-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

type Given = { readonly code_hash: Buffer; readonly sealed_code: string };

const LIVES = 'given.expires_at > $7 and given.sealed_code is not null';

const GIVE = `
  insert into vault.message_codes as given (user_id, platform, code_hash, wallet_address, expires_at, sealed_code)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (user_id, platform) do update
    set code_hash = case when ${LIVES} then given.code_hash else excluded.code_hash end,
        sealed_code = case when ${LIVES} then given.sealed_code else excluded.sealed_code end,
        wallet_address = excluded.wallet_address, expires_at = excluded.expires_at, refusal = null
  returning code_hash, sealed_code`;

const REPLACE = `
  update vault.message_codes set code_hash = $3, sealed_code = $4
  where user_id = $1 and platform = $2 and code_hash = $5`;

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
