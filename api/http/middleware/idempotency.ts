import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { refusals } from '../../../contracts/messages.ts';
import { hashInput } from '../../../ledger/envelope.ts';
import { gather } from '../../../projector/gather.ts';
import { prepared } from '../../../projector/prepared.ts';
import { type Clock, timestamp } from '../clock.ts';
import { HttpError } from '../http-error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Which command a request is, and when it was first sent (RFC 3339). */
export type SentCommand = { readonly commandId: string; readonly firstSentAt: string };

/** @throws HttpError 400 for a key that is no UUID, 422 for a key that was used with another request */
export type SentCommands = (userId: string, key: string, request: SentRequest) => Promise<SentCommand>;

/**
 * The command of a request: its id follows from the client's Idempotency-Key and the user (two users may
 * choose the same key), else it is a new one. The key's first request is remembered, so that the same key with another
 * request is refused even where that request would go to another stream of the ledger, and so is its time: a stream
 * that has gone far beyond it no longer knows the command, and says so. What is sent at the same time is remembered
 * together.
 *
 * `request` has its validated input as the body: what a schema does not know tells no requests apart.
 */
export function sentCommands(pool: Pool, clock: Clock): SentCommands {
  const firstOf = gather((sendings: readonly Sending[]) => remember(pool, sendings));
  return async (userId, key, request) => {
    const now = timestamp(clock());
    if (key === '') return { commandId: randomUUID(), firstSentAt: now };
    const commandId = commandIdOf(userId, key);
    const requestHash = requestHashOf(request);
    const first = await firstOf({ userId, key: key.toLowerCase(), requestHash, now });
    // Of one that was erased nothing is known but that it was sent; its streams still tell two requests apart.
    if (first.requestHash !== ERASED && first.requestHash !== requestHash) {
      throw new HttpError(422, 'IdempotencyKeyReused', refusals.idempotencyKeyReused);
    }
    return { commandId, firstSentAt: timestamp(first.createdAt.getTime()) };
  };
}

/** What an erasure of its user leaves of the hash of a request. */
const ERASED = '';

/** One request with its key; `now` is RFC 3339. */
type Sending = {
  readonly userId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly now: string;
};

type FirstSending = { readonly requestHash: string; readonly createdAt: Date };

/** Of each key the request that was sent under it first; of two in one statement, the one that came first. */
async function remember(pool: Pool, sendings: readonly Sending[]): Promise<FirstSending[]> {
  const byKey = new Map<string, Sending>();
  for (const sending of sendings) {
    const name = nameOf(sending.userId, sending.key);
    if (!byKey.has(name)) byKey.set(name, sending);
  }
  // In one order everywhere: two statements that know the same keys do not wait for each other.
  const rows = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sending]) => sending);
  const { rows: known } = await pool.query<{
    user_id: string;
    key: string;
    request_hash: string;
    created_at: Date;
  }>(REMEMBER, [
    rows.map(({ userId }) => userId),
    rows.map(({ key }) => key),
    rows.map(({ requestHash }) => requestHash),
    rows.map(({ now }) => now),
  ]);
  const firsts = new Map(
    known.map(({ user_id, key, request_hash, created_at }) => [
      nameOf(user_id, key),
      { requestHash: request_hash, createdAt: created_at },
    ]),
  );
  return sendings.map(({ userId, key }) => {
    const first = firsts.get(nameOf(userId, key));
    if (!first) throw new Error('a key that was remembered was not returned');
    return first;
  });
}

const nameOf = (userId: string, key: string) => `${userId}/${key}`;

const REMEMBER = prepared(
  `insert into auth.idempotency_keys as known (user_id, key, request_hash, created_at)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
   on conflict (user_id, key) do update set request_hash = known.request_hash
   returning user_id, key, request_hash, created_at`,
);

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
