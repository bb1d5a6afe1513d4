import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { codeOf } from '../../contracts/error-code.ts';
import type { HeldRight, RightUse } from '../../ledger/authorize.ts';
import type { Deadline } from '../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { pooled } from '../../ledger/pooled.ts';
import type { OpenAppend } from '../../ledger/take-revision.ts';
import type { Database } from '../../projector/database.ts';
import { gather } from '../../projector/gather.ts';
import { prepared } from '../../projector/prepared.ts';
import { endStaleHolders } from '../stale-holders.ts';

/** Any constant that no other advisory lock of the program uses. */
const RIGHTS_LOCK = 3_424_006;

/** For the pool that a fence works with: its waits end in time for a command, and one that acts needs no second. */
export const FENCE_POOL = {
  connectTimeout: 1_000,
  lockTimeout: 1_000,
  statementTimeout: 2_000,
  answerTimeout: 2_500,
  applicationName: 'evo-api-rights',
};

/**
 * Milliseconds for which one act, or one removal, may keep others waiting: more than its command has. A process that
 * stands still, or that nobody can reach, would keep every removal waiting for ever.
 */
const HOLD_LIMIT = 5_000;

/** Milliseconds for giving a right back before its connection is closed instead. */
const RELEASE_PATIENCE = 1_000;

/** An act's hold, with the revision that the stream of admins has at the least. */
export type HeldAct = HeldRight & { readonly adminsRevision: bigint };

/**
 * Puts the acts of admins and the removal of admins in one order across all processes. An act stands in one stream and
 * the right to it in another, and the event store has no append over two streams: so an act holds a shared advisory
 * lock of Postgres from the look at the right until it is certain what became of the append, and a removal holds the
 * same lock alone. Postgres serves who waits in their order, so acts cannot keep a removal waiting for ever.
 *
 * A lock is gone with its connection, while an append that its holder has sent may still land. So before an act looks
 * at its right it writes down which revision of which stream it is for. What a removal finds written down belongs to
 * nobody who still holds the lock: it closes each by seeing that the revision has passed, or by taking it. A removal
 * writes itself down, too, and the next act closes what is left of one.
 *
 * That is why a hold may end before its holder knows: who waits in vain closes the connection of a holder that has been
 * silent for longer than a command lasts, and then closes the append as that of any holder who has lost the lock.
 *
 * Last, a node of the event store that is behind may still show a right that is gone: a removal leaves its revision here,
 * or whoever closes what is left of one does, and an act must not look at an older one.
 *
 * Giving a right stands in this order as a removal does: the account of a wallet is not removed while that is given one.
 *
 * So do acts of which one rests on what the other has not done: each of them holds the lock alone. What is left of one is
 * closed by whoever holds it alone next.
 */
export type RightsFence = {
  /** @throws LedgerUnavailable when a removal does not end in a second */
  act(use: RightUse): Promise<HeldAct>;
  /** An act beside which there is no other. @throws as `removal` */
  actAlone(use: RightUse): Promise<HeldAct>;
  /** @throws LedgerUnavailable when the acts under way do not end in a second, or one cannot be closed */
  removal(use: RightUse): Promise<HeldRight>;
  /**
   * Work in Postgres beside which there is no act, and before which none is left open: over the connection that holds the
   * lock, so that whoever has lost that does nothing more. It is told the revision that the stream of admins has at the
   * least. @throws as `removal`, and what the work throws
   */
  alone<Done>(
    deadline: Deadline,
    work: (db: Database, adminsRevision: bigint) => Promise<Done>,
  ): Promise<Done>;
};

/**
 * @param close makes sure that an append has landed or never will; throws when it cannot
 * @param holdLimit milliseconds for which a silent holder keeps others waiting
 */
