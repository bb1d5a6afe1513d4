import { expect, test } from 'vitest';
import { keyTextOf, notaryOf, ORIGIN } from '../../ledger/audit/testing/seal-ledger.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../../ledger/domain-error.ts';
import { type StoredEvent, storedHash } from '../../ledger/envelope.ts';
import { base64Of } from '../../ledger/proof/base64.ts';
import { bytesToHex, hexToBytes } from '../../ledger/proof/bytes.ts';
import { checkpointText } from '../../ledger/proof/checkpoint.ts';
import { merkleTree } from '../../ledger/proof/merkle.ts';
import { successionText } from '../../ledger/proof/notary-keys.ts';
import { verifyReceipt } from '../../ledger/proof/receipt.ts';
import { signText } from '../../ledger/proof/signed-note.ts';
import type { Parts } from '../http/serve.ts';
import { receiptOf } from './receipt.ts';

const [first, second] = notaryOf('true') as [Uint8Array, Uint8Array]; // two keys, as it says

const COMMAND = '0b8f7a52-6f3e-4d0c-9d3b-2f1e0c9b8a71';

const event: StoredEvent = {
  id: '5b1c0c1e-2f7a-5d34-9c58-0d6a1f1b7e21',
  type: 'CheckedIn',
  stream: 'account-6f1f6f0e-3d2c-4b1a-8e9f-0a1b2c3d4e5f',
  revision: 0n,
  position: { commit: 7n, prepare: 7n },
  data: { day: '2026-01-05', streak: 1 },
  metadata: {
    schemaVersion: 1,
    commandId: COMMAND,
    inputHash: '0'.repeat(64),
    actor: { kind: 'user' },
    occurredAt: '2026-01-05T10:00:00.000Z',
    prevHash: null,
    correlationId: COMMAND,
  },
};

test('a receipt that is asked for while the notary hands over to a new key holds', async () => {
  const hash = storedHash(event).replace(/^.*:/, '');
  const { root } = merkleTree([hexToBytes(hash)]);
  const signedBy = (secret: Uint8Array, text: string) => base64Of(signText(text, ORIGIN, secret).signature);
  const key = { verifier_key: keyTextOf(first), replaced_key: null, signature: null };
  const next = {
    verifier_key: keyTextOf(second),
    replaced_key: keyTextOf(first),
    signature: signedBy(first, successionText(keyTextOf(second))),
  };
  let isHandedOver = false;
  const seal = {
    ...{ revision: '2', size: '1', root: bytesToHex(root), event_id: event.id, commit: '9', prepare: '9' },
    ...{ origin: ORIGIN, verifier_key: keyTextOf(second), sealed_at: new Date(0) },
    signature: signedBy(second, checkpointText({ origin: ORIGIN, size: 1, root })),
  };
  const query = async (sql: string) => {
    if (sql.includes('log_notary_keys')) return { rows: isHandedOver ? [key, next] : [key] };
    if (sql.includes('log_seals')) {
      // The projector has written the key and its first seal just before.
      isHandedOver = true;
      return { rows: [seal] };
    }
    return { rows: [] };
  };
  const logged = { index: 0, hash, stream: event.stream, revision: 0n };
  const receipt = await receiptOf(partsOf([event], query), logged);
  expect(verifyReceipt(JSON.parse(JSON.stringify(receipt))).verdict).toBe('in the ledger');
  expect(receipt.notaryKeys.map(({ verifierKey }) => verifierKey)).toEqual([first, second].map(keyTextOf));
});

test('an event that a node does not have yet is asked for again; where another one stands in its place, the ledger is corrupt', async () => {
  const logged = { index: 0, hash: '0'.repeat(64), stream: event.stream, revision: 0n };
  const query = async () => ({ rows: [] });
  await expect(receiptOf(partsOf([], query), logged)).rejects.toThrow(LedgerUnavailable);
  for (const found of [event, { ...event, revision: 1n }]) {
    await expect(receiptOf(partsOf([found], query), logged)).rejects.toThrow(LedgerCorrupt);
  }
});

/** What a receipt asks; nothing else of these. @param found at the event's place in the ledger */
const partsOf = (found: readonly StoredEvent[], query: (sql: string) => Promise<{ rows: object[] }>) =>
  ({
    pool: { query },
    store: { readPage: async () => found },
    handler: { newDeadline: () => ({ read: (ask: () => Promise<unknown>) => ask() }) },
    clock: () => 1_767_607_200_000,
  }) as unknown as Parts;
