import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
      help: 'Commands that came to an end, by route and outcome',
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
    projectorHealthy: new Gauge({
      name: 'evo_projector_healthy',
      help: '1 while the read models follow the ledger, 0 when they have stopped',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
