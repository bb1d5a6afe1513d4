import { expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { programDays } from './project.ts';

test('a day gets its new users and its claims, and what each source granted on it', async () => {
  const ledger = new TestLedger();
  ledger.now = Date.parse('2026-03-01T23:59:59.999Z');
  const [one, other] = [ledger.open(), ledger.open()];
  ledger.grant(one, 5n * ONE_EVO, { source: 'admin' });
  ledger.grant(other, 2n * ONE_EVO, { source: 'admin' });
  ledger.grant(one, ONE_EVO, { source: 'streak' });
  ledger.claim(one, 3n * ONE_EVO);
  ledger.claim(other, ONE_EVO);
  ledger.now = Date.parse('2026-03-02T00:00:00.000Z');
  ledger.open();
  ledger.grant(one, 7n * ONE_EVO, { source: 'admin' });
  expect(await writtenRows(programDays, ledger.events)).toEqual({
    program_days: [
      { day: '2026-03-01', new_users: 2, claimed: '4' },
      { day: '2026-03-02', new_users: 1, claimed: '0' },
    ],
    program_day_grants: [
      { day: '2026-03-01', source: 'admin', amount: '7' },
      { day: '2026-03-01', source: 'streak', amount: '1' },
      { day: '2026-03-02', source: 'admin', amount: '7' },
    ],
  });
});

test('an event alone makes the row of its day', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.grant(userId, ONE_EVO);
  const before = ledger.events.length;
  ledger.claim(userId, ONE_EVO);
  expect(await writtenRows(programDays, ledger.events.slice(before))).toEqual({
    program_days: [{ day: '2026-01-01', new_users: 0, claimed: '1' }],
  });
});

test('what is neither a new user, a claim nor a grant is no row of a day', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const opened = ledger.events.length;
  ledger.account(userId, { type: 'WhitelistJoined', data: {} });
  expect(await writtenRows(programDays, ledger.events.slice(opened))).toEqual({});
  ledger.grant(userId, ONE_EVO);
  const { program_days: days, program_day_grants: grants } = await writtenRows(
    programDays,
    ledger.events.slice(opened),
  );
  expect([days, grants]).toEqual([undefined, [{ day: '2026-01-01', source: 'admin', amount: '1' }]]);
});

test('what is given back of a clear is granted no second time; what names another thing in the same words is', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const opened = ledger.events.length;
  ledger.grant(userId, 7n * ONE_EVO, { source: 'admin', ref: 'undo:x' });
  expect(await writtenRows(programDays, ledger.events.slice(opened))).toEqual({});
  ledger.grant(userId, ONE_EVO, { source: 'social_task', ref: 'undo:x' });
  expect(await writtenRows(programDays, ledger.events.slice(opened))).toEqual({
    program_day_grants: [{ day: '2026-01-01', source: 'social_task', amount: '1' }],
  });
});
