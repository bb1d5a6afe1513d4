import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheUse } from '../../ledger/cache-use.ts';
import type { BudgetUse } from '../../ledger/call-budget.ts';
import type { StoreCalls } from '../../ledger/store-calls.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { createLeadMetrics } from '../../projector/lead/lead-metrics.ts';

/** Numbers about the calls at the event store, asked for whenever the metrics are read. */
export function measureStoreCalls(registry: Registry, calls: StoreCalls): void {
  const kinds = Object.entries(calls);
  const gauge = (name: string, help: string, countOf: (use: BudgetUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        for (const [kind, budget] of kinds) this.set({ kind }, countOf(budget.use()));
      },
    });
  gauge('evo_store_calls', 'Calls that are open at the event store, by kind', ({ taken }) => taken);
  gauge('evo_store_call_places', 'Calls that may be open at once, by kind', ({ places }) => places);
  gauge('evo_store_calls_waiting', 'Calls that wait for a place, by kind', ({ waiting }) => waiting);
  gauge(
    'evo_store_calls_given_up',
    'Calls that found no place in time since the start, by kind',
    ({ givenUp }) => givenUp,
  );
}

/** Numbers about what is kept in memory, asked for whenever the metrics are read. */
export function measureCaches(registry: Registry, caches: Readonly<Record<string, () => CacheUse>>): void {
  const gauge = (name: string, help: string, of: (use: CacheUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect() {
        for (const [cache, use] of Object.entries(caches)) this.set({ cache }, of(use()));
      },
    });
  gauge('evo_cache_bytes', 'Bytes that each cache takes, about', ({ bytes }) => bytes);
  gauge('evo_cache_bytes_limit', 'Bytes that each cache may take, about', ({ mostBytes }) => mostBytes);
  gauge('evo_cache_entries', 'Entries of each cache', ({ entries }) => entries);
}

/** The numbers behind `/metrics`, in Prometheus' units (seconds, counts). One registry a server. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'evo_http_request_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5],
      registers,
    }),
    commands: new Counter({
      name: 'evo_commands_total',
      help: 'Commands by route and what came of them: done, replayed, refused, or failed',
      labelNames: ['route', 'outcome'],
      registers,
    }),
    platformCalls: new Counter({
      name: 'evo_platform_calls_total',
      help: 'Calls to other platforms, by what came of them; refusals are answers, not faults',
      labelNames: ['platform', 'outcome'],
      registers,
    }),
    projectedEvents: new Gauge({
      name: 'evo_projected_events',
      help: 'Events that this process has applied to the read models since its start',
      registers,
    }),
    setReadSide: createLeadMetrics(registry, LIVE_SCHEMA),
    ledgerFull: new Gauge({
      name: 'evo_ledger_full',
      help: '1 while the event store has no room for what this replica appends',
      registers,
    }),
    oldestSetAside: new Gauge({
      name: 'evo_process_oldest_set_aside_seconds',
      help: 'Seconds since the oldest event that is set aside came there, by state, of all replicas',
      labelNames: ['state'],
      registers,
    }),
    processHealthy: new Gauge({
      name: 'evo_process_healthy',
      help: '1 while the processes of this replica get on or another replica leads, 0 when they have stopped or stand still',
      registers,
    }),
    processPosition: new Gauge({
      name: 'evo_process_position',
      help: 'Commit position up to which each process of the leader has handled or set aside the ledger',
      labelNames: ['process'],
      registers,
    }),
    processLag: new Gauge({
      name: 'evo_process_lag_bytes',
      help: "Bytes of the ledger's log that each process of the leader is behind",
      labelNames: ['process'],
      registers,
    }),
    processUnfinished: new Gauge({
      name: 'evo_process_unfinished_events',
      help: 'Events that each process of the leader has been told and has not finished',
      labelNames: ['process'],
      registers,
    }),
    processTrouble: new Gauge({
      name: 'evo_process_trouble',
      help: '1 while a process of the leader has an event that it cannot handle for now',
      labelNames: ['process'],
      registers,
    }),
    processEvents: new Gauge({
      name: 'evo_process_events_total',
      help: 'Events that each process has handled since this replica leads',
      labelNames: ['process'],
      registers,
    }),
    leaderSilence: new Gauge({
      name: 'evo_process_leader_silence_seconds',
      help: 'Seconds since any replica has last led the processes; 5 at the most while one does',
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'evo_database_connections',
      help: 'Connections of this replica to Postgres, by pool; `most` is how many it may take',
      labelNames: ['pool', 'state'],
      registers,
    }),
    databaseWaiting: new Gauge({
      name: 'evo_database_waiting',
      help: 'Askers that wait for a connection to Postgres, by pool',
      labelNames: ['pool'],
      registers,
    }),
    databaseRefused: new Gauge({
      name: 'evo_database_refused_total',
      help: 'Askers that were refused because too many waited for a connection to Postgres, by pool',
      labelNames: ['pool'],
      registers,
    }),
    notaryHalted: new Gauge({
      name: 'evo_notary_halted',
      help: '1 while the notary signs nothing because the ledger is not what was sealed, or the key is missing',
      registers,
    }),
    sealedEvents: new Gauge({
      name: 'evo_sealed_events',
      help: 'Events under the newest seal of the ledger',
      registers,
    }),
    loggedEvents: new Gauge({
      name: 'evo_logged_events',
      help: 'Events that a seal holds or will hold',
      registers,
    }),
    witnessRefuses: new Gauge({
      name: 'evo_witness_refuses',
      help: '1 while a witness refuses the ledger, by why: it has seen another history, or does not know the ledger or its key and has compared none',
      labelNames: ['witness', 'why'],
      registers,
    }),
    witnessSize: new Gauge({
      name: 'evo_witness_events',
      help: 'Events under the newest checkpoint that each witness has cosigned',
      labelNames: ['witness'],
      registers,
    }),
    setAside: new Gauge({
      name: 'evo_process_set_aside',
      help: 'Events that are set aside, by process and state, of all replicas',
      labelNames: ['process', 'state'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
