import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { type WrittenRows, writtenRows } from '../../testing/written-rows.ts';
import { accounts } from '../accounts.ts';

const NOTHING = {
  ...{ users: 0n, participants: 0n, with_claimable: 0n, with_claimed: 0n },
  ...{ issued: '0', cleared: '0', revoked: '0', reset: '0', claimable: '0', claimed: '0' },
};
const id = randomUUID();

test('each event that moves EVO or a place adds a row with the sums of all accounts after it', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.account(userId, { type: 'WhitelistJoined', data: {} });
  const steps: [AccountEvent, change: object, board: [before: string | null, after: string | null]][] = [
    [granted('100'), { issued: '-100', claimable: '100', with_claimable: 1n }, ['0', '100']],
    [
      { type: 'RewardsClaimed', data: { claimId: id, amount: '40' } },
      { claimable: '60', claimed: '40', with_claimed: 1n },
      ['100', '100'],
    ],
    [
      { type: 'BalanceCleared', data: { amount: '10', reason: 'x' } },
      { cleared: '10', claimable: '50' },
      ['100', '90'],
    ],
    [
      { type: 'RewardRevoked', data: { grantId: id, amount: '5', reason: 'x' } },
      { revoked: '5', claimable: '45' },
      ['90', '85'],
    ],
    [
      { type: 'RewardsReset', data: { resetId: id, total: '85', claimed: '40' } },
      { reset: '85', claimable: '0', claimed: '0', with_claimable: 0n, with_claimed: 0n },
      ['85', '0'],
    ],
    [
      { type: 'RewardsRestored', data: { resetId: id, total: '80', claimed: '40' } },
      { reset: '5', claimable: '40', claimed: '40', with_claimable: 1n, with_claimed: 1n },
      ['0', '80'],
    ],
    [{ type: 'AccountRemoved', data: { reason: 'x' } }, { users: 0n, participants: 0n }, ['80', null]],
    [{ type: 'AccountReinstated', data: {} }, { users: 1n, participants: 1n }, [null, '80']],
  ];
  const told = steps.map(([event]) => ledger.account(userId, event));
  const opened = ledger.events[1]!;
  let sums: object = { ...NOTHING, users: 1n, participants: 1n };
  const row = (
    number: bigint,
    { position }: typeof opened,
    [board_before, board_after]: (string | null)[],
  ) => ({
    ...{ number, ...position, user_id: userId, board_before, board_after },
    ...sums,
  });
  const expected = [row(1n, opened, [null, '0'])];
  for (const [at, [, change, board]] of steps.entries()) {
    sums = { ...sums, ...change };
    expected.push(row(BigInt(at) + 2n, told[at]!, board));
  }
  expect((await writtenRows(accounts, ledger.events)).moments).toEqual(expected);
});

test('an account without a wallet is a user and has no place; a wallet gives it one', async () => {
  const ledger = new TestLedger();
  const userId = randomUUID();
  ledger.account(userId, { type: 'AccountOpened', data: { source: 'email' } });
  ledger.account(userId, { type: 'WalletLinked', data: { walletAddress: `0x${'1'.repeat(40)}` } });
  expect((await writtenRows(accounts, ledger.events)).moments).toMatchObject([
    { users: 1n, participants: 0n, board_before: null, board_after: null },
    { users: 1n, participants: 1n, board_before: null, board_after: '0' },
  ]);
});

test('the sums go on from the last row', async () => {
  const last = {
    ...{ number: '7', users: '6', participants: '5', with_claimable: '4', with_claimed: '3' },
    ...{ issued: '-99.5', cleared: '4', revoked: '3', reset: '2.5', claimable: '80', claimed: '10' },
  };
  const ledger = new TestLedger();
  const userId = ledger.open();
  const { position } = ledger.events.at(-1)!;
  expect((await writtenRows(accounts, ledger.events, { moments: [last] })).moments).toEqual([
    {
      ...{ ...last, number: 8n, ...position, user_id: userId, board_before: null, board_after: '0' },
      ...{ users: 7n, participants: 6n, with_claimable: 4n, with_claimed: 3n },
    },
  ]);
});

test('what moves nothing of it is no row', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const before = await writtenRows(accounts, ledger.events);
  ledger.account(userId, { type: 'WhitelistJoined', data: {} });
  expect((await writtenRows(accounts, ledger.events)).moments).toEqual(before.moments);
  const [user] = before.users ?? [];
  const known = { users: [{ ...(user as object), opened_at: new Date(0) }] };
  const { moments, boards } = await writtenRows(accounts, ledger.events.slice(-1), known);
  expect([moments, boards]).toEqual([undefined, undefined]);
});

/** The copies of the board that so many accounts and changes bring about: what each is, and from which it is made. */
async function copies(users: number, grants: number, known: WrittenRows = {}) {
  const ledger = new TestLedger();
  const ids = Array.from({ length: users }, () => ledger.open());
  for (let n = 0; n < grants; n++) ledger.grant(ids[n % users]!, ONE_EVO);
  const { boards = [], board_places: places = [] } = await writtenRows(accounts, ledger.events, known);
  const changes = ledger.events.filter(({ stream }) => stream.startsWith('account-'));
  const at = (number: number) => {
    const { commit, prepare } = changes[number - 1]!.position;
    return [commit, prepare];
  };
  return { boards, places, at };
}

test('the board is copied after 32 changes, each time from the copy before', async () => {
  const { boards, places, at } = await copies(1, 63);
  expect(boards).toEqual([
    [32n, ...at(32)],
    [64n, ...at(64)],
  ]);
  expect(places).toEqual([
    [32n, ...at(32), -1n, -1n, 0n],
    [64n, ...at(64), ...at(32), 32n],
  ]);
});

test('the copies of a longer board are as many changes apart as it has places', async () => {
  const { boards, at } = await copies(40, 31);
  expect(boards).toEqual([[32n, ...at(32)]]);
  const next = await copies(40, 32);
  expect(next.boards.slice(1)).toEqual([[72n, ...next.at(72)]]);
});

test('the newest copy of the batches before is the one that the next is made from', async () => {
  const known = { boards: [{ number: '40', commit: '5', prepare: '4' }] };
  const { boards, places, at } = await copies(1, 71, known);
  expect(boards).toEqual([[72n, ...at(72)]]);
  expect(places).toEqual([[72n, ...at(72), 5n, 4n, 40n]]);
});

function granted(amount: string): AccountEvent {
  return { type: 'RewardGranted', data: { grantId: id, amount, source: 'admin', reason: 'x' } };
}
