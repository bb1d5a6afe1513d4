import { expect, test } from 'vitest';
import { AccountIsRemoved, ReasonOfMergers } from '../../../ledger/accounts/errors.ts';
import { NotAnAdmin } from '../../../ledger/admins/admins.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { onEachAccount } from './on-each-account.ts';

const ids = Array.from({ length: 100 }, (_, n) => `user-${n}`);

test('what an account refuses is told beside what was done on the others, each once', async () => {
  const done: string[] = [];
  const { results, failed } = await onEachAccount([...ids, ...ids], async (userId) => {
    if (userId === 'user-7') throw new AccountIsRemoved();
    done.push(userId);
    return [userId];
  });
  expect(failed).toEqual([{ userId: 'user-7', message: new AccountIsRemoved().message }]);
  const others = ids.filter((id) => id !== 'user-7');
  expect(done).toEqual(others);
  expect(results).toEqual(others.map((id) => [id]));
});

test.each([
  ['a right that was taken meanwhile', new NotAnAdmin()],
  ['a request that no account could take', new ReasonOfMergers()],
  ['a ledger that gave no certain answer', new LedgerUnavailable()],
])('%s ends it: nothing new is begun, and nothing goes on once it is told', async (_, error) => {
  const [begun, over] = [new Set<string>(), new Set<string>()];
  const all = onEachAccount(ids, async (userId) => {
    begun.add(userId);
    if (userId === 'user-3') throw error;
    await new Promise(setImmediate);
    over.add(userId);
  });
  await expect(all).rejects.toBe(error);
  expect(begun.size).toBeLessThan(ids.length / 2);
  expect(over.size).toBe(begun.size - 1);
});
