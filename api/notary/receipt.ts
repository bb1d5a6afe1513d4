import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../../ledger/domain-error.ts';
import { storedHash } from '../../ledger/envelope.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { EVENT_HASH } from '../../ledger/proof/event-hash.ts';
import { formatNote } from '../../ledger/proof/signed-note.ts';
import {
  findFirstSeal,
  findNewestSeal,
  type LoggedEvent,
  listNotaryKeys,
} from '../../projector/read-models/log/queries.ts';
import { timestamp } from '../http/clock.ts';
import type { Parts } from '../http/serve.ts';
import { cosignedNote } from './checkpoint.ts';
import { inclusionUnder } from './proofs.ts';

/**
 * The receipt of an event: what the ledger itself holds at its place, and the way to the root of the newest seal, or of
 * the first one that holds it.
 * @throws LedgerCorrupt when the ledger holds something else there than was logged, or the seal does; LedgerUnavailable when
 * it holds nothing there and behind it, as a node that has just begun to lead a cluster may not yet
 */
export async function receiptOf(
  { pool, store, handler, clock }: Pick<Parts, 'pool' | 'store' | 'handler' | 'clock'>,
  { index, hash, stream, revision }: LoggedEvent,
  under: 'newest' | 'first' = 'newest',
): Promise<Receipt> {
  const deadline = handler.newDeadline();
  const [event] = await deadline.read((signal) => store.readPage(stream, revision, 1, signal));
  const place = `${stream}#${revision}`;
  if (!event)
    throw new LedgerUnavailable(new Error(`the ledger has no event at ${place} yet, or none any more`));
  if (event.revision !== revision) throw new LedgerCorrupt(`the ledger has no event at ${place} any more`);
  const found = storedHash(event);
  if (found !== `${EVENT_HASH}:${hash}`)
    throw new LedgerCorrupt(`the event at ${place} has another hash now`);
  const { data, metadata } = event.written ?? event;
  const inclusion = index === null ? null : await inclusionOf(pool, index, hash, under);
  // Behind the seal: the key that signed it is among them, also where it was set in between.
  const notaryKeys = await listNotaryKeys(pool);
  return {
    format: 'evo-rewards-receipt/1',
    issuedAt: timestamp(clock()),
    event: {
      id: event.id,
      type: event.type,
      stream,
      revision: Number(revision),
      position: formatPosition(event.position),
      data,
      metadata,
      hash: found,
    },
    notaryKeys,
    inclusion,
  };
}

async function inclusionOf(
  pool: Parts['pool'],
  index: number,
  hash: string,
  under: 'newest' | 'first',
): Promise<Receipt['inclusion']> {
  const seal = await (under === 'first' ? findFirstSeal(pool, index) : findNewestSeal(pool));
  if (!seal || index >= seal.size) return null;
  const path = await inclusionUnder(pool, seal, index, hash);
  const checkpoint = formatNote(await cosignedNote(pool, seal));
  return { index, size: seal.size, root: seal.root, path: path.map(bytesToHex), checkpoint };
}
