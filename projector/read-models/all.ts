import { activities } from './activities/project.ts';
import { leaderboard } from './leaderboard/project.ts';
import { postings } from './postings/project.ts';
import type { ReadModel } from './read-model.ts';
import { stats } from './stats/project.ts';
import { transactions } from './transactions/project.ts';
import { users } from './users/project.ts';

/** Every read model. A new one is added here and nowhere else. */
export const readModels: readonly ReadModel[] = [
  users,
  postings,
  transactions,
  activities,
  leaderboard,
  stats,
];
