import { comparePositions } from '../../../contracts/ledger-position.ts';
import type { MassActPorts, MassActProgress } from '../../processes/mass-acts.ts';
import type { Database } from '../world/database.ts';
import type { Life } from '../world/life.ts';
import type { ReadModels } from './read-models.ts';

/** How far each mass act has got, by its request. */
export type MassActTables = Map<string, MassActProgress>;

/** What a mass act asks of the read models, as the program has it from Postgres. */
export function massActPorts(
  database: Database,
  progress: MassActTables,
  readModels: ReadModels,
  life: Life,
): MassActPorts {
  return {
    async accounts(at, after, limit) {
      await readModels.reach(at, life);
      return database.statement(life, 'list accounts', () =>
        [...readModels.users.values()]
          .filter(({ userId, openedAt }) => comparePositions(openedAt, at) <= 0 && userId > (after ?? ''))
          .map(({ userId, revision }) => ({ userId, revision }))
          .sort((one, other) => (one.userId < other.userId ? -1 : 1))
          // Few, so that a crash falls between two pages.
          .slice(0, Math.min(limit, ACCOUNTS)),
      );
    },
    loadProgress: (requestId) => database.statement(life, 'load the progress', () => progress.get(requestId)),
    saveProgress: (requestId, reached) =>
      database.statement(life, 'save the progress', () => void progress.set(requestId, reached)),
  };
}

const ACCOUNTS = 3;
