import { backups } from './backups.ts';
import { columns } from './columns.ts';
import { commands } from './commands.ts';
import { faults } from './faults.ts';
import { figures } from './figures.ts';
import { http } from './http.ts';
import { invariants } from './invariants.ts';
import { limits } from './limits.ts';
import { machines } from './machines.ts';
import { operations } from './operations.ts';
import { page } from './page.ts';
import type { ProductPromise } from './promise.ts';
import { proofs } from './proofs.ts';
import { rights } from './rights.ts';
import { rules } from './rules.ts';
import { settings } from './settings.ts';
import { spec } from './spec.ts';
import { threats } from './threats.ts';
import { trial } from './trial.ts';
import { callers } from './who-may-call.ts';

/** Every promise by its area, which `npm run sabotage -- --area NAME` names. */
export const areas: Readonly<Record<string, readonly ProductPromise[]>> = {
  threats,
  spec,
  figures,
  limits,
  settings,
  rights,
  callers,
  http,
  page,
  operations,
  backups,
  invariants,
  rules,
  proofs,
  trial,
  columns,
  commands,
  faults,
  machines,
};

export const allPromises: readonly ProductPromise[] = Object.values(areas).flat();
