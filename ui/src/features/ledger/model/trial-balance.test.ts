import { expect, test } from 'vitest';
import { accountName, balanceFault, sumOf } from './trial-balance.ts';

const lines = (...balances: string[]) => balances.map((balance) => ({ account: 'a', accounts: 1, balance }));

test('amounts of any length are added up to the last decimal', () => {
  const huge = `${'9'.repeat(60)}.000000000000000001`;
  expect(sumOf(lines(`-${huge}`, huge))).toBe('0');
  expect(sumOf(lines(`-${huge}`, '9'.repeat(60)))).toBe('-0.000000000000000001');
  expect(sumOf([])).toBe('0');
});

test('a sum that is not zero is a fault, also where the server says that it is', () => {
  expect(balanceFault({ trialBalance: lines('-1', '1'), sum: '0' })).toBeUndefined();
  expect(balanceFault({ trialBalance: lines('-1', '1.5'), sum: '0' })).toContain('add up to 0.5 EVO');
  expect(balanceFault({ trialBalance: lines('-1', '1'), sum: '2' })).toContain('the server says 2 EVO');
});

test('a class of accounts that nobody has named keeps its own name', () => {
  expect(accountName('program:issued')).toBe('Issued by the program');
  expect(accountName('program:new')).toBe('program:new');
});
