import type { Database } from './database.ts';

/** Milliseconds between two signs of life. */
const BEAT_MS = 5_000;

/**
 * Signs of life on a connection that is held, until what it gives is called. Where Postgres does not take one, the
 * connection is lost, although nobody may ever say so: what stands between may keep it open for a Postgres that is gone.
 * @param db a connection of a pool whose questions end when they are not answered
 * @param sql what each is
 */
export function showLife(db: Database, sql: string, onLost: () => void, everyMs = BEAT_MS): () => void {
  let isUnderWay = false;
  const beat = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    db.query(sql).then(() => {
      isUnderWay = false;
    }, onLost);
  };
  beat();
  const timer = setInterval(beat, everyMs);
  return () => clearInterval(timer);
}
