import { expect, test } from 'vitest';
import { confirmations } from './messages.ts';

const unpaid = { count: 2, why: 'An account is full' };

test('what became of prizes is told whole: those paid, those skipped, and those that cannot be paid, with why', () => {
  expect(confirmations.prizesSettled(3, '30.00', 0)).toBe('3 prizes paid, 30.00 EVO in total');
  expect(confirmations.prizesSettled(1, '10.00', 1, unpaid)).toBe(
    '1 prize paid, 10.00 EVO in total; 1 skipped; 2 could not be paid: An account is full',
  );
  expect(confirmations.prizesWouldBeSettled(1, '10.00', 0, unpaid)).toBe(
    '1 prize would be paid, 10.00 EVO in total; 2 cannot be paid: An account is full',
  );
});
