import { Gauge, type Registry } from 'prom-client';
import { RELEASE } from '../release.ts';
import { type LeadStatus, troubleOf } from './read-lead.ts';

/** The read side's numbers, in Prometheus' units, of the schema that this release reads; the same in every process. */
export function createLeadMetrics(registry: Registry, schema: string) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const healthy = gauge(
    'evo_projector_healthy',
    '1 while a projector follows the ledger, 0 when none leads, it stands still, has stopped or is building',
  );
  const lagSeconds = gauge(
    'evo_projector_lag_seconds',
    'Seconds since the read models last held all that the ledger did, 0 while they do; none before the first time',
  );
  const lagBytes = gauge(
    'evo_projector_lag_bytes',
    "Bytes of the ledger's log that the read models are behind",
  );
  const waiting = gauge(
    'evo_projector_lag_events',
    'Events that have come from the ledger and are not in the read models yet; of a ledger that gives none see the others',
  );
  const rate = gauge('evo_projector_events_per_second', 'Events written, as of the last sign of life');
  const position = gauge(
    'evo_projector_position',
    'Commit position up to which the read models hold the ledger',
  );
  const silent = gauge('evo_projector_silent_seconds', 'Seconds since the last sign of life of who leads');
  const build = new Gauge({
    name: 'evo_build_info',
    help: '1, with the release of this process and the schema of the read models that it reads',
    labelNames: ['version', 'read_models'],
    registers,
  });
  build.set({ version: RELEASE, read_models: schema }, 1);
  return (lead: LeadStatus | undefined) => {
    healthy.set(troubleOf(schema, lead) === undefined ? 1 : 0);
    for (const each of [lagSeconds, lagBytes, waiting, rate, position, silent]) each.remove();
    if (!lead) return;
    if (lead.lagSeconds !== undefined) lagSeconds.set(lead.lagSeconds);
    lagBytes.set(lead.lagBytes);
    waiting.set(lead.waiting);
    rate.set(lead.eventsPerSecond);
    position.set(Number(lead.position?.commit ?? 0n));
    silent.set(lead.silentSeconds);
  };
}
