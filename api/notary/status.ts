import type { Database } from '../../projector/database.ts';

export type NotaryState = 'starting' | 'sealing' | 'halted';

export type NotaryStatus = {
  readonly state: NotaryState;
  readonly reason: string | null;
  readonly since: Date;
};

/** What the notary of this program last said, in whichever replica; undefined before it said anything. */
export async function readNotaryStatus(db: Database): Promise<NotaryStatus | undefined> {
  const { rows } = await db.query<NotaryStatus>('select state, reason, since from notary.status');
  return rows[0];
}

export async function setNotaryState(db: Database, state: NotaryState, reason?: string): Promise<void> {
  await db.query(
    `insert into notary.status as known (state, reason) values ($1, $2)
     on conflict (one) do update set state = excluded.state, reason = excluded.reason, since = now()
     where (known.state, known.reason) is distinct from (excluded.state, excluded.reason)`,
    [state, reason ?? null],
  );
}
