import { accounts } from './accounts.ts';
import { activities } from './activities/project.ts';
import { adminActs } from './admin-acts/project.ts';
import { clock } from './clock/project.ts';
import { log } from './log/project.ts';
import { music } from './music/project.ts';
import { postings } from './postings/project.ts';
import { programDays } from './program-days/project.ts';
import { raffles } from './raffles/project.ts';
import type { ReadModel } from './read-model.ts';
import { rewardRequests } from './reward-requests/project.ts';
import { transactions } from './transactions/project.ts';

/**
 * Every read model. A new one is added here, or among the rooms of `accounts`, and nowhere else. First what is made ready
 * soon and written long: Postgres is at work on it while the others are made ready.
 */
export const readModels: readonly ReadModel[] = [
  postings,
  transactions,
  activities,
  // It counts rows of the log, which are those of the batches before.
  clock,
  log,
  accounts,
  programDays,
  adminActs,
  raffles,
  rewardRequests,
  music,
];
