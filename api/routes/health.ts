import type Router from '@koa/router';
import { formatPosition } from '../../contracts/ledger-position.ts';
import type { ProcessStatus } from '../../ledger/processes/start-processes.ts';
import type { Projector } from '../../projector/projector.ts';
import type { Mail } from '../integrations/email/start-mail.ts';
import type { ProcessHost } from '../processes/leader.ts';
import { countSetAside } from '../processes/set-aside-decisions.ts';
import type { AppState } from '../state.ts';
import type { Parts } from './serve.ts';

const CHECK_MS = 2_000;

/** What follows the ledger beside the routes. */
type Followers = {
  readonly projector: Projector | undefined;
  readonly processes: ProcessHost;
  readonly mail: Mail;
};

/**
 * `/livez`: the process runs. `/readyz`: it can answer (the ledger, Postgres and the projector are there), with
 * the state of each part and nothing secret. `/metrics`: Prometheus' text format.
 */
export function healthRoutes(
  router: Router<AppState>,
  parts: Parts,
  { projector, processes, mail }: Followers,
): void {
  router.get('/livez', (ctx) => {
    ctx.body = { status: 'ok' };
  });

  router.get('/readyz', async (ctx) => {
    const [ledger, database] = await Promise.all([
      answers(() => parts.store.head()),
      answers(() => parts.pool.query('select 1')),
    ]);
    const status = projector?.status();
    const projection = !status || (status.state !== 'stopped' && status.state !== 'fenced');
    const following = !processes.stopped() && processes.healthy();
    const ready = ledger && database && projection && following;
    const setAside = database ? await orNothing(countSetAside(parts.pool)) : undefined;
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      status: ready ? 'ready' : 'not ready',
      ledger: ledger ? 'ok' : 'no answer',
      database: database ? 'ok' : 'no answer',
      projector: status?.state ?? 'separate',
      processes: stateOf(processes),
      ...(processes.status().length > 0 && { process: processes.status().map(presentProcess) }),
      ...(setAside && { setAside }),
      mail: mail.mailer ? (mail.mailer.trouble() ?? 'ok') : 'no SMTP_URL',
      ...(status?.reason && { reason: status.reason }),
    };
  });

  router.get('/metrics', async (ctx) => {
    const status = projector?.status();
    if (status) {
      parts.metrics.projectedEvents.set(status.eventsApplied);
      parts.metrics.projectorHealthy.set(status.state === 'stopped' || status.state === 'fenced' ? 0 : 1);
    }
    await setProcessMetrics(parts, processes);
    ctx.type = parts.metrics.registry.contentType;
    ctx.body = await parts.metrics.registry.metrics();
  });
}

function stateOf(processes: ProcessHost): string {
  if (processes.stopped()) return 'stopped';
  return processes.trouble() ?? (processes.healthy() ? 'ok' : 'they stand still');
}

function presentProcess({ name, position, lag, unfinished, isCatchingUp, trouble }: ProcessStatus) {
  return {
    name,
    position: position ? formatPosition(position) : null,
    lagBytes: lag,
    unfinished,
    ...(isCatchingUp && { catchingUp: true }),
    ...(trouble !== undefined && { trouble }),
  };
}

async function setProcessMetrics({ metrics, pool }: Parts, processes: ProcessHost): Promise<void> {
  const { processPosition, processLag, processUnfinished, processTrouble, processEvents, setAside } = metrics;
  metrics.processHealthy.set(!processes.stopped() && processes.healthy() ? 1 : 0);
  // Who leads no more has nothing to say of any process.
  for (const gauge of [processPosition, processLag, processUnfinished, processTrouble, processEvents]) {
    gauge.reset();
  }
  for (const { name, position, lag, unfinished, handled, trouble } of processes.status()) {
    const labels = { process: name };
    processPosition.set(labels, Number(position?.commit ?? 0n));
    processLag.set(labels, lag);
    processUnfinished.set(labels, unfinished);
    processTrouble.set(labels, trouble === undefined ? 0 : 1);
    processEvents.set(labels, handled);
  }
  const counts = await orNothing(countSetAside(pool));
  if (!counts) return;
  setAside.reset();
  for (const { process, state, count } of counts) setAside.set({ process, state }, count);
}

/** Undefined when it fails or takes too long: what is well all the same is said. */
function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), CHECK_MS);
  const answer = asked.catch(() => undefined);
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

/** False when it fails or takes too long; either way the reason is the part's own to log. */
async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), CHECK_MS);
  const asked = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}
