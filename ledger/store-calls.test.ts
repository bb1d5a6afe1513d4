import { expect, test } from 'vitest';
import { storeCalls } from './store-calls.ts';

test('clients of one address share their places, whoever they are and however they connect', () => {
  const calls = storeCalls('esdb://one.example:2113?tls=false');
  for (const other of [
    'esdb://one.example:2113',
    'esdb://program:secret@one.example:2113/?tls=true&nodePreference=leader',
    'esdb+discover://one.example:2113',
  ]) {
    expect(storeCalls(other), other).toBe(calls);
  }
});

test('another address has places of its own', () => {
  const calls = storeCalls('esdb://one.example:2113');
  for (const other of [
    'esdb://two.example:2113',
    'esdb://one.example:2114',
    'esdb://one.example:2113,two.example:2113',
  ]) {
    expect(storeCalls(other), other).not.toBe(calls);
  }
});

test('reads, scans and followers together leave a third of a connection to appends', () => {
  const { reads, scans, subscriptions } = storeCalls('esdb://three.example:2113');
  const places = [reads, scans, subscriptions].map((budget) => budget.use().places);
  expect(places.every((count) => count > 0)).toBe(true);
  expect(places.reduce((sum, count) => sum + count, 0)).toBeLessThan(70);
});
