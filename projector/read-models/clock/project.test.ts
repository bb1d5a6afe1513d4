import { expect, test } from 'vitest';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { clock, EVENTS_A_MARK } from './project.ts';

/** Events of one batch; the times are milliseconds since the epoch. */
function eventsAt(times: readonly number[]) {
  const ledger = new TestLedger();
  return times.map((time) => {
    ledger.now = time;
    return ledger.append('program', { type: 'AccessDenied', data: { action: 'x' } });
  });
}

const DAY = Date.UTC(2026, 0, 1);
const after = (events: number, latest: Date | null = null) => ({
  clock_marks: [{ events: String(events), latest }],
});

test('every 256th event is a mark, with the latest time of all up to it', async () => {
  const times = Array.from({ length: 2 * EVENTS_A_MARK + 1 }, (_, n) => DAY + n);
  times[3] = DAY + 5_000;
  const events = eventsAt(times);
  expect(await writtenRows(clock, events)).toEqual({
    clock_marks: [
      { ...events[255]?.position, latest: '2026-01-01T00:00:05.000Z' },
      { ...events[511]?.position, latest: '2026-01-01T00:00:05.000Z' },
    ],
  });
});

test('events and times of the batches before count', async () => {
  const events = eventsAt([DAY, DAY + 1]);
  expect(await writtenRows(clock, events, after(253))).toEqual({});
  expect(await writtenRows(clock, events, after(254))).toEqual({
    clock_marks: [{ ...events[1]?.position, latest: '2026-01-01T00:00:00.001Z' }],
  });
  expect(await writtenRows(clock, events, after(255, new Date(DAY + 60_000)))).toEqual({
    clock_marks: [{ ...events[0]?.position, latest: '2026-01-01T00:01:00.000Z' }],
  });
});

test('what is asked for is what stands before the first event of the batch', async () => {
  const [event] = eventsAt([DAY]);
  if (!event) throw new Error('one event was made');
  const { commit, prepare } = event.position;
  const marks = (values: readonly unknown[]) => {
    expect(values).toEqual([commit, prepare]);
    return [{ events: '255', latest: null }];
  };
  expect((await writtenRows(clock, [event], { clock_marks: marks })).clock_marks).toHaveLength(1);
});

test('no events, no question and no mark', async () => {
  expect(await writtenRows(clock, [], after(1_000))).toEqual({});
});
