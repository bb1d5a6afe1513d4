import { constants } from 'node:zlib';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Projector } from '../projector/projector.ts';
import type { DemoWallets } from './demo-wallets.ts';
import type { Mail } from './integrations/email/start-mail.ts';
import { errors } from './middleware/errors.ts';
import { sameOrigin } from './middleware/origin.ts';
import { readYourWrites } from './middleware/read-your-writes.ts';
import { requestLog } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { session } from './middleware/session.ts';
import type { ProcessHost } from './processes/leader.ts';
import { adminActRoutes } from './routes/admin-acts.ts';
import { adminAdminRoutes } from './routes/admin-admins.ts';
import { adminEventRoutes } from './routes/admin-events.ts';
import { adminExportRoutes } from './routes/admin-exports.ts';
import { adminHistoryRoutes } from './routes/admin-history.ts';
import { adminMassActRoutes } from './routes/admin-mass-acts.ts';
import { adminRaffleRoutes } from './routes/admin-raffle.ts';
import { adminRewardRoutes } from './routes/admin-rewards.ts';
import { adminSetAsideRoutes } from './routes/admin-set-aside.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { demoRoutes } from './routes/demo.ts';
import { emailRoutes } from './routes/email.ts';
import { healthRoutes } from './routes/health.ts';
import { instagramWebhook } from './routes/instagram-webhook.ts';
import { ledgerViewRoutes } from './routes/ledger-view.ts';
import { musicRoutes } from './routes/music.ts';
import { networkRoutes } from './routes/network.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { profileRoutes } from './routes/profile.ts';
import { publicRaffleRoutes } from './routes/public-raffle.ts';
import { referralRoutes } from './routes/referrals.ts';
import { rewardRoutes } from './routes/rewards.ts';
import type { Parts } from './routes/serve.ts';
import { socialRoutes } from './routes/social.ts';
import { walletRoutes } from './routes/wallet.ts';
import type { AppState } from './state.ts';

export type AppOptions = {
  readonly parts: Parts;
  readonly projector: Projector | undefined;
  readonly processes: ProcessHost;
  readonly mail: Mail;
  /** Only on a local trial. */
  readonly demo: DemoWallets | undefined;
  /** Serves the built UI. */
  readonly ui: Middleware;
};

/** Brotli at the quality that costs about what gzip costs; its default of 11 is for files made once. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** The whole HTTP server as one Koa application, not yet listening. */
export function createApp(options: AppOptions): Koa<AppState> {
  const { parts, demo, ui } = options;
  const app = new Koa<AppState>({ proxy: parts.config.trustProxy });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A reader who leaves half-way (a live stream always ends so) is nothing to worry about.
    const left = error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET';
    parts.logger[left ? 'debug' : 'warn']({ err: error }, 'answer could not be sent');
  });

  const health = new Router<AppState>({ strict: true });
  healthRoutes(health, parts, options);
  const webhooks = new Router<AppState>({ strict: true });
  instagramWebhook(webhooks, parts);
  const router = new Router<AppState>({ strict: true });
  walletRoutes(router, parts);
  networkRoutes(router, parts);
  dashboardRoutes(router, parts);
  rewardRoutes(router, parts);
  profileRoutes(router, parts);
  referralRoutes(router, parts);
  ledgerViewRoutes(router, parts);
  socialRoutes(router, parts);
  emailRoutes(router, parts);
  adminAdminRoutes(router, parts);
  adminUserRoutes(router, parts);
  adminActRoutes(router, parts);
  adminRewardRoutes(router, parts);
  adminMassActRoutes(router, parts);
  adminSetAsideRoutes(router, parts);
  adminHistoryRoutes(router, parts);
  adminExportRoutes(router, parts);
  adminEventRoutes(router, parts);
  adminRaffleRoutes(router, parts);
  publicRaffleRoutes(router, parts);
  musicRoutes(router, parts);
  openApiRoutes(router, parts);
  if (demo) demoRoutes(router, parts, demo);
  if (options.mail.sink) outboxRoutes(router, parts, options.mail.sink);

  app.use(requestLog(parts.logger, parts.metrics));
  app.use(securityHeaders(parts.publicUrl));
  app.use(compress({ threshold: 1024, br: { params: brotliQuality } }));
  app.use(errors(parts.logger));
  // Before the session: neither a probe nor a file is worth a query.
  app.use(health.routes());
  app.use(ui);
  // Signed by their senders, who are no browsers.
  app.use(webhooks.routes());
  app.use(sameOrigin(parts.publicUrl));
  app.use(bodyParser({ enableTypes: ['json'], jsonLimit: '64kb', encoding: 'utf-8' }));
  app.use(session(parts.pool, parts.clock));
  app.use(readYourWrites(parts.gate));
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