export function createRightsFence(
  pool: Pool,
  close: (act: OpenAppend, use: Pick<RightUse, 'deadline'>) => Promise<void>,
  holdLimit = HOLD_LIMIT,
): RightsFence {
  /** Connections that are no more, and with each of them the lock that it had. */
  const gone = new WeakSet<ClientBase>();
  pool.on('connect', (client) => client.once('end', () => gone.add(client)));
  const holdWith = (client: ClientBase) => ({ isLost: () => gone.has(client) });
  /** Alone, once what was open is closed; written down as `begin` does it. */
  const holdAlone = async (use: RightUse, begin: string) => {
    const client = await connect(pool);
    await takeLock(client, holdLimit, LOCK_ALONE, [RIGHTS_LOCK]);
    const id = randomUUID();
    const right = heldAlone(client, END_ALONE, [RIGHTS_LOCK, id]);
    const { stream, expected, commandId } = use;
    let removedAt: string | undefined;
    await closeOr([right], async () => {
      await closeAll(client, false, (act) => close(act, use));
      const { rows } = await client.query<LastRemoval>(begin, [id, stream, expected ?? null, commandId]);
      removedAt = rows[0]?.revision;
    });
    return { client, right: { ...right, ...holdWith(client) }, adminsRevision: BigInt(removedAt ?? -1) };
  };
  return {
    // Acts that come together hold one lock together, each written down by itself. Those that come later take another:
    // in Postgres's line behind a removal that waits, which so waits for none that came after it.
    act: gather(
      async (uses: readonly RightUse[]) => {
        const client = await connect(pool);
        const acts = uses.map((use) => ({ ...use, id: randomUUID() }));
        const [row] = await takeLock(client, holdLimit, BEGIN_ACTS, [
          RIGHTS_LOCK,
          acts.map(({ id }) => id),
          acts.map(({ stream }) => stream),
          acts.map(({ expected }) => expected ?? null),
          acts.map(({ commandId }) => commandId),
        ]);
        const rights = heldTogether(
          acts.map(({ id }) => id),
          (ended) => heldAlone(client, END_ACTS, [RIGHTS_LOCK, ended]),
        );
        const [use] = uses;
        let removedAt = row?.removed_at;
        if (row?.has_removal && use) {
          await closeOr(rights, async () => {
            await closeAll(client, true, (act) => close(act, use));
            // Whoever has closed it: another act may have been faster.
            removedAt = (await client.query<LastRemoval>(LAST_REMOVAL)).rows[0]?.revision;
          });
        }
        const adminsRevision = BigInt(removedAt ?? -1);
        return rights.map((right) => ({ ...right, ...holdWith(client), adminsRevision }));
      },
      {
        late: (right) => void right[Symbol.asyncDispose](),
        refusal: (reason) => new LedgerUnavailable(new Error(reason)),
      },
    ),
    async actAlone(use) {
      const { right, adminsRevision } = await holdAlone(use, BEGIN_ALONE);
      return { ...right, adminsRevision };
    },
    async removal(use) {
      const { client, right } = await holdAlone(use, BEGIN_REMOVAL);
      const onAppended = async (revision: bigint) => {
        // Over another connection where that of the lock is gone: it will not come back, and this is noted for good.
        const note = () => client.query(REMOVED, [revision]).catch(() => pool.query(REMOVED, [revision]));
        await note().catch((cause: unknown) => {
          throw new LedgerUnavailable(cause);
        });
      };
      return { ...right, onAppended };
    },
    async alone(deadline, work) {
      const client = await connect(pool);
      await takeLock(client, holdLimit, LOCK_ALONE, [RIGHTS_LOCK]);
      const lock = heldAlone(client, UNLOCK_ALONE, [RIGHTS_LOCK]);
      let removedAt: string | undefined;
      await closeOr([lock], async () => {
        await closeAll(client, false, (act) => close(act, { deadline }));
        const { rows } = await client.query<LastRemoval>(LAST_REMOVAL);
        removedAt = rows[0]?.revision;
      });
      try {
        return await work(client, BigInt(removedAt ?? -1));
      } finally {
        await lock[Symbol.asyncDispose]();
      }
    },
  };
}

/**
 * As `RightsFence.alone`, for who cannot close what was left open: of an act that may still land nothing can be said.
 * @param client waits for locks as long as it is set to
 * @returns undefined, and does nothing, where an act of the command is open
 */
export async function aloneUnlessOpen<Done>(
  client: ClientBase,
  commandId: string,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  await client.query(LOCK_ALONE, [RIGHTS_LOCK]);
  try {
    const open = await client.query('select from auth.open_acts where command_id = $1', [commandId]);
    return open.rowCount === 0 ? await work() : undefined;
  } finally {
    await client.query(UNLOCK_ALONE, [RIGHTS_LOCK]);
  }
}

const LOCK_ALONE = 'select pg_advisory_lock($1)';
const UNLOCK_ALONE = 'select pg_advisory_unlock($1)';

/** The shared lock, the acts written down, and what is found once it is had. */
const BEGIN_ACTS = prepared('select removed_at, has_removal from auth.begin_acts($1, $2, $3, $4, $5)');

const BEGIN_REMOVAL = `
  insert into auth.open_acts (id, stream, expected, command_id, is_removal) values ($1, $2, $3, $4, true)`;

const BEGIN_ALONE = `
  with begun as (insert into auth.open_acts (id, stream, expected, command_id) values ($1, $2, $3, $4))
  select revision from auth.last_removal`;

const REMOVED = `
  insert into auth.last_removal as last (revision) values ($1)
  on conflict (one) do update set revision = greatest(last.revision, excluded.revision)`;

type LastRemoval = { readonly revision: string };

const LAST_REMOVAL = 'select revision from auth.last_removal';

/**
 * What was closed is written down no more, and the last removal among it is noted, at the revision that it was to have:
 * by then it stands there, or never will. Its own process may have died before it could.
 */
const CLOSED = `
  with gone as (delete from auth.open_acts where id = any($1::uuid[]))
  insert into auth.last_removal as last (revision) select $2::bigint where $2::bigint is not null
  on conflict (one) do update set revision = greatest(last.revision, excluded.revision)`;

