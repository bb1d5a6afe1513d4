import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { refusals } from '../../../contracts/messages.ts';
import { hashInput } from '../../../ledger/envelope.ts';
import { type Clock, timestamp } from '../clock.ts';
import { HttpError } from '../http-error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Which command a request is, and when it was first sent (RFC 3339). */
export type SentCommand = { readonly commandId: string; readonly firstSentAt: string };

/**
 * The command of a request: its id follows from the client's Idempotency-Key and the user (two users may
 * choose the same key), else it is a new one. The key's first request is remembered, so that the same key with another
 * request is refused even where that request would go to another stream of the ledger, and so is its time: a stream
 * that has gone far beyond it no longer knows the command, and says so.
 * @param request with its validated input as the body: what a schema does not know tells no requests apart
 * @throws HttpError 400 for a key that is no UUID, 422 for a key that was used with another request
 */
export async function commandOf(
  pool: Pool,
  clock: Clock,
  userId: string,
  key: string,
  request: SentRequest,
): Promise<SentCommand> {
  const now = timestamp(clock());
  if (key === '') return { commandId: randomUUID(), firstSentAt: now };
  const commandId = commandIdOf(userId, key);
  const requestHash = requestHashOf(request);
  const { rows } = await pool.query<{ request_hash: string; created_at: Date }>(
    `insert into auth.idempotency_keys as known (user_id, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict (user_id, key) do update set request_hash = known.request_hash
     returning request_hash, created_at`,
    [userId, key, requestHash, now],
  );
  const [first] = rows;
  if (first?.request_hash !== requestHash) {
    throw new HttpError(422, 'IdempotencyKeyReused', refusals.idempotencyKeyReused);
  }
  return { commandId, firstSentAt: timestamp(first.created_at.getTime()) };
}

/**
 * The id of a user's command.
 * @throws HttpError 400 for a key that is no UUID
 */
export function commandIdOf(userId: string, key: string): string {
  if (!UUID.test(key)) throw new HttpError(400, 'IdempotencyKeyInvalid', refusals.idempotencyKeyInvalid);
  return uuidv5(userId, key.toLowerCase());
}

type SentRequest = { readonly method: string; readonly path: string; readonly body: unknown };

/** SHA-256 (hex) of a request. @param body as a schema gives it, and so as deep as the schema at the most */
export function requestHashOf(request: SentRequest): string {
  return hashInput(canonicalForm(request));
}

/**
 * As canonical JSON takes it: base units as their digits, and what is undefined as if it were not there.
 * @param input as a schema gives it, which is as deep as the schema
 */
function canonicalForm(input: unknown): unknown {
  if (typeof input === 'bigint') return String(input);
  if (Array.isArray(input)) return input.map(canonicalForm);
  if (typeof input !== 'object' || input === null) return input;
  const members = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, canonicalForm(value)]));
}
