import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { users } from './project.ts';
import { findUserById, findUserByWallet } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

test('an account as its events left it, found by id and by wallet in any case', async () => {
  const ledger = new TestLedger();
  const walletAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const referrerId = ledger.open();
  const userId = ledger.open({ walletAddress, referrerId });
  ledger.grant(userId, 100n * ONE_EVO);
  ledger.grant(userId, 150n * ONE_EVO + 1n);
  ledger.claim(userId, 30n * ONE_EVO);
  await project(db.pool, ledger.events, [users]);
  const expected = {
    userId,
    username: defaultUsername(userId),
    walletAddress,
    referrerId,
    totalRewards: 250n * ONE_EVO + 1n,
    claimedRewards: 30n * ONE_EVO,
    pendingRewards: 220n * ONE_EVO + 1n,
    level: 3,
    openedAt: new Date(ledger.now),
    revision: 3n,
  };
  expect(await findUserById(db.pool, userId)).toEqual(expected);
  expect(await findUserByWallet(db.pool, walletAddress.toUpperCase().replace('0X', '0x'))).toEqual(expected);
  expect(await findUserById(db.pool, crypto.randomUUID())).toBeUndefined();
});
