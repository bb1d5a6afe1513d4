import { createHash } from 'node:crypto';
import { storedHash } from '../../ledger/envelope.ts';
import { merkleTree } from '../../ledger/proof/merkle.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row, Tables } from './simple-fold.ts';

/** What the read model of the log must hold. */
export function simpleLog(
  events: readonly RecordedEvent[],
): Pick<Tables, 'logEvents' | 'logTiles' | 'logSeals' | 'notaryKeys'> {
  const logEvents: Row[] = [];
  const logSeals: Row[] = [];
  const notaryKeys: Row[] = [];
  const hashes: Uint8Array[] = [];
  for (const event of events) {
    const { stream, type, metadata } = event;
    const [place, revision] = [
      [String(event.position.commit), String(event.position.prepare)],
      `${event.revision}`,
    ];
    const hash = storedHash(event).replace('sha256-jcs:', '');
    const isSealed = stream !== 'seals';
    const index = isSealed ? String(hashes.length) : null;
    const userId = /^account-(.+)/.exec(stream)?.[1] ?? null;
    const cause = /^C:(\d+)\/P:(\d+)$/.exec(metadata.cause?.position ?? '');
    const by = [cause?.[1] ?? null, cause?.[2] ?? null];
    if (isSealed) hashes.push(Uint8Array.from(Buffer.from(hash, 'hex')));
    logEvents.push([
      ...place,
      index,
      event.id,
      hash,
      stream,
      revision,
      type,
      metadata.occurredAt,
      userId,
      ...by,
    ]);
    if (type === 'LedgerSealed') {
      const { size, root, origin, verifierKey, signature } = event.data;
      const signed = [origin, verifierKey, signature, metadata.occurredAt];
      logSeals.push([revision, String(size), root, event.id, ...place, ...signed]);
    }
    if (type === 'NotaryKeySet') {
      const { verifierKey, replaces } = event.data;
      const signed = [replaces?.verifierKey ?? null, replaces?.signature ?? null];
      notaryKeys.push([revision, verifierKey, ...signed, metadata.occurredAt]);
    }
  }
  return { logEvents, logTiles: simpleTiles(hashes), logSeals, notaryKeys };
}

/** Each whole tile as a tree of its own, its hashes as one hash. */
function simpleTiles(entries: readonly Uint8Array[]): Row[] {
  const tiles: Row[] = [];
  for (let level = 0, width = 1; entries.length >= width * 256; level++, width *= 256) {
    for (let index = 0; (index + 1) * 256 * width <= entries.length; index++) {
      const roots = Array.from({ length: 256 }, (_, n) => {
        const first = (index * 256 + n) * width;
        return merkleTree(entries.slice(first, first + width)).root;
      });
      const hashes = createHash('sha256').update(Buffer.concat(roots)).digest('hex');
      const root = merkleTree(entries.slice(index * 256 * width, (index + 1) * 256 * width)).root;
      tiles.push([String(level), String(index), hashes, Buffer.from(root).toString('hex')]);
    }
  }
  return tiles;
}
