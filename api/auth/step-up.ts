import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { getAddress } from 'viem/utils';
import { actRefusals, actStatement } from '../../contracts/act-messages.ts';
import type { Endpoint } from '../../contracts/api/endpoint.ts';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from '../http/http-error.ts';
import { validate } from '../http/middleware/validate.ts';
import type { Session } from './session.ts';
import type { SentAct, signedActs } from './signed-acts.ts';
import { siweText } from './siwe-text.ts';
import type { SignatureCheck } from './verify-signature.ts';

/** One command as its wallet signs it. */
export type ActToSign = {
  readonly session: Session;
  /** The path that it is sent to. */
  readonly operation: string;
  /** Of its Idempotency-Key; undefined where it was sent without: such an act cannot be signed. */
  readonly commandId: string | undefined;
  /** Of method, path and the body as its schema gives it. */
  readonly requestHash: string;
  /** What will happen. */
  readonly words: string;
};

export type StepUp = {
  /** What the wallet has to sign before an act; undefined where the session alone is enough. */
  wordsOf(endpoint: Endpoint, act: SentAct): Promise<string | undefined>;
  /**
   * The act that will be sent to a path, with what its schema makes of the body. Its words are read when they are asked
   * for.
   * @throws HttpError 404 where there is no such act to sign, 400 for a body that it would not take
   */
  actAt(
    path: string,
    body: unknown,
  ): {
    readonly wordsOf: () => Promise<string | undefined>;
    readonly body: unknown;
    readonly endpoint: Endpoint;
  };
  /**
   * Issues the text that the wallet signs, good for five minutes of the database's time.
   * @throws HttpError 401 where the session has just ended
   */
  issue(
    act: ActToSign & { readonly commandId: string; readonly key: string; readonly publicUrl: string },
  ): Promise<{ readonly message: string; readonly nonce: string; readonly expiresAt: Date }>;
  /**
   * Lets an act pass whose text the wallet has signed, once; the same command may be sent again.
   * @throws HttpError 403 `SignatureNeeded` with what is to be signed or what is wrong
   */
  require(act: ActToSign, given: { readonly nonce: string; readonly signature: string }): Promise<void>;
};

const LIFETIME = "interval '5 minutes'";
/** How long a signed command may be sent again without another signature. */
const RETRIES = "interval '1 day'";

