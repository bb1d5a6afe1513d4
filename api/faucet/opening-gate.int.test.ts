import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { project, startTestReadModels, type TestReadModels } from '../../projector/testing/read-models.ts';
import { TestLedger } from '../../projector/testing/test-ledger.ts';
import { openingGate } from './opening-gate.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

test('how far a referrer has come is known by the read models, which need not ask the node of the event store that lacks them', async () => {
  const ledger = new TestLedger();
  const [userId, removed] = [ledger.open(), ledger.open()];
  ledger.account(removed, { type: 'AccountRemoved', data: { reason: 'A farm' } });
  await project(db.pool, ledger.events);
  const rules = { claimNeeds: 'nothing', issuanceADay: undefined, accountsANetwork: undefined } as const;
  // Of its parts this question needs the pool alone.
  const parts = {
    pool: db.pool,
    clock: Date.now,
    vault: { networkHash: () => randomBytes(32) },
    config: { faucet: rules, faucetOfSite: rules },
    trial: { isOn: () => false },
  } as unknown as Parameters<typeof openingGate>[0];
  const { revisionOf } = openingGate(parts, '127.0.0.1');
  expect(await Promise.all([userId, removed, randomUUID()].map(revisionOf))).toEqual([0n, 1n, undefined]);
});
