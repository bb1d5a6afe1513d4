import { afterAll, beforeAll, expect, test } from 'vitest';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { openAccounts } from '../testing/open-accounts.ts';
import type { TestLedgerNode } from '../testing/start-ledger.ts';
import { AnotherLedger, assertSameLedger, firstEvent, type LedgerMark } from './same-ledger.ts';

const never = new AbortController().signal;
let ledger: TestLedgerNode;
let other: TestLedgerNode;
let events: StoredEvent[];
beforeAll(async () => {
  [ledger, other] = await Promise.all([startEitherLedger(), startEitherLedger()]);
  await openAccounts(ledger.store, 3);
  events = await ledger.readAll();
});
afterAll(() => Promise.all([ledger.stop(), other.stop()]));

const markAt = (n: number): LedgerMark => {
  const event = events.at(n)!;
  return { position: event.position, eventId: event.id, first: events[0]! };
};
const look = (mark: LedgerMark, { store } = ledger) => assertSameLedger(store, mark, 0);

test('a ledger is known again by any of its events, and by a place alone where no more was noted', async () => {
  await look(markAt(0));
  await look(markAt(-1));
  await look({ position: markAt(1).position, eventId: undefined, first: undefined });
  expect((await firstEvent(ledger.store, never))?.id).toBe(events[0]!.id);
});

test('an empty store, one that ends too early, and another one are told apart from it in words', async () => {
  expect(await firstEvent(other.store, never)).toBeUndefined();
  await expect(look(markAt(0), other)).rejects.toThrow(/is empty, and it has been followed to/);
  await openAccounts(other.store, 1);
  await expect(look(markAt(-1), other)).rejects.toThrow(/ends at .* followed to/);
  await openAccounts(other.store, 4);
  const error = await look(markAt(-1), other).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AnotherLedger);
  expect(String(error)).toMatch(/it was .*restored from an older backup.*README/);
  // The same event at the same place, behind another beginning.
  const [first] = await other.readAll();
  await expect(look({ ...markAt(-1), first: first! })).rejects.toThrow(/does not begin with the event/);
});

test('who has just begun to lead a cluster lacks the newest for a moment: that is no other ledger', async () => {
  let looks = 0;
  const head = async () => (++looks < 3 ? events[0]?.position : ledger.store.head());
  await assertSameLedger({ ...ledger.store, head }, markAt(-1));
  expect(looks).toBe(3);
});

test('a place that is no event of the ledger is another ledger; EventStoreDB answers it with an error', async () => {
  const { position } = markAt(0);
  const between = { commit: position.commit, prepare: position.prepare - 1n };
  await expect(look({ ...markAt(0), position: between })).rejects.toThrow(AnotherLedger);
  const answers = Object.assign(new Error('2 UNKNOWN: InvalidPosition'), { code: 2 });
  const strict = { ...ledger.store, readAt: () => Promise.reject(new LedgerUnavailable(answers)) };
  await expect(assertSameLedger(strict, markAt(0))).rejects.toThrow(/has no event at/);
});

test('a store that does not answer is no other store', async () => {
  const away = Object.assign(new Error('14 UNAVAILABLE'), { code: 14 });
  const mute = { ...ledger.store, readAt: () => Promise.reject(new LedgerUnavailable(away)) };
  await expect(assertSameLedger(mute, markAt(0))).rejects.toBeInstanceOf(LedgerUnavailable);
});

test('only an answer that there is no such position says so; any other error is no answer', async () => {
  const refusing = (error: unknown) =>
    assertSameLedger({ ...ledger.store, readAt: () => Promise.reject(error) }, markAt(0));
  const coded = (code: number, message: string) => Object.assign(new Error(message), { code });
  for (const known of [coded(2, 'invalid POSITION'), coded(3, 'no such position')]) {
    await expect(refusing(known)).rejects.toThrow(/has no event at/);
    await expect(refusing(new LedgerUnavailable(known))).rejects.toThrow(/has no event at/);
  }
  for (const other of [
    coded(2, 'out of memory'),
    coded(3, 'bad request'),
    coded(13, 'no such position'),
    new Error('no such position'),
    { code: 2, message: 'no such position' },
  ])
    await expect(refusing(other)).rejects.toBe(other);
});

test('who asks for the first event and leaves is not told that there is none', async () => {
  await expect(firstEvent(ledger.store, AbortSignal.abort(new Error('stopped')))).rejects.toMatchObject({
    ...{ name: 'LedgerUnavailable', cause: new Error('stopped') },
  });
});
