import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { callBudget } from '../../ledger/call-budget.ts';
import { measureCaches, measureStoreCalls } from './metrics.ts';

test('the calls at the event store are told by kind, as they are when the numbers are read', async () => {
  const registry = new Registry();
  const calls = { reads: callBudget(2), scans: callBudget(1), subscriptions: callBudget(3) };
  measureStoreCalls(registry, calls);
  const { signal } = new AbortController();
  const leave = await calls.reads.take(signal);
  await calls.reads.take(signal);
  const waits = calls.reads.take(signal);
  const given = new AbortController();
  const gaveUp = expect(calls.reads.take(given.signal)).rejects.toThrow();
  given.abort();
  await gaveUp;
  const text = await registry.metrics();
  expect(text).toContain('evo_store_calls{kind="reads"} 2');
  expect(text).toContain('evo_store_calls_waiting{kind="reads"} 1');
  expect(text).toContain('evo_store_call_places{kind="subscriptions"} 3');
  expect(text).toContain('evo_store_calls_given_up{kind="reads"} 1');
  leave();
  leave();
  await waits;
  // A place that is given back twice is one place.
  expect(await registry.metrics()).toContain('evo_store_calls{kind="reads"} 2');
});

test('each cache says what it takes and what it may, as it is when the numbers are read', async () => {
  const registry = new Registry();
  let bytes = 100;
  measureCaches(registry, { streams: () => ({ entries: bytes / 50, bytes, mostBytes: 1_000 }) });
  expect(await registry.metrics()).toContain('evo_cache_bytes{cache="streams"} 100');
  bytes = 300;
  const text = await registry.metrics();
  expect(text).toContain('evo_cache_bytes{cache="streams"} 300');
  expect(text).toContain('evo_cache_bytes_limit{cache="streams"} 1000');
  expect(text).toContain('evo_cache_entries{cache="streams"} 6');
});
