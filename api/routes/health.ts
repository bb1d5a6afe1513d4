import type Router from '@koa/router';
import type { Projector } from '../../projector/projector.ts';
import type { Mail } from '../integrations/email/start-mail.ts';
import type { ProcessHost } from '../processes/leader.ts';
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
    const ready = ledger && database && projection && !processes.stopped();
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      status: ready ? 'ready' : 'not ready',
      ledger: ledger ? 'ok' : 'no answer',
      database: database ? 'ok' : 'no answer',
      projector: status?.state ?? 'separate',
      processes: processes.stopped() ? 'stopped' : (processes.trouble() ?? 'ok'),
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
    ctx.type = parts.metrics.registry.contentType;
    ctx.body = await parts.metrics.registry.metrics();
  });
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
