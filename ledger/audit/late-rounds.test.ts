import { expect, test } from 'vitest';
import { roundTime } from '../proof/beacon.ts';
import { ANNA, opened } from './testing/account-acts.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { auditText, exportText, faultIn } from './testing/audit-text.ts';
import { at, BEACON, begun, frozen, ROUND } from './testing/raffle-of-nobody.ts';

const textOf = (appended: readonly Appended[]) => exportText(appendEvents([], appended));

test('entries that are frozen once their round is public, or too near, are no longer taken for sound where nobody draws them', async () => {
  expect(await faultIn(await textOf(frozen(begun, '2026-03-01T10:00:01.000Z')))).toBeUndefined();
  for (const late of ['2026-03-01T10:00:05.000Z', '2026-03-01T10:00:40.000Z', '2026-03-01T11:00:00.000Z']) {
    expect(await faultIn(await textOf(frozen(begun, late)))).toMatchObject({
      ...{ rule: 'raffles', at: { number: 2 } },
      found: expect.stringContaining(`round ${ROUND} was named`),
    });
  }
});

test('a round that was public by the times of what stands before its entries is named, whatever time they tell', async () => {
  const lateOf = async (appended: readonly Appended[]) =>
    (await auditText(await textOf(appended))).rules.raffles.figures().late;
  const due = roundTime(BEACON, ROUND);
  const joined = (time: number) => opened(ANNA).map((one) => at(new Date(time).toISOString(), one));
  const backdated = (time: number) => frozen([...begun, ...joined(time)], '2026-03-01T10:00:01.000Z');
  expect(await lateOf(frozen(begun, '2026-03-01T10:00:01.000Z'))).toEqual([]);
  expect(await lateOf(backdated(due - 1))).toEqual([]);
  expect(await lateOf(backdated(due))).toEqual([
    { number: 1, round: ROUND, due, told: expect.stringMatching(new Date(due).toISOString()) },
  ]);
  // What comes behind them says nothing of it.
  const later = [...frozen(begun, '2026-03-01T10:00:01.000Z'), ...joined(due + 1)];
  expect(await lateOf(later)).toEqual([]);
});
