import { formatEvo, parseEvo } from '../../../contracts/money.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

export const stats: ReadModel = {
  name: 'stats',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const { users, rewards } = changesOf(batch);
    if (users === 0 && rewards === 0n) return;
    await db.query('update stats set total_users = total_users + $1, total_rewards = total_rewards + $2', [
      users,
      formatEvo(rewards),
    ]);
  },
};

/** What a batch adds to the sums; rewards in base units. */
function changesOf(batch: readonly RecordedEvent[]): { users: number; rewards: bigint } {
  let users = 0;
  let rewards = 0n;
  for (const event of batch) {
    if (event.type === 'AccountOpened') users += 1;
    if (event.type === 'RewardGranted') rewards += parseEvo(event.data.amount);
  }
  return { users, rewards };
}
