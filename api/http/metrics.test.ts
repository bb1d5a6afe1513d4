import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { callBudget } from '../../ledger/call-budget.ts';
import type { ProcessStatus } from '../../ledger/processes/start-processes.ts';
import type { ProcessHost } from '../processes/leader.ts';
import { createMetrics, measureCaches, measureStoreCalls } from './metrics.ts';
import { metricsRoute } from './metrics-routes.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

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

type Answers = readonly (readonly [part: string, rows: readonly object[]])[];

/** What is told, line by line, where Postgres says so to questions that hold such words, and the processes are so. */
async function told(processes: Partial<ProcessHost>, answers: () => Answers) {
  const metrics = createMetrics();
  const pool = {
    ...{ totalCount: 7, idleCount: 3, waitingCount: 2, options: { max: 9 } },
    async query(asked: string | { readonly text: string }) {
      const sql = typeof asked === 'string' ? asked : asked.text;
      return { rows: answers().find(([part]) => sql.includes(part))?.[1] ?? [] };
    },
  };
  const parts = {
    ...{ metrics, pool, connections: { pools: { requests: pool } } },
    leaderWatch: { silence: async () => 4 },
    ledgerRoom: { isFull: () => true },
    config: { metrics: { port: undefined, token: undefined }, notary: { witnesses: [] } },
  };
  const host = { stopped: () => false, healthy: () => true, status: () => [], ...processes };
  const router = new Router<AppState>();
  // What the route asks of them.
  metricsRoute(router, parts as unknown as Parts, {
    projector: undefined,
    processes: host as unknown as ProcessHost,
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    lines: async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n'),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const SET_ASIDE: Answers = [
  ['group by process, state', [{ process: 'mails', state: 'parked', count: '2' }]],
  ['min(since)', [{ state: 'parked', seconds: '90.5' }]],
];

test('who watches is told how the processes, what they set aside and the connections are, and no more when it is over', async () => {
  const position = { commit: 500n, prepare: 500n };
  const mails = { name: 'mails', position, lag: 120, unfinished: 3, handled: 40 };
  const behind: ProcessStatus = { ...mails, isCatchingUp: false, trouble: 'no answer' };
  let status: ProcessStatus[] = [behind, { ...behind, name: 'raffles', trouble: undefined }];
  let answers = SET_ASIDE;
  const program = await told({ status: () => status }, () => answers);
  try {
    expect(await program.lines()).toEqual(
      expect.arrayContaining([
        'evo_process_healthy 1',
        'evo_process_position{process="mails"} 500',
        'evo_process_lag_bytes{process="mails"} 120',
        'evo_process_unfinished_events{process="mails"} 3',
        'evo_process_events_total{process="mails"} 40',
        'evo_process_trouble{process="mails"} 1',
        'evo_process_trouble{process="raffles"} 0',
        'evo_process_set_aside{process="mails",state="parked"} 2',
        'evo_process_oldest_set_aside_seconds{state="parked"} 90.5',
        'evo_process_leader_silence_seconds 4',
        'evo_database_connections{pool="requests",state="busy"} 4',
        'evo_database_connections{pool="requests",state="idle"} 3',
        'evo_database_connections{pool="requests",state="most"} 9',
        'evo_database_waiting{pool="requests"} 2',
        'evo_database_refused_total{pool="requests"} 0',
      ]),
    );
    // Another replica leads by now, and an admin has decided.
    [status, answers] = [[], []];
    const ofProcesses = (await program.lines()).filter((line) => /^evo_process_.*\{/.test(line));
    expect(ofProcesses).toEqual([]);
  } finally {
    program.close();
  }
});

test.each([
  ['have stopped', { stopped: () => true }],
  ['stand still', { healthy: () => false }],
])('processes that %s are not well', async (_, processes) => {
  const program = await told(processes, () => []);
  try {
    expect(await program.lines()).toEqual(
      expect.arrayContaining(['evo_process_healthy 0', 'evo_ledger_full 1']),
    );
  } finally {
    program.close();
  }
});

test('a notary that has halted, and what is under no seal, are told', async () => {
  const program = await told({}, () => [
    ['notary.status', [{ state: 'halted', reason: 'another history', since: new Date() }]],
    ['max(index) + 1', [{ count: '900' }]],
  ]);
  try {
    expect(await program.lines()).toEqual(
      expect.arrayContaining(['evo_notary_halted 1', 'evo_logged_events 900', 'evo_sealed_events 0']),
    );
  } finally {
    program.close();
  }
});