export function createStepUp(
  pool: Pool,
  isSignedBy: SignatureCheck,
  acts: ReturnType<typeof signedActs>,
): StepUp {
  const refuse = (message: string) => new HttpError(403, 'SignatureNeeded', message);

  return {
    // By the endpoint, not by the path: the router takes a path in any case of its letters.
    wordsOf: async (endpoint, sent) => acts.find((act) => act.endpoint.path === endpoint.path)?.words(sent),
    actAt(path, body) {
      for (const { endpoint, words } of acts) {
        const params = paramsOf(endpoint.path, path);
        if (!params || !endpoint.request) continue;
        return { body: validate(endpoint.request, body), wordsOf: () => words({ body, params }), endpoint };
      }
      throw new HttpError(404, 'UnknownAct', actRefusals.unknownAct);
    },
    async issue({ session, operation, commandId, key, requestHash, words, publicUrl }) {
      const nonce = randomBytes(16).toString('hex');
      const { rows } = await pool.query<{ issued_at: Date; expires_at: Date }>(
        `select now() as issued_at, now() + ${LIFETIME} as expires_at`,
      );
      const [times] = rows;
      if (!times) throw new Error('the database did not say what time it is');
      const message = siweText({
        walletAddress: getAddress(session.walletAddress),
        publicUrl,
        uri: new URL(operation, publicUrl).href,
        statement: actStatement(words, requestHash),
        nonce,
        issuedAt: times.issued_at,
        expiresAt: times.expires_at,
        requestId: key,
      });
      // The session may have ended since the request came.
      const { rowCount } = await pool.query(
        `with gone as (delete from auth.act_challenges where expires_at < now())
         insert into auth.act_challenges
           (nonce, session_hash, wallet_address, operation, command_id, request_hash, message, expires_at)
         select $1, token_hash, $3, $4, $5::uuid, $6, $7, $8::timestamptz
         from auth.sessions where token_hash = $2 for key share`,
        [
          ...[nonce, session.hash, session.walletAddress, operation],
          ...[commandId, requestHash, message, times.expires_at],
        ],
      );
      if (rowCount !== 1) throw new HttpError(401, 'NotSignedIn', refusals.notSignedIn);
      return { message, nonce, expiresAt: times.expires_at };
    },
    async require(act, { nonce, signature }) {
      const { commandId } = act;
      if (commandId === undefined) throw refuse(actRefusals.signatureNeeded(act.words));
      if (await wasSigned(pool, commandId, act.requestHash)) return;
      if (nonce === '' || signature === '') throw refuse(actRefusals.signatureNeeded(act.words));
      const message = await issuedText(pool, act, nonce);
      // Another sending of the same command may have used it up since the look above.
      if (message === undefined) {
        if (await wasSigned(pool, commandId, act.requestHash)) return;
        throw refuse(actRefusals.notIssued);
      }
      const walletAddress = getAddress(act.session.walletAddress);
      if (!(await isSignedBy({ walletAddress, message, signature }))) {
        await pool.query('delete from auth.act_challenges where nonce = $1', [nonce]);
        throw refuse(actRefusals.wrongSigner);
      }
      if (await consume(pool, act, nonce, signature)) return;
      if (!(await wasSigned(pool, commandId, act.requestHash))) throw refuse(actRefusals.notIssued);
    },
  };
}

/** The values of a path's `:name` segments; undefined where it is not of this form, letter by letter. */
function paramsOf(form: string, path: string): Readonly<Record<string, string>> | undefined {
  const pattern = form.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[\\w-]+)`);
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match ? { ...match.groups } : undefined;
}

async function wasSigned(pool: Pool, commandId: string, requestHash: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from auth.signed_acts where command_id = $1 and request_hash = $2 and signed_at > now() - ${RETRIES}`,
    [commandId, requestHash],
  );
  return rowCount === 1;
}

/** The text that was issued under a nonce for this very act. A nonce that is tried on another act is used up. */
async function issuedText(pool: Pool, act: ActToSign, nonce: string): Promise<string | undefined> {
  const { session, operation, commandId, requestHash } = act;
  const { rows } = await pool.query<{ message: string; fits: boolean }>(
    `select message, session_hash = $2 and wallet_address = $3 and operation = $4 and command_id = $5
       and request_hash = $6 and expires_at > now() as fits
     from auth.act_challenges where nonce = $1`,
    [nonce, session.hash, session.walletAddress, operation, commandId, requestHash],
  );
  const [issued] = rows;
  if (issued?.fits) return issued.message;
  if (issued) await pool.query('delete from auth.act_challenges where nonce = $1', [nonce]);
  return undefined;
}

/** One statement takes the text back and remembers the command: of any number of sendings one does it. */
async function consume(pool: Pool, act: ActToSign, nonce: string, signature: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with used as (
       delete from auth.act_challenges where nonce = $1 and command_id = $2 and expires_at > now()
       returning command_id, request_hash, wallet_address, operation
     ), gone as (
       delete from auth.signed_acts where signed_at < now() - ${RETRIES} and command_id <> $2
     )
     insert into auth.signed_acts (command_id, request_hash, wallet_address, operation, signature_hash)
     select command_id, request_hash, wallet_address, operation, $3 from used
     on conflict (command_id) do update
       set request_hash = excluded.request_hash, signature_hash = excluded.signature_hash, signed_at = now()`,
    [nonce, act.commandId, createHash('sha256').update(signature).digest()],
  );
  return rowCount === 1;
}
