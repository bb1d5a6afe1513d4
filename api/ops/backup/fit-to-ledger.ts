import type pg from 'pg';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';

/** What of a ledger the systems of record have to fit. */
export class LedgerFacts {
  /** Of the last event of the stream of admins; undefined where there is none. */
  adminsRevision: number | undefined;
  /** Whose entries are frozen by an event. */
  readonly frozenRaffles: string[] = [];
  /** Requests of acts on all accounts that have ended. */
  readonly endedMassActs: string[] = [];
  /** Events under its last seal. */
  sealedSize = 0;

  add({ stream, type, revision, data }: ExportedEvent): void {
    if (stream === 'admins') this.adminsRevision = revision;
    if (type === 'LedgerSealed') this.sealedSize = Number(Reflect.get(Object(data), 'size'));
    if (type === 'EntriesFrozen') this.frozenRaffles.push(stream.slice('raffle-'.length));
    if (/^Mass\w+Completed$/.test(type)) {
      const id: unknown = Reflect.get(Object(data), 'requestId') ?? Reflect.get(Object(data), 'resetId');
      this.endedMassActs.push(String(id));
    }
  }
}

/**
 * The records of a backup were read behind its ledger, and may know of what came in between; those of one that was taken
 * because events were lost know of these. Each that would keep
 * something from being done in the restored program is taken back to what the ledger says; all of it is done anew,
 * and nothing twice, because the ledger itself knows what was done.
 */
export async function fitToLedger(client: pg.ClientBase, facts: LedgerFacts): Promise<void> {
  // Behind a removal that the ledger lacks, every right would look older than it is.
  await client.query('update auth.last_removal set revision = least(revision, $1)', [
    facts.adminsRevision ?? -1,
  ]);
  // Accounts that an act had gone through would be left out of it. It passes them by where it was there before.
  await client.query(
    'update processes.mass_acts set after = null, count = 0, total = 0 where request_id::text <> all($1::text[])',
    [facts.endedMassActs],
  );
  // Who may win is frozen anew: the list may name people whom the ledger does not know.
  await client.query('delete from raffles.frozen where raffle_id::text <> all($1::text[])', [
    facts.frozenRaffles,
  ]);
  // What was sealed and cosigned of events that are gone. The notary would wait for its last seal for ever, and a witness that
  // has cosigned more than there is be said to agree, and not be asked.
  for (const table of ['newest_seal', 'cosignatures', 'witnesses'])
    await client.query(`delete from notary.${table} where size > $1`, [facts.sealedSize]);
  // Nor was all of this copy read yet, and where its last seal ends was said of a store that may have been another one.
  await client.query(`update notary.newest_seal set read_at = 'epoch'`);
  // An erasure counts once for a revision, and the restored stream will have others at the same ones. Those that the
  // ledger has are carried out once more. That the keys of the others are gone on purpose stays known: a backup of the
  // restored program looks for them.
  await client.query('update vault.erasures set revision = -1, erasures = 0');
}
