import Router from '@koa/router';
import Koa from 'koa';
import type { Projector } from '../projector/projector.ts';
import type { DemoWallets } from './demo-wallets.ts';
import { requireHost } from './http-server.ts';
import type { Mail } from './integrations/email/start-mail.ts';
import { compression } from './middleware/compression.ts';
import { errors } from './middleware/errors.ts';
import { limitCallers } from './middleware/limit-callers.ts';
import { sameOrigin } from './middleware/origin.ts';
import { requestLog } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { session } from './middleware/session.ts';
import type { ProcessHost } from './processes/leader.ts';
import { actChallengeRoutes } from './routes/act-challenge.ts';
import { adminActRoutes } from './routes/admin-acts.ts';
import { adminAdminRoutes } from './routes/admin-admins.ts';
import { adminAuditorRoutes } from './routes/admin-auditors.ts';
import { adminClusterRoutes } from './routes/admin-clusters.ts';
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
import { ledgerAtRoutes } from './routes/ledger-at.ts';
import { ledgerLogRoutes } from './routes/ledger-log.ts';
import { ledgerSealRoutes } from './routes/ledger-seals.ts';
import { ledgerTileRoutes } from './routes/ledger-tiles.ts';
import { ledgerViewRoutes } from './routes/ledger-view.ts';
import { metricsRoute } from './routes/metrics.ts';
import { musicRoutes } from './routes/music.ts';
import { networkOf, networkRoutes } from './routes/network.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { profileRoutes } from './routes/profile.ts';
import { publicRaffleRoutes } from './routes/public-raffle.ts';
import { referralRoutes } from './routes/referrals.ts';
import { rewardRoutes } from './routes/rewards.ts';
import type { Parts } from './routes/serve.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { socialRoutes } from './routes/social.ts';
import { socialsRoutes } from './routes/socials.ts';
import { userRoutes } from './routes/users.ts';
import { walletRoutes } from './routes/wallet.ts';
import type { AppState } from './state.ts';
import type { BuiltUi } from './ui/built-ui.ts';
import { siteFiles } from './ui/site-files.ts';
import { uiFiles } from './ui/ui-files.ts';

export type AppOptions = {
  readonly parts: Parts;
  readonly projector: Projector | undefined;
  readonly processes: ProcessHost;
  readonly mail: Mail;
  /** Only on a local trial. */
  readonly demo: DemoWallets | undefined;
  readonly ui: BuiltUi;
};

/** The whole HTTP server as one Koa application, not yet listening. */
export function createApp(options: AppOptions): Koa<AppState> {
  const { parts, demo, ui } = options;
  // Koa itself believes no X-Forwarded header: with its `proxy` it would believe the host and the scheme, too.
  const app = new Koa<AppState>({ proxy: false });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A reader who leaves half-way (a live stream always ends so) is nothing to worry about.
    const left = error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET';
    parts.logger[left ? 'debug' : 'warn']({ err: error }, 'answer could not be sent');
  });

  const health = new Router<AppState>({ strict: true });
  healthRoutes(health, parts, options);
  metricsRoute(health, parts, options);
  const webhooks = new Router<AppState>({ strict: true });
  instagramWebhook(webhooks, parts);
  const router = new Router<AppState>({ strict: true });
  walletRoutes(router, parts);
  sessionRoutes(router, parts);
  actChallengeRoutes(router, parts);
  networkRoutes(router, parts);
  dashboardRoutes(router, parts);
  rewardRoutes(router, parts);
  profileRoutes(router, parts);
  referralRoutes(router, parts);
  ledgerViewRoutes(router, parts);
  ledgerLogRoutes(router, parts);
  ledgerAtRoutes(router, parts);
  ledgerSealRoutes(router, parts);
  ledgerTileRoutes(router, parts);
  socialRoutes(router, parts);
  socialsRoutes(router, parts);
  userRoutes(router, parts);
  emailRoutes(router, parts);
  adminAdminRoutes(router, parts);
  adminAuditorRoutes(router, parts);
  adminUserRoutes(router, parts);
  adminActRoutes(router, parts);
  adminRewardRoutes(router, parts);
  adminMassActRoutes(router, parts);
  adminSetAsideRoutes(router, parts);
  adminClusterRoutes(router, parts);
  adminHistoryRoutes(router, parts);
  adminExportRoutes(router, parts);
  adminEventRoutes(router, parts);
  adminRaffleRoutes(router, parts);
  publicRaffleRoutes(router, parts);
  musicRoutes(router, parts);
  openApiRoutes(router, parts);
  if (demo) demoRoutes(router, parts, demo);
  if (options.mail.sink) outboxRoutes(router, parts, options.mail.sink);

  // Before anything that a trial gives away.
  app.use(parts.trial.watch);
  app.use(requestLog(parts.logger, parts.metrics));
  app.use(securityHeaders(parts.publicUrl, ui.scriptHashes));
  app.use(errors(parts.logger));
  app.use(compression());
  app.use(requireHost);
  app.use(limitCallers(parts.limits, parts.config.trustProxy));
  app.use(health.routes());
  // Before the session: a file is not worth a query.
  app.use(siteFiles(parts.publicUrl));
  app.use(uiFiles(ui, { publicUrl: parts.publicUrl, network: () => networkOf(parts) }));
  // Signed by their senders, who are no browsers.
  app.use(webhooks.routes());
  app.use(sameOrigin(parts.publicUrl));
  app.use(session(parts.pool, parts.config.sessions));
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
