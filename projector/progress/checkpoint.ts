import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { FirstEvent, LedgerMark } from '../../ledger/following/same-ledger.ts';
import type { Database } from '../database.ts';

/** How far the read models are. `position` is undefined before the first event. */
export type Checkpoint = {
  readonly position: LedgerPosition | undefined;
  readonly epoch: bigint;
  /** Of the event at `position`, and of the ledger's first one. */
  readonly eventId?: string | undefined;
  readonly first?: FirstEvent | undefined;
};

/** Of the schema that unqualified names mean. */
export async function readCheckpoint(db: Database): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from checkpoint`);
  return rows[0] && checkpointOf(rows[0]);
}

/** Makes the caller the one projector that may write from now on. */
export async function raiseEpoch(db: Database): Promise<Checkpoint> {
  const { rows } = await db.query<Row>(`update checkpoint set epoch = epoch + 1 returning ${COLUMNS}`);
  if (!rows[0]) throw new Error('the schema of the read models has no checkpoint');
  return checkpointOf(rows[0]);
}

/**
 * Moves the checkpoint, and by that locks it until the transaction ends.
 * @returns the oid of its table, which is another one when read models were put in the place of others; undefined when it
 * is not as the caller left it: another projector or a rebuild has written
 */
export async function moveCheckpoint(
  db: Database,
  from: Checkpoint,
  to: LedgerMark,
): Promise<string | undefined> {
  const { rows } = await db.query<{ table: string }>(
    `update checkpoint set commit = $1, prepare = $2, event_id = $6, ledger_id = $7, ledger_commit = $8, ledger_prepare = $9
     where epoch = $3 and commit is not distinct from $4::bigint and prepare is not distinct from $5::bigint
     returning tableoid::text as table`,
    [
      to.position.commit,
      to.position.prepare,
      from.epoch,
      from.position?.commit ?? null,
      from.position?.prepare ?? null,
      to.eventId ?? null,
      to.first?.id ?? null,
      to.first?.position.commit ?? null,
      to.first?.position.prepare ?? null,
    ],
  );
  return rows[0]?.table;
}

/** By what the ledger is known again; undefined before the first event. */
export function markOf({ position, eventId, first }: Checkpoint): LedgerMark | undefined {
  return position && { position, eventId, first };
}

const COLUMNS = 'commit, prepare, event_id, ledger_id, ledger_commit, ledger_prepare, epoch';

type Row = {
  commit: string | null;
  prepare: string | null;
  event_id: string | null;
  ledger_id: string | null;
  ledger_commit: string | null;
  ledger_prepare: string | null;
  epoch: string;
};

function checkpointOf(row: Row): Checkpoint {
  const first = positionOf(row.ledger_commit, row.ledger_prepare);
  return {
    position: positionOf(row.commit, row.prepare),
    epoch: BigInt(row.epoch),
    eventId: row.event_id ?? undefined,
    first: first && row.ledger_id !== null ? { id: row.ledger_id, position: first } : undefined,
  };
}

function positionOf(commit: string | null, prepare: string | null): LedgerPosition | undefined {
  return commit === null || prepare === null
    ? undefined
    : { commit: BigInt(commit), prepare: BigInt(prepare) };
}
