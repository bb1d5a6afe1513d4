/** What is changed, by which tests that has to be noticed, and which share of it at the least. */
export type MutationArea = {
  readonly mutate: readonly string[];
  /** Rooms, or globs of files; none with a comma in it. */
  readonly tests: readonly string[];
  readonly atLeast: number;
};

const NO_TESTS = ['!**/*.test.ts', '!**/*.chaos.ts', '!**/testing/**'];
const area = (atLeast: number, mutate: readonly string[], tests: readonly string[]): MutationArea => ({
  mutate: [...mutate, ...NO_TESTS],
  tests,
  atLeast,
});

const DECIDERS = [
  'accounts',
  'admins',
  'reservations',
  'mass-acts',
  'program',
  'playlist',
  'rewards-by-hand',
].map((room) => `ledger/${room}`);

/** Everything that runs without a server. What needs one is held by the table of promises. */
export const MUTATION_AREAS: Readonly<Record<string, MutationArea>> = {
  contracts: area(0.9, ['contracts/**/*.ts'], ['contracts', 'ui/src', 'ledger/accounts']),
  deciders: area(
    0.9,
    DECIDERS.map((room) => `${room}/**/*.ts`),
    [
      ...DECIDERS,
      'ledger/refusals.test.ts',
      'ledger/processes/mass-acts.test.ts',
      'ledger/processes/mass-acts-and-keys.test.ts',
      'ledger/processes/mass-acts-and-undo.test.ts',
      'ledger/processes/mass-acts-beside-others.test.ts',
      'ledger/processes/mass-acts-amounts.test.ts',
      'ledger/processes/referral-payments.test.ts',
    ],
  ),
  proofs: area(
    0.9,
    ['ledger/proof/**/*.ts'],
    ['ledger/proof', 'ledger/audit/notary', 'ledger/audit/lines.test.ts'],
  ),
  policies: area(0.9, ['api/auth/policies.ts'], ['api/auth']),
  handler: area(
    0.85,
    ['ledger/*.ts', '!ledger/event-store*.ts', '!ledger/event-log.ts', '!ledger/event-import.ts'],
    ['ledger/*.test.ts'],
  ),
  processes: area(
    0.85,
    ['ledger/processes/**/*.ts', 'ledger/following/**/*.ts'],
    ['ledger/processes', 'ledger/following', 'ledger/program'],
  ),
  // What a worker runs meets no change there.
  raffles: area(
    0.85,
    ['ledger/raffles/**/*.ts', '!ledger/raffles/freeze-worker.ts'],
    ['ledger/raffles', 'ledger/refusals.test.ts'],
  ),
  projections: area(
    0.85,
    ['projector/read-models/**/{state,project,describe,totals,accounts}.ts'],
    ['projector'],
  ),
  settings: area(
    0.85,
    [
      'api/config.ts',
      'api/settings/kinds.ts',
      'api/settings/settings.ts',
      'projector/config.ts',
      'api/notary/config.ts',
    ],
    ['api', 'projector'],
  ),
};

export function areaOf(name: string): MutationArea | undefined {
  return Object.hasOwn(MUTATION_AREAS, name) ? MUTATION_AREAS[name] : undefined;
}
