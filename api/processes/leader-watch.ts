import type { Database } from '../../projector/database.ts';

/** What a leader of the processes says every five seconds, by Postgres's time, so that clocks of machines do not matter. */
export const LEADER_BEAT = `
  insert into processes.leader (beat_at) values (clock_timestamp())
  on conflict (one) do update set beat_at = excluded.beat_at`;

/** Seconds without a leader that are no takeover any more: a dead one's lock is free in 15, and who gave up stands aside for 10. */
const MISSED_AFTER = 40;

export type LeaderWatch = {
  /** Seconds for which nobody has led the processes, as long as this replica can know. @throws what Postgres does */
  silence(): Promise<number>;
  /** Whether that is so long that a person has to look. */
  isMissing(silence: number): boolean;
};

/**
 * Whether anybody at all leads the processes: what no replica can say of itself. A program that has just begun waits as
 * long for a leader as one that has lost it.
 * @param missedAfter seconds
 */
export function createLeaderWatch(db: Database, missedAfter = MISSED_AFTER): LeaderWatch {
  const began = performance.now();
  return {
    async silence() {
      const { rows } = await db.query<{ age: string | null }>(
        'select extract(epoch from clock_timestamp() - beat_at) as age from processes.leader',
      );
      const here = (performance.now() - began) / 1_000;
      const age = rows[0]?.age;
      // A sign of life that lies ahead was given before the clock of Postgres was put back.
      return Math.min(here, age == null ? here : Math.abs(Number(age)));
    },
    isMissing: (silence) => silence > missedAfter,
  };
}
