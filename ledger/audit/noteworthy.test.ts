import { expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { ANNA, BEN, byAdmin, granted, HASH, mailbox, opened, own } from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { auditText, exportText } from './testing/audit-text.ts';
import { withGrants } from './testing/with-grants.ts';

/** Of a ledger that is sound. */
const rulesOf = async (appended: readonly Appended[]) => {
  const { rules } = await auditText(await exportText(appendEvents([], withGrants(appended))));
  return { ...rules.noteworthy.found(), unlimited: rules.rewardsByHand.unlimited() };
};
const at = (occurredAt: string, appended: Appended): Appended => ({ ...appended, occurredAt });
const checkedIn = (userId: string, day: string, streak = 1): Appended =>
  at(`${day}T10:00:00.000Z`, own(userId, 'CheckedIn', { day, streak }));
const NOW = '2026-03-01T10:00:00.000Z';

test('check-ins of days that were over when others had acted are counted, with what was paid for them', async () => {
  const streak = ['2026-02-24', '2026-02-25', '2026-02-26'].map((day, n) => checkedIn(ANNA, day, n + 1));
  const { outOfTime, latest } = await rulesOf([...opened(ANNA), ...streak]);
  expect(outOfTime).toEqual({
    count: 6,
    first: `CheckedIn at account-${ANNA}:1 of 2026-02-24T10:00:00.000Z`,
    furthest: 5 * 86_400_000,
  });
  expect(latest).toBe(Date.parse(NOW));
});

test('clocks of replicas that are minutes apart, and what a process does at the time of its cause, are not', async () => {
  const late = at('2026-03-01T09:10:00.000Z', own(ANNA, 'WhitelistJoined'));
  const ofProcess: Appended = {
    ...at('2026-02-01T10:00:00.000Z', {
      stream: 'raffle-seeds',
      type: 'SeedCommitted',
      data: { number: 1, hash: HASH },
    }),
    actor: { kind: 'system' },
  };
  const { outOfTime } = await rulesOf([...opened(ANNA), ...opened(BEN), late, ofProcess]);
  expect(outOfTime).toBeUndefined();
});

test('a day that is to come is the latest time that anybody tells of', async () => {
  const { latest } = await rulesOf([...opened(ANNA), checkedIn(ANNA, '2099-01-01'), ...opened(BEN)]);
  expect(latest).toBe(Date.parse('2099-01-01T10:00:00.000Z'));
});

test('who stamps a new account as one of the first version is counted, and an old ledger that goes on is not', async () => {
  const asFirst = (appended: Appended): Appended => ({ ...appended, schemaVersion: 1 });
  const before = [...opened(ANNA), asFirst(granted(ANNA, 'welcome', '100'))];
  const newer = [...opened(BEN), granted(BEN, 'welcome', '100')];
  expect((await rulesOf([...before, ...newer])).outOfForm).toBeUndefined();
  expect((await rulesOf([...newer, ...before])).outOfForm).toEqual({
    count: 1,
    first: `RewardGranted at account-${ANNA}:1 of ${NOW}`,
  });
});

test('what is asked of all accounts where the first version looked is counted once a newer one has looked elsewhere', async () => {
  const cleared = (stream: string): Appended =>
    byAdmin({ stream, type: 'MassClearRequested', data: { requestId: crypto.randomUUID(), reason: 'x' } });
  const seed: Appended = {
    ...{ stream: 'raffle-seeds', type: 'SeedCommitted', data: { number: 1, hash: HASH } },
    actor: { kind: 'system' },
  };
  expect((await rulesOf([cleared('program'), seed])).outOfForm).toBeUndefined();
  expect((await rulesOf([seed, cleared('program')])).outOfForm?.count).toBe(1);
});

test('rewards by hand before any limit was named are counted, and none behind', async () => {
  const sent = (userId: string, amount: string, grantId: string = crypto.randomUUID()) =>
    byAdmin(own(userId, 'RewardGranted', { grantId, amount, source: 'admin', reason: 'Well done' }));
  const grantId = crypto.randomUUID();
  const place = byAdmin({
    stream: streamOf('rewards-by-hand', '2026-03-01'),
    type: 'RewardReserved',
    data: { grantId, userId: ANNA, amount: '5', limit: '100' },
  });
  const before = [...opened(ANNA), ...mailbox(ANNA, HASH)];
  const limited = [place, sent(ANNA, '5', grantId)];
  expect((await rulesOf([...before, ...limited])).unlimited).toEqual({ count: 0, sum: 0n });
  const sentFreely = [...before, sent(ANNA, '1000000'), sent(ANNA, '2')];
  const sums = { count: 2, sum: 1_000_002n * ONE_EVO };
  expect((await rulesOf([...sentFreely, ...limited])).unlimited).toEqual(sums);
});
