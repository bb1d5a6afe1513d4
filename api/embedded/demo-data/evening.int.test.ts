import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import {
  newWallet,
  startTestLedger,
  type TestLedgerNode,
  testContext,
} from '../../../ledger/testing/start-ledger.ts';
import { evenings } from './evening.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startTestLedger();
});
afterAll(() => ledger.stop());

const opened = (occurredAt: string) =>
  openAccount(
    createCommandHandler(ledger.store),
    { walletAddress: newWallet() },
    testContext({ occurredAt }),
  );

test('a process acts on each day once, in the order of its times, whatever the log had first', async () => {
  const times: string[] = [];
  const evening = evenings(ledger.store, {
    name: 'test',
    laneOf: ({ stream }) => stream,
    async handle({ type, metadata }) {
      if (type === 'AccountOpened') times.push(metadata.occurredAt.slice(0, 16));
    },
  });
  await evening.next();
  expect(times).toEqual([]);
  for (const time of ['2026-01-01T12:00', '2026-01-01T09:00', '2026-01-01T10:30'])
    await opened(`${time}:00.000Z`);
  await evening.next();
  await opened('2026-01-01T08:00:00.000Z');
  await evening.next();
  await evening.next();
  expect(times).toEqual(['2026-01-01T09:00', '2026-01-01T10:30', '2026-01-01T12:00', '2026-01-01T08:00']);
  expect(await evening.stop()).toEqual((await ledger.readAll()).at(-1)?.position);
});
