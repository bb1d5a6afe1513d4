import type { OwnBeacon } from '../../raffles/own-beacon.ts';
import type { Database } from '../world/database.ts';
import type { MemoryLog } from '../world/memory-log.ts';
import type { World } from '../world/world.ts';
import type { OpenActs } from './fence.ts';
import type { Checkpoints } from './follow.ts';
import type { MassActTables } from './mass-act-ports.ts';
import type { RaffleTables } from './raffle-ports.ts';
import type { ReadModels } from './read-models.ts';
import type { VaultTables } from './vault.ts';

/** What replicas stand on and what outlives each of them: the ledger and the database. */
export type Ground = {
  readonly world: World;
  readonly log: MemoryLog;
  readonly database: Database;
  readonly readModels: ReadModels;
  readonly openActs: OpenActs;
  readonly checkpoints: Checkpoints;
  readonly raffles: RaffleTables;
  readonly massActs: MassActTables;
  readonly vault: VaultTables;
  /** The wallet whose right is a setting. */
  readonly superAdmin: string;
  readonly hasChain: boolean;
  /** Whose rounds raffles take, where they take any. */
  readonly beacon: OwnBeacon | undefined;
};
