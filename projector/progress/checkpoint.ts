import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Database } from '../database.ts';

/** How far the read models are. `position` is undefined before the first event. */
export type Checkpoint = { readonly position: LedgerPosition | undefined; readonly epoch: bigint };

/** Of the schema that unqualified names mean. */
export async function readCheckpoint(db: Database): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<Row>('select commit, prepare, epoch from checkpoint');
  return rows[0] && checkpointOf(rows[0]);
}

/** Makes the caller the one projector that may write from now on. */
export async function raiseEpoch(db: Database): Promise<Checkpoint> {
  const { rows } = await db.query<Row>(
    'update checkpoint set epoch = epoch + 1 returning commit, prepare, epoch',
  );
  if (!rows[0]) throw new Error('the schema of the read models has no checkpoint');
  return checkpointOf(rows[0]);
}

/**
 * Moves the checkpoint, and by that locks it until the transaction ends.
 * @returns false when it is not as the caller left it: another projector or a rebuild has written
 */
export async function moveCheckpoint(db: Database, from: Checkpoint, to: LedgerPosition): Promise<boolean> {
  const { rowCount } = await db.query(
    `update checkpoint set commit = $1, prepare = $2
     where epoch = $3 and commit is not distinct from $4::bigint and prepare is not distinct from $5::bigint`,
    [to.commit, to.prepare, from.epoch, from.position?.commit ?? null, from.position?.prepare ?? null],
  );
  return rowCount === 1;
}

type Row = { commit: string | null; prepare: string | null; epoch: string };

function checkpointOf({ commit, prepare, epoch }: Row): Checkpoint {
  const position =
    commit === null || prepare === null ? undefined : { commit: BigInt(commit), prepare: BigInt(prepare) };
  return { position, epoch: BigInt(epoch) };
}
