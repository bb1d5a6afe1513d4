import Router from '@koa/router';
import Koa from 'koa';
import type { Projector } from '../projector/projector.ts';
import type { RunningTracing } from '../projector/tracing/start-tracing.ts';
import { demoRoutes } from './embedded/demo-routes.ts';
import type { DemoWallets } from './embedded/demo-wallets.ts';
import { outboxRoutes } from './embedded/outbox-routes.ts';
import { healthRoutes } from './http/health.ts';
import { requireHost } from './http/http-server.ts';
import { metricsRoute } from './http/metrics-routes.ts';
import { answerInTime } from './http/middleware/answer-in-time.ts';
import { brokenOff } from './http/middleware/broken-off.ts';
import { compression } from './http/middleware/compression.ts';
import { dated } from './http/middleware/dated.ts';
import { errors } from './http/middleware/errors.ts';
import { limitCallers } from './http/middleware/limit-callers.ts';
import { sameOrigin } from './http/middleware/origin.ts';
import { requestLog } from './http/middleware/request-log.ts';
import { securityHeaders } from './http/middleware/security-headers.ts';
import { session } from './http/middleware/session.ts';
import { traceRequests } from './http/middleware/trace-requests.ts';
import { wholeServer } from './http/middleware/whole-server.ts';
import { openApiRoutes } from './http/openapi-routes.ts';
import type { Parts } from './http/serve.ts';
import type { AppState } from './http/state.ts';
import type { BuiltUi } from './http/ui/built-ui.ts';
import { siteFiles } from './http/ui/site-files.ts';
import { uiFiles } from './http/ui/ui-files.ts';
import type { Mail } from './integrations/email/start-mail.ts';
import type { ProcessHost } from './processes/leader.ts';
import { adminActRoutes } from './resources/admin-acts/admin-acts-routes.ts';
import { adminMassActRoutes } from './resources/admin-acts/admin-mass-acts-routes.ts';
import { adminRewardRoutes } from './resources/admin-acts/admin-rewards-routes.ts';
import { adminSetAsideRoutes } from './resources/admin-acts/admin-set-aside-routes.ts';
import { adminInboxRoutes } from './resources/admin-inbox/admin-inbox-routes.ts';
import { adminAdminRoutes } from './resources/admin-users/admin-admins-routes.ts';
import { adminAuditorRoutes } from './resources/admin-users/admin-auditors-routes.ts';
import { adminClusterRoutes } from './resources/admin-users/admin-clusters-routes.ts';
import { adminEventRoutes } from './resources/admin-users/admin-events-routes.ts';
import { adminHistoryRoutes } from './resources/admin-users/admin-history-routes.ts';
import { adminUserRoutes } from './resources/admin-users/admin-users-routes.ts';
import { dashboardRoutes } from './resources/dashboard/dashboard-routes.ts';
import { userRoutes } from './resources/dashboard/leaderboard-routes.ts';
import { referralRoutes } from './resources/dashboard/referral-routes.ts';
import { emailRoutes } from './resources/email/email-routes.ts';
import { adminExportRoutes } from './resources/exports/admin-exports-routes.ts';
import { ledgerAtRoutes } from './resources/ledger/ledger-at-routes.ts';
import { ledgerExportRoutes } from './resources/ledger/ledger-export-routes.ts';
import { ledgerLogRoutes } from './resources/ledger/ledger-log-routes.ts';
import { ledgerSealRoutes } from './resources/ledger/ledger-seals-routes.ts';
import { ledgerTileRoutes } from './resources/ledger/ledger-tiles-routes.ts';
import { ledgerViewRoutes } from './resources/ledger/ledger-view-routes.ts';
import { musicRoutes } from './resources/music/music-routes.ts';
import { personalDataRoutes } from './resources/profile/personal-data-routes.ts';
import { profileRoutes } from './resources/profile/profile-routes.ts';
import { adminRaffleRoutes } from './resources/raffles/admin-raffle-routes.ts';
import { publicRaffleRoutes } from './resources/raffles/public-raffle-routes.ts';
import { rewardRoutes } from './resources/rewards/rewards-routes.ts';
import { instagramWebhook } from './resources/social/instagram-webhook-routes.ts';
import { socialRoutes } from './resources/social/social-routes.ts';
import { socialsRoutes } from './resources/social/socials-page-routes.ts';
import { actChallengeRoutes } from './resources/wallet/act-challenge-routes.ts';
import { networkOf, networkRoutes } from './resources/wallet/network-routes.ts';
import { sessionRoutes } from './resources/wallet/session-routes.ts';
import { walletRoutes } from './resources/wallet/wallet-routes.ts';

export type AppOptions = {
  readonly parts: Parts;
  readonly projector: Projector | undefined;
  readonly processes: ProcessHost;
  readonly mail: Mail;
  /** Only on a local trial. */
  readonly demo: DemoWallets | undefined;
  readonly ui: BuiltUi;
  /** Whether the process is about to stop. */
  readonly isLeaving: () => boolean;
  readonly tracing: RunningTracing;
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
  personalDataRoutes(router, parts);
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
  ledgerExportRoutes(router, parts);
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
  adminInboxRoutes(router, parts);
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
  app.use(traceRequests(options.tracing));
  app.use(dated(parts.clock));
  app.use(securityHeaders(parts.publicUrl, ui.scriptHashes));
  app.use(errors(parts.logger));
  app.use(brokenOff);
  app.use(compression());
  app.use(requireHost);
  app.use(answerInTime);
  app.use(limitCallers(parts.limits, parts.config.trustProxy));
  app.use(wholeServer);
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
