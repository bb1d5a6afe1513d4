import { expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { postings } from './project.ts';

test('each side of an event is a row, and each account gets what all rows of the batch say', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const granted = ledger.grant(userId, 5n * ONE_EVO);
  const again = ledger.grant(userId, ONE_EVO);
  const claimed = ledger.claim(userId, 2n * ONE_EVO);
  const [claimable, taken] = [`user:${userId}:claimable`, `user:${userId}:claimed`];
  const row = ({ position, id }: typeof granted, index: number, account: string, amount: string) => ({
    ...position,
    index,
    event_id: id,
    account,
    amount,
  });
  expect(await writtenRows(postings, ledger.events)).toEqual({
    postings: [
      row(granted, 0, 'program:issued', '-5'),
      row(granted, 1, claimable, '5'),
      row(again, 0, 'program:issued', '-1'),
      row(again, 1, claimable, '1'),
      row(claimed, 0, claimable, '-2'),
      row(claimed, 1, taken, '2'),
    ],
    balances: [
      { account: 'program:issued', change: '-6' },
      { account: claimable, change: '4' },
      { account: taken, change: '2' },
    ],
  });
});

test('a batch that moves no EVO writes nothing', async () => {
  const ledger = new TestLedger();
  ledger.open();
  expect(await writtenRows(postings, ledger.events)).toEqual({});
});
