import { createHash, randomInt } from 'node:crypto';
import type { Platform } from '../../../contracts/constants.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';

const LIFETIME_MS = 15 * 60_000;
/** Without the letters and digits that people take for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const CODE = new RegExp(`\\bEVO-([${ALPHABET}]{${LENGTH}})\\b`);

type CodeOwner = { readonly userId: string; readonly walletAddress: string };

/** Codes that a user sends to the program's account on a platform: who sends one is the user whom it was given to. */
export type MessageCodes = {
  /** A new code; an earlier one of the same user is void. */
  issue(owner: CodeOwner, platform: Platform): Promise<string>;
  /** Whose code it is; undefined when it is unknown, void or has expired. It is not used up by asking. */
  ownerOf(code: string, platform: Platform): Promise<CodeOwner | undefined>;
  /** Uses the code up. */
  consume(code: string): Promise<void>;
};

/** The code in what somebody wrote, undefined when there is none. */
export function codeIn(text: string): string | undefined {
  return CODE.exec(text.slice(0, 1_000).toUpperCase())?.[0];
}

export function createMessageCodes(db: Database, clock: Clock): MessageCodes {
  return {
    async issue({ userId, walletAddress }, platform) {
      const code = `EVO-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
      await db.query(
        `insert into vault.message_codes (user_id, platform, code_hash, wallet_address, expires_at)
         values ($1, $2, $3, $4, $5)
         on conflict (user_id, platform) do update
           set code_hash = excluded.code_hash, wallet_address = excluded.wallet_address,
               expires_at = excluded.expires_at`,
        [userId, platform, sha256(code), walletAddress, new Date(clock() + LIFETIME_MS)],
      );
      return code;
    },
    async ownerOf(code, platform) {
      const { rows } = await db.query<{ user_id: string; wallet_address: string }>(
        `select user_id, wallet_address from vault.message_codes
         where code_hash = $1 and platform = $2 and expires_at > $3`,
        [sha256(code), platform, new Date(clock())],
      );
      return rows[0] && { userId: rows[0].user_id, walletAddress: rows[0].wallet_address };
    },
    async consume(code) {
      await db.query('delete from vault.message_codes where code_hash = $1', [sha256(code)]);
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
