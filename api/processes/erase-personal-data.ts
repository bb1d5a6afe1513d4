import type { Pool } from 'pg';
import { parseStream } from '../../contracts/events/ledger-event.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import type { Process } from '../../ledger/processes/process.ts';
import { eraseKept } from '../vault/erase-kept.ts';

/** Deletes what is kept of an account once its erasure stands in the ledger, whoever died in between. */
export function eraseData(pool: Pool, store: Pick<EventStore, 'readStream'>): Process {
  return {
    name: 'erasure',
    laneOf: ({ stream, type }) => (type === 'PersonalDataErased' ? stream : undefined),
    async handle({ stream: name, revision }) {
      const stream = parseStream(name);
      if (stream?.category === 'account') await eraseKept(pool, store, stream.id, revision);
    },
  };
}