const END_ACTS = prepared(`
  with ended as (delete from auth.open_acts where id = any($2::uuid[]))
  select pg_advisory_unlock_shared($1)`);

const END_ALONE = `
  with ended as (delete from auth.open_acts where id = $2)
  select pg_advisory_unlock($1)`;

async function closeOr(rights: readonly HeldRight[], close: () => Promise<void>): Promise<void> {
  try {
    await close();
  } catch (error) {
    await Promise.all(rights.map((right) => right[Symbol.asyncDispose]()));
    throw error instanceof LedgerUnavailable ? error : new LedgerUnavailable(error);
  }
}

type OpenAct = {
  readonly id: string;
  readonly stream: string;
  readonly expected: string | null;
  readonly command_id: string;
  readonly is_removal: boolean;
};

/** Open appends that are closed at once: processes that died under load, one after the other, leave hundreds. */
const CLOSED_AT_ONCE = 8;

/** What is closed stays so, also where the time is up before all of it is: whoever comes next goes on from there. */
async function closeAll(
  client: PoolClient,
  onlyRemovals: boolean,
  close: (act: OpenAppend) => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<OpenAct>(
    'select id, stream, expected, command_id, is_removal from auth.open_acts where is_removal or not $1',
    [onlyRemovals],
  );
  const closed: OpenAct[] = [];
  try {
    await pooled(rows, CLOSED_AT_ONCE, async (row) => {
      const { stream, command_id: commandId } = row;
      await close({ stream, expected: row.expected === null ? undefined : BigInt(row.expected), commandId });
      closed.push(row);
    });
  } finally {
    if (closed.length > 0) await client.query(CLOSED, [closed.map(({ id }) => id), lastRemovalOf(closed)]);
  }
}

/** The highest revision that a removal was to have; undefined where there is none. */
function lastRemovalOf(acts: readonly OpenAct[]): bigint | undefined {
  const revisions = acts.flatMap(({ is_removal, expected }) =>
    is_removal ? [BigInt(expected ?? -1) + 1n] : [],
  );
  return revisions.toSorted((a, b) => (a < b ? 1 : -1))[0];
}

function connect(pool: Pool): Promise<PoolClient> {
  return pool.connect().catch((cause: unknown) => {
    throw new LedgerUnavailable(cause);
  });
}

/** Of what an act finds when it has the lock. */
type Begun = { readonly removed_at?: string | null; readonly has_removal?: boolean };

/** Once more, where a holder that stands still was in the way. */
async function takeLock(
  client: PoolClient,
  holdLimit: number,
  sql: string,
  values: unknown[],
): Promise<Begun[]> {
  try {
    return (await client.query<Begun>(sql, values)).rows;
  } catch (cause) {
    const wereEnded = isLockTimeout(cause) ? await ended(client, holdLimit) : 0;
    if (wereEnded === 0) {
      client.release(true);
      throw new LedgerUnavailable(cause);
    }
  }
  return lockOrLeave(client, sql, values);
}

const ended = (client: PoolClient, holdLimit: number): Promise<number> =>
  endStaleHolders(client, RIGHTS_LOCK, holdLimit).catch(() => 0);

/** SQLSTATE 55P03. */
function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

async function lockOrLeave(client: PoolClient, sql: string, values: unknown[]): Promise<Begun[]> {
  try {
    return (await client.query<Begun>(sql, values)).rows;
  } catch (cause) {
    client.release(true);
    throw new LedgerUnavailable(cause);
  }
}

/**
 * Rights that one lock gives: it is given back when the last of them is. One that is abandoned stays written down, the
 * others do not.
 * @param end gives the lock back with the acts that have ended
 */
function heldTogether(ids: readonly string[], end: (ended: readonly string[]) => HeldRight): HeldRight[] {
  const ended: string[] = [];
  let open = ids.length;
  let over = Promise.resolve();
  const leave = (id: string | undefined) => {
    open -= 1;
    if (id !== undefined) ended.push(id);
    if (open === 0) over = Promise.resolve(end(ended)[Symbol.asyncDispose]());
    return over;
  };
  return ids.map((id) => {
    let isOurs = true;
    const once = (own: string | undefined): Promise<void> => {
      if (!isOurs) return over;
      isOurs = false;
      return leave(own);
    };
    return {
      abandon: () => void once(undefined),
      [Symbol.asyncDispose]: () => once(id),
    };
  });
}

function heldAlone(client: PoolClient, release: string, values: unknown[]): HeldRight {
  return {
    // What it was for stays written down.
    abandon: () => client.release(true),
    async [Symbol.asyncDispose]() {
      const tooLate = Promise.withResolvers<false>();
      const timer = setTimeout(() => tooLate.resolve(false), RELEASE_PATIENCE);
      const released = client.query(release, values).then(
        () => true,
        () => false,
      );
      const isFree = await Promise.race([released, tooLate.promise]);
      clearTimeout(timer);
      // Closing the connection frees what it could not free by itself.
      client.release(!isFree);
    },
  };
}
