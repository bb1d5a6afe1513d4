import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the code of each part begins from which rows are made; what it imports, and the SQL beside it, belongs to it. */
export const PARTS: Readonly<Record<string, string>> = {
  foundation: 'projector/progress/admit.ts',
  events: 'ledger/upcast.ts',
  accounts: 'projector/read-models/accounts.ts',
  postings: 'projector/read-models/postings/project.ts',
  transactions: 'projector/read-models/transactions/project.ts',
  activities: 'projector/read-models/activities/project.ts',
  'program-days': 'projector/read-models/program-days/project.ts',
  'admin-acts': 'projector/read-models/admin-acts/project.ts',
  raffles: 'projector/read-models/raffles/project.ts',
  'reward-requests': 'projector/read-models/reward-requests/project.ts',
  music: 'projector/read-models/music/project.ts',
  log: 'projector/read-models/log/project.ts',
  clock: 'projector/read-models/clock/project.ts',
};

/** What every other part rests on: its change is noted once, here. */
const SHARED = ['foundation', 'events'];

/** Errors, and by them texts for people: they end a batch and stand in no row. */
const NO_ROWS: ReadonlySet<string> = new Set(['ledger/domain-error.ts', 'projector/faults.ts']);

/** SHA-256 over the code and SQL of a part, comments of whole lines and indentation apart, as 16 hex digits. */
export function digestOf(part: string): string {
  const hash = createHash('sha256');
  for (const file of filesOf(part)) hash.update(`${file}\n${essenceOf(file)}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Paths from the root of the program, sorted. */
export function filesOf(part: string): string[] {
  if (SHARED.includes(part)) return reachedFrom(part);
  const shared = new Set(SHARED.flatMap(reachedFrom));
  return reachedFrom(part).filter((file) => !shared.has(file));
}

function reachedFrom(part: string): string[] {
  const entry = PARTS[part];
  if (!entry) throw new Error(`there is no part ${part}`);
  const found = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || NO_ROWS.has(file)) continue;
    found.add(file);
    const folder = dirname(file);
    if (file.endsWith('.ts')) waiting.push(...importsOf(read(file)).map((path) => inRoot(folder, path)));
    const sql = inRoot(folder, 'schema.sql');
    if (file.startsWith('projector/') && existsSync(resolve(ROOT, sql))) waiting.push(sql);
  }
  return [...found].sort();
}

/** What a module takes in when it runs: types alone change no row. */
function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gm);
  return [...statements].map(([, path = '']) => path);
}

function essenceOf(file: string): string {
  return read(file)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\/\/|\/\*|\*|--)/.test(line))
    .join('\n');
}

const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');
const inRoot = (folder: string, path: string) => relative(ROOT, resolve(ROOT, folder, path));
