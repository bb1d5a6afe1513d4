/**
 * Which schemas of Postgres are systems of record, and so belong into a backup. The notary's are read before the
 * ledger, all others behind it: see `writeBackup`.
 */
export const RECORD_SCHEMAS = {
  beforeLedger: ['notary'],
  afterLedger: ['vault', 'raffles', 'music', 'faucet', 'processes', 'auth'],
} as const;

/** Schemas that no backup needs, and why. */
export const LEFT_OUT_SCHEMAS: readonly { readonly name: RegExp; readonly because: string }[] = [
  { name: /^read_/, because: 'read models are built again from the ledger' },
  { name: /^snapshots$/, because: 'a cache of folds' },
  { name: /^showcase$/, because: 'the platforms can be asked again' },
  { name: /^projector$/, because: 'which read models processes use just now' },
  { name: /^limits$/, because: 'what callers did in the last minutes and hours' },
  { name: /^migrations$/, because: 'a restore makes the tables anew' },
];

/** Tables of the schemas above that a restored program is better without, and why. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  'auth.sessions': 'a session that was ended since must not come back: everybody signs in anew',
  'auth.challenges': 'a text that was used since must not be good again',
  'auth.act_challenges': 'as the texts for signing in',
  'auth.open_acts': 'what was under way belongs to processes that are not there any more',
  'vault.email_index': 'made again from what is sealed; no address stands in the clear in a backup',
  'processes.ledger': 'it tells by positions which event store is followed, and the restored one is another',
  'processes.moved_ledger': 'the restored ledger is copied whole, and the first start says so',
  'processes.leader': 'who led is not there any more',
  'processes.checkpoints':
    'without them every process goes through the whole ledger once more, does nothing twice, and carries out each erasure that the backup does not know of',
};

/** Whether a backup has the tables of a schema. */
export function isRecordSchema(schema: string): boolean {
  const recorded: readonly string[] = [...RECORD_SCHEMAS.beforeLedger, ...RECORD_SCHEMAS.afterLedger];
  return recorded.includes(schema);
}

/** Whether a schema that the program makes is known here. */
export function isKnownSchema(schema: string): boolean {
  return isRecordSchema(schema) || LEFT_OUT_SCHEMAS.some(({ name }) => name.test(schema));
}
