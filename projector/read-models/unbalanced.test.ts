import { afterEach, expect, test, vi } from 'vitest';
import { ONE_EVO } from '../../contracts/money.ts';
import { TestLedger } from '../testing/test-ledger.ts';
import { writtenRows } from '../testing/written-rows.ts';

const POSTINGS = '../../ledger/accounts/postings.ts';
const WORDS = './describe.ts';

/** No event that there is means such postings, or has no words: only a fault of the program brings them about. */
afterEach(() => {
  for (const path of [POSTINGS, WORDS]) vi.doUnmock(path);
  vi.resetModules();
});

function granted() {
  const ledger = new TestLedger();
  const event = ledger.grant(ledger.open(), ONE_EVO);
  return { events: ledger.events, at: `RewardGranted at ${event.stream}#1` };
}

function postedAs(postings: readonly { readonly account: string; readonly amount: bigint }[]): void {
  vi.resetModules();
  vi.doMock(POSTINGS, () => ({
    postingsOf: ({ type }: { readonly type: string }) => (type === 'RewardGranted' ? postings : []),
  }));
}

test('postings that do not add up to zero are not written, and the event is named', async () => {
  const { events, at } = granted();
  postedAs([
    { account: 'program:issued', amount: -ONE_EVO },
    { account: 'user:u:claimable', amount: 2n * ONE_EVO },
  ]);
  const { postings } = await import('./postings/project.ts');
  await expect(writtenRows(postings, events)).rejects.toThrow(`${at}: its postings sum to 1`);
  const { accounts } = await import('./accounts.ts');
  await expect(writtenRows(accounts, events)).rejects.toThrow(`${at}: it moves the program's sums by 1`);
});

test('postings of one sign are no balance, whatever cancels them out elsewhere', async () => {
  const { events } = granted();
  postedAs([{ account: 'program:issued', amount: -ONE_EVO }]);
  const { postings } = await import('./postings/project.ts');
  await expect(writtenRows(postings, events)).rejects.toThrow('its postings sum to -1');
});

test('what moves EVO and has no words is not written, and the event is named', async () => {
  const { events, at } = granted();
  vi.resetModules();
  vi.doMock(WORDS, () => ({ describe: () => undefined }));
  const { accounts } = await import('./accounts.ts');
  await expect(writtenRows(accounts, events)).rejects.toThrow(`${at} moves EVO without a word`);
  const { transactions } = await import('./transactions/project.ts');
  expect(await writtenRows(transactions, events)).toEqual({});
});
