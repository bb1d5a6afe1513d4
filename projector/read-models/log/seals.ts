import type { Database } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import type { RecordedEvent } from '../read-model.ts';

/** Writes what the stream `seals` says. */
export async function addSeals(db: Database, batch: readonly RecordedEvent[]): Promise<void> {
  const seals = batch.flatMap((event) => sealOf(event) ?? []);
  if (seals.length > 0) await db.query(INSERT_SEALS, SEALS.values(seals));
  const keys = batch.flatMap((event) => keyOf(event) ?? []);
  if (keys.length > 0) await db.query(INSERT_KEYS, KEYS.values(keys));
}

function sealOf(event: RecordedEvent) {
  if (event.type !== 'LedgerSealed') return undefined;
  const { size, root, origin, verifierKey, signature } = event.data;
  return {
    revision: event.revision,
    size,
    root: Buffer.from(root, 'hex'),
    event_id: event.id,
    ...event.position,
    origin,
    verifier_key: verifierKey,
    signature,
    sealed_at: event.metadata.occurredAt,
  };
}

function keyOf(event: RecordedEvent) {
  if (event.type !== 'NotaryKeySet') return undefined;
  const { verifierKey, replaces } = event.data;
  return {
    revision: event.revision,
    verifier_key: verifierKey,
    replaced_key: replaces?.verifierKey ?? null,
    signature: replaces?.signature ?? null,
    set_at: event.metadata.occurredAt,
  };
}

const SEALS = rowSet({
  revision: 'bigint',
  size: 'bigint',
  root: 'bytea',
  event_id: 'uuid',
  commit: 'bigint',
  prepare: 'bigint',
  origin: 'text',
  verifier_key: 'text',
  signature: 'text',
  sealed_at: 'timestamptz',
});
const INSERT_SEALS = `insert into log_seals (${SEALS.names}) select * from ${SEALS.source}`;

const KEYS = rowSet({
  revision: 'bigint',
  verifier_key: 'text',
  replaced_key: 'text',
  signature: 'text',
  set_at: 'timestamptz',
});
const INSERT_KEYS = `insert into log_notary_keys (${KEYS.names}) select * from ${KEYS.source}`;
