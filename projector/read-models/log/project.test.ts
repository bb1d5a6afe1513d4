import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { storedHash } from '../../../ledger/envelope.ts';
import { merkleTree } from '../../../ledger/proof/merkle.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import type { RecordedEvent } from '../read-model.ts';
import { log } from './project.ts';

const time = '2026-01-01T00:00:00.000Z';

function history() {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const key = ledger.append('seals', {
    type: 'NotaryKeySet',
    data: { verifierKey: 'notary+01234567+AAAA', replaces: null },
  });
  const sealed = ledger.append('seals', {
    type: 'LedgerSealed',
    data: {
      ...{ size: 2, root: 'ab'.repeat(32), previous: null, position: 'C:200/P:200' },
      ...{ origin: 'rewards.example/log', verifierKey: 'notary+01234567+AAAA', signature: 'AAAA' },
    },
  });
  const replaced = ledger.append('seals', {
    type: 'NotaryKeySet',
    data: {
      verifierKey: 'notary+89abcdef+BBBB',
      replaces: { verifierKey: 'notary+01234567+AAAA', signature: 'BBBB' },
    },
  });
  const caused = ledger.grant(userId, 1n);
  const cause = { process: 'referral-rewards', position: 'C:150/P:140' };
  const withCause: RecordedEvent = { ...caused, metadata: { ...caused.metadata, cause } };
  return { userId, key, sealed, replaced, events: [...ledger.events.slice(0, -1), withCause] };
}

test('each event is a row with its hash; those of the seals have no number in the tree', async () => {
  const { userId, events } = history();
  const before = Array.from({ length: 7 }, () => ({ hash: Buffer.alloc(32) }));
  const { log_events: rows } = await writtenRows(log, events, {
    log_events: ([from]) => (from === undefined ? [{ next: '7' }] : before),
  });
  const numbers = [7, 8, null, null, null, 9];
  expect(rows).toEqual(
    events.map((event, at) => ({
      ...event.position,
      index: numbers[at],
      id: event.id,
      hash: Buffer.from(storedHash(event).replace('sha256-jcs:', ''), 'hex'),
      stream: event.stream,
      revision: event.revision,
      type: event.type,
      occurred_at: time,
      user_id: [1, 5].includes(at) ? userId : null,
      cause_commit: at === 5 ? 150n : null,
      cause_prepare: at === 5 ? 140n : null,
    })),
  );
});

test('the first event has number 0', async () => {
  const { log_events: rows } = await writtenRows(log, history().events);
  expect(rows).toMatchObject([{ index: 0 }, { index: 1 }, {}, {}, {}, { index: 2 }]);
});

test('seals and keys of the notary are rows of their own', async () => {
  const { key, sealed, replaced, events } = history();
  const { log_seals: seals, log_notary_keys: keys, log_tiles: tiles } = await writtenRows(log, events);
  expect(seals).toEqual([
    {
      revision: 1n,
      size: 2,
      root: Buffer.from('ab'.repeat(32), 'hex'),
      event_id: sealed.id,
      ...sealed.position,
      origin: 'rewards.example/log',
      verifier_key: 'notary+01234567+AAAA',
      signature: 'AAAA',
      sealed_at: time,
    },
  ]);
  expect(keys).toEqual([
    {
      revision: key.revision,
      verifier_key: 'notary+01234567+AAAA',
      replaced_key: null,
      signature: null,
      set_at: time,
    },
    {
      revision: replaced.revision,
      verifier_key: 'notary+89abcdef+BBBB',
      replaced_key: 'notary+01234567+AAAA',
      signature: 'BBBB',
      set_at: time,
    },
  ]);
  expect(tiles).toBeUndefined();
});

test('256 events but the seals make a tile whole, whatever came before', async () => {
  const ledger = new TestLedger();
  for (let n = 0; n < 255; n++) ledger.grant('b3c5e4a0-2d6f-4f4e-8f0a-5d8f5a3b1c01', 1n);
  const { sealed } = history();
  const hashes = (events: readonly RecordedEvent[]) =>
    events.map((event) => Buffer.from(storedHash(event).replace('sha256-jcs:', ''), 'hex'));
  const entries = hashes(ledger.events);
  const last = ledger.append('admins', { type: 'AdminAdded', data: { wallet: '0x1', addedBy: '0x2' } });
  const { log_tiles: tiles } = await writtenRows(log, [...ledger.events.slice(0, 255), sealed, last]);
  const all = [...entries, ...hashes([last])];
  const leaf = (entry: Buffer) => createHash('sha256').update(Buffer.of(0)).update(entry).digest();
  expect(tiles).toEqual([
    {
      ...{ level: 0, index: 0, hashes: Buffer.concat(all.map(leaf)) },
      root: Buffer.from(merkleTree(all).root),
    },
  ]);
  expect(await writtenRows(log, [...ledger.events.slice(0, 255), sealed])).not.toHaveProperty('log_tiles');
});
