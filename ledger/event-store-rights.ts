import {
  AccessDeniedError,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  jsonEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { connectClient } from './event-store-client.ts';
import { inTime } from './in-time.ts';

/** What a user of an event store may do; `undefined` where the store gave no answer that tells. */
export type StoreRights = {
  readonly readAll: boolean | undefined;
  readonly readStreams: boolean | undefined;
  readonly append: boolean | undefined;
  readonly remove: boolean | undefined;
  readonly erase: boolean | undefined;
  readonly setMetadata: boolean | undefined;
};

/** A stream that the ledger never has. Each right is tried at a revision at which nothing can happen. */
const PROBE = 'rights-probe';
const NEVER = 2n ** 53n;
const PATIENCE_MS = 4_000;

/**
 * Tries each right as the user of a connection string, without writing anything: a store looks at the right before it
 * looks at the revision.
 * @throws Error when the store does not answer at all, or not in time
 */
export async function probeRights(connectionString: string): Promise<StoreRights> {
  const client = connectClient(connectionString);
  try {
    const readAll = await inTime(PATIENCE_MS, mayReadAll(client));
    const [readStreams, append, remove, erase, setMetadata] = await Promise.all([
      answer(() => readProbe(client)),
      answer(() => appendProbe(client)),
      answer(() => client.deleteStream(PROBE, { expectedRevision: NEVER, deadline: PATIENCE_MS })),
      answer(() => client.tombstoneStream(PROBE, { expectedRevision: NEVER, deadline: PATIENCE_MS })),
      answer(() => client.setStreamMetadata(PROBE, {}, { expectedRevision: NEVER })),
    ]);
    return { readAll, readStreams, append, remove, erase, setMetadata };
  } finally {
    await Promise.race([client.dispose(), patience(500)]);
  }
}

/** What who uses a store cannot work without: a projector follows the ledger, a program appends to it as well. */
export type StoreUse = 'follow' | 'append';

/** The right that a use of the store cannot do without, in words; undefined when none is missing, or none was seen to be. */
export function missingRight(
  { readAll, readStreams, append }: StoreRights,
  use: StoreUse,
): string | undefined {
  if (readAll === false)
    return 'read $all: commands would be written, and nothing of them would ever be seen';
  if (use === 'follow') return undefined;
  if (readStreams === false) return 'read streams: no command could be decided';
  return append === false ? 'append to streams: every command would be refused' : undefined;
}

/** Rights that no program uses, in words: by each of them events that were acknowledged could be taken away. */
export function rightsTooMany({ remove, erase, setMetadata }: StoreRights): readonly string[] {
  return [
    { has: remove, to: 'delete streams' },
    { has: erase, to: 'tombstone streams' },
    { has: setMetadata, to: 'set the metadata of streams, which can hide events' },
  ].flatMap(({ has, to }) => (has ? [to] : []));
}

/** The user that a connection string names. */
export function userOf(connectionString: string): string | undefined {
  const name = /\/\/([^@/?:]+)(?::[^@/?]*)?@/.exec(connectionString)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** The connection string with other credentials. */
export function asUser(connectionString: string, username: string, password: string): string {
  const credentials = `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  return connectionString.replace(/\/\/(?:[^@/?]*@)?/, `//${credentials}`);
}

/**
 * Appends the default access control of a store: the program's user reads everything and writes streams of users, and
 * deleting, erasing and metadata are for admins alone.
 * @throws Error when the store refuses, or does not answer in time: then it may have taken them
 * @see https://docs.kurrent.io/server/v24.10/security/user-authorization.html#default-acl
 */
export async function setDefaultRights(asAdmin: string, user: string): Promise<void> {
  const client = connectClient(asAdmin);
  const both = ['$admins', user];
  try {
    const event = jsonEvent({
      type: 'update-default-acl',
      data: {
        $userStreamAcl: { $r: both, $w: both, $d: '$admins', $mr: both, $mw: '$admins' },
        $systemStreamAcl: { $r: both, $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' },
      },
    });
    await inTime(PATIENCE_MS, client.appendToStream('$settings', event));
  } finally {
    await Promise.race([client.dispose(), patience(500)]);
  }
}

async function mayReadAll(client: EventStoreDBClient): Promise<boolean | undefined> {
  try {
    await first(
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, deadline: PATIENCE_MS }),
    );
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

const readProbe = (client: EventStoreDBClient) =>
  first(client.readStream(PROBE, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }));

const appendProbe = (client: EventStoreDBClient) =>
  client.appendToStream(PROBE, jsonEvent({ type: 'Probe', data: {} }), { expectedRevision: NEVER });

async function answer(ask: () => Promise<unknown>): Promise<boolean | undefined> {
  try {
    await inTime(PATIENCE_MS, ask());
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    if (error instanceof WrongExpectedVersionError || error instanceof StreamNotFoundError) return true;
    return undefined;
  }
}

/** Also where the store does not know the user, or not with this password. */
function isDenied(error: unknown): boolean {
  return error instanceof AccessDeniedError;
}

/** All of a read that gives one event at the most: one that is left half-way never ends. */
async function first(read: AsyncIterable<unknown>): Promise<unknown> {
  const found: unknown[] = [];
  for await (const event of read) found.push(event);
  return found[0];
}

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
