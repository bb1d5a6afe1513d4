import { formatEvo } from '../../../contracts/money.ts';
import { postingsOf } from '../../../ledger/accounts/postings.ts';
import { lastWritten } from '../../carried.ts';
import type { Database } from '../../database.ts';
import { ProjectionFault } from '../../faults.ts';
import { rowSet } from '../../row-set.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { schemaBeside } from '../read-model.ts';
import { type AccountModel, type AccountStep, isOnBoard, type UserState } from '../users/state.ts';
import { type Board, copyBoard, newestBoard } from './boards.ts';
import { CLASSES, type ClassName, columnOf } from './classes.ts';

/** Changes at the least between two copies of the leaderboard. */
const FEWEST_CHANGES = 32;

export const moments: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const before = await sums.before(db, () => lastSums(db));
    const copied = await copy.before(db, () => newestBoard(db));
    const { rows, boards } = fold(before, copied, steps);
    sums.leave(db, rows.at(-1) ?? before);
    copy.leave(db, boards.at(-1)?.board ?? copied);
    if (rows.length === 0) return;
    await db.query(INSERT, ROWS.values(rows.map(sqlRow)));
    for (const { board, previous } of boards) await copyBoard(db, board, previous);
  },
};

const sums = lastWritten<Sums>();
const copy = lastWritten<Board | undefined>();

/** The running sums. Amounts are base units. */
type Sums = {
  readonly number: bigint;
  readonly users: bigint;
  readonly participants: bigint;
  readonly with_claimable: bigint;
  readonly with_claimed: bigint;
} & Readonly<Record<ClassName, bigint>>;

type MomentRow = Sums & {
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly user_id: string;
  readonly board_before: bigint | null;
  readonly board_after: bigint | null;
};

type DueBoard = { readonly board: Board; readonly previous: Board | undefined };

/** A row for each step that changes a sum or the leaderboard, and the copies of the board that are due at them. */
function fold(
  from: Sums,
  newest: Board | undefined,
  steps: readonly AccountStep[],
): { rows: MomentRow[]; boards: DueBoard[] } {
  const rows: MomentRow[] = [];
  const boards: DueBoard[] = [];
  let sums = from;
  let copied = newest;
  for (const step of steps) {
    const row = rowAfter(sums, step);
    if (!row) continue;
    rows.push(row);
    sums = row;
    const changes = row.number - (copied?.number ?? 0n);
    if (changes < FEWEST_CHANGES || changes < row.participants) continue;
    const board = { number: row.number, position: step.event.position };
    boards.push({ board, previous: copied });
    copied = board;
  }
  return { rows, boards };
}

/** Undefined for a step that changes nothing that is kept here. */
function rowAfter(sums: Sums, { event, userId, before, after }: AccountStep): MomentRow | undefined {
  const postings = postingsOf(event, userId);
  const [was, is] = [presence(before), presence(after)];
  const changes = { ...NO_CHANGES };
  for (const { account, amount } of postings) changes[columnOf(account)] += amount;
  const isSame = was.users === is.users && was.board === is.board && postings.length === 0;
  if (isSame) return undefined;
  const balance = CLASSES.reduce((sum, name) => sum + changes[name], 0n);
  if (balance !== 0n) {
    throw new ProjectionFault(
      `${event.type} at ${event.stream}#${event.revision}: it moves the program's sums by ${formatEvo(balance)}`,
    );
  }
  return {
    ...event.position,
    number: sums.number + 1n,
    user_id: userId,
    board_before: was.board,
    board_after: is.board,
    users: sums.users + is.users - was.users,
    participants: sums.participants + placeOf(is) - placeOf(was),
    with_claimable: sums.with_claimable + is.withClaimable - was.withClaimable,
    with_claimed: sums.with_claimed + is.withClaimed - was.withClaimed,
    issued: sums.issued + changes.issued,
    cleared: sums.cleared + changes.cleared,
    revoked: sums.revoked + changes.revoked,
    reset: sums.reset + changes.reset,
    claimable: sums.claimable + changes.claimable,
    claimed: sums.claimed + changes.claimed,
  };
}

/** What one account adds to the counts. A removed one keeps its balances, and its place is gone. */
function presence(user: UserState | undefined) {
  return {
    users: user && !user.removed ? 1n : 0n,
    board: isOnBoard(user) ? user.total_rewards : null,
    withClaimable: user && user.total_rewards !== user.claimed_rewards ? 1n : 0n,
    withClaimed: user && user.claimed_rewards !== 0n ? 1n : 0n,
  };
}

const placeOf = ({ board }: { readonly board: bigint | null }) => (board === null ? 0n : 1n);

const NO_CHANGES = { issued: 0n, cleared: 0n, revoked: 0n, reset: 0n, claimable: 0n, claimed: 0n };
const NOTHING: Sums = {
  ...NO_CHANGES,
  number: 0n,
  users: 0n,
  participants: 0n,
  with_claimable: 0n,
  with_claimed: 0n,
};

/** After the last event that was applied. */
async function lastSums(db: Database): Promise<Sums> {
  const { rows } = await db.query<Record<keyof Sums, string>>(
    `select number, users, participants, with_claimable, with_claimed, ${CLASSES.join(', ')}
     from moments order by commit desc, prepare desc limit 1`,
  );
  const row = rows[0];
  if (!row) return NOTHING;
  return {
    number: BigInt(row.number),
    users: BigInt(row.users),
    participants: BigInt(row.participants),
    with_claimable: BigInt(row.with_claimable),
    with_claimed: BigInt(row.with_claimed),
    issued: amountFromSql(row.issued),
    cleared: amountFromSql(row.cleared),
    revoked: amountFromSql(row.revoked),
    reset: amountFromSql(row.reset),
    claimable: amountFromSql(row.claimable),
    claimed: amountFromSql(row.claimed),
  };
}

const ROWS = rowSet({
  commit: 'bigint',
  prepare: 'bigint',
  number: 'bigint',
  user_id: 'uuid',
  board_before: 'numeric',
  board_after: 'numeric',
  users: 'bigint',
  participants: 'bigint',
  issued: 'numeric',
  cleared: 'numeric',
  revoked: 'numeric',
  reset: 'numeric',
  claimable: 'numeric',
  claimed: 'numeric',
  with_claimable: 'bigint',
  with_claimed: 'bigint',
});

const INSERT = `insert into moments (${ROWS.names}) select * from ${ROWS.source}`;

function sqlRow(row: MomentRow) {
  return {
    ...row,
    board_before: row.board_before === null ? null : formatEvo(row.board_before),
    board_after: row.board_after === null ? null : formatEvo(row.board_after),
    issued: formatEvo(row.issued),
    cleared: formatEvo(row.cleared),
    revoked: formatEvo(row.revoked),
    reset: formatEvo(row.reset),
    claimable: formatEvo(row.claimable),
    claimed: formatEvo(row.claimed),
  };
}
