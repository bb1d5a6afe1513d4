import type Router from '@koa/router';
import { formatPosition } from '../../contracts/ledger-position.ts';
import type { ProcessStatus } from '../../ledger/processes/start-processes.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { presentLead } from '../../projector/health-server.ts';
import { readLead, troubleOf } from '../../projector/lead/read-lead.ts';
import type { Projector } from '../../projector/projector.ts';
import type { Mail } from '../integrations/email/start-mail.ts';
import { type NotaryStatus, readNotaryStatus } from '../notary/status.ts';
import type { ProcessHost } from '../processes/leader.ts';
import { countSetAside } from '../processes/set-aside-decisions.ts';
import type { LedgerRoom } from './ledger-room.ts';
import { CHECK_MS, orNothing } from './or-nothing.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

/** What follows the ledger beside the routes, and whether the process is about to stop. */
type Followers = {
  readonly projector: Projector | undefined;
  readonly processes: ProcessHost;
  readonly mail: Mail;
  readonly isLeaving: () => boolean;
};

/**
 * `/livez`: the process runs. `/readyz`: it can answer (the ledger, Postgres and the projector are there), with
 * the state of each part and nothing secret. A notary that has halted is said and keeps nobody from being served: what
 * commands and balances are rests on the ledger, not on its seals, and who watches the seals watches `/metrics`.
 */
export function healthRoutes(
  router: Router<AppState>,
  parts: Parts,
  { projector, processes, mail, isLeaving }: Followers,
): void {
  router.get('/livez', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
  });

  router.get('/readyz', async (ctx) => {
    const [ledger, asked] = await Promise.all([
      answers(() => parts.store.head()),
      orNothing(readLead(parts.pool, LIVE_SCHEMA).then((lead) => ({ lead }))),
    ]);
    const database = asked !== undefined;
    const here = projector?.status();
    // Who leads may be another process: what is true of the read models stands beside them.
    const trouble = asked && troubleOf(LIVE_SCHEMA, asked.lead);
    const silence = asked && (await orNothing(parts.leaderWatch.silence()));
    const isLed = silence === undefined || !parts.leaderWatch.isMissing(silence);
    const following = !processes.stopped() && processes.healthy();
    const leaving = isLeaving();
    const fault = parts.ledgerFault.found();
    const ready =
      ledger && fault === undefined && database && trouble === undefined && following && isLed && !leaving;
    const [setAside, notary] = database
      ? await Promise.all([orNothing(countSetAside(parts.pool)), orNothing(readNotaryStatus(parts.pool))])
      : [];
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      status: leaving ? 'stopping' : ready ? 'ready' : 'not ready',
      ledger: fault ?? (ledger ? roomIn(parts.ledgerRoom) : 'no answer'),
      database: database ? 'ok' : 'no answer',
      projector: trouble ?? asked?.lead?.state ?? 'no answer',
      projectorHere: here?.state ?? 'separate',
      ...(asked?.lead && { readModels: { schema: LIVE_SCHEMA, ...presentLead(asked.lead) } }),
      processes: isLed ? stateOf(processes) : `nobody has led them for ${Math.round(silence ?? 0)} s`,
      ...(processes.status().length > 0 && { process: processes.status().map(presentProcess) }),
      ...(setAside && { setAside }),
      ...(notary && { notary: inWords(notary) }),
      mail: mail.mailer ? (mail.mailer.trouble() ?? 'ok') : 'no SMTP_URL',
      ...(here?.reason && { reason: here.reason }),
    };
  });
}

/** One without room is read as ever: nobody is turned away, since no replica would take what this one cannot. */
const roomIn = ({ isFull }: LedgerRoom): string => (isFull() ? 'takes no commands: its disk is full' : 'ok');

function stateOf(processes: ProcessHost): string {
  if (processes.stopped()) return 'stopped';
  return processes.trouble() ?? (processes.healthy() ? 'ok' : 'they stand still');
}

/** A notary that has halted keeps no command from being right, and turns nobody away. */
const inWords = ({ state, reason }: NotaryStatus): string =>
  reason === null ? state : `${state}: ${reason}`;

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
