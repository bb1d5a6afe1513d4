import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { openEventLog } from '../ledger/event-log.ts';
import { connectEventStore } from '../ledger/event-store.ts';
import { type CommandHandler, createCommandHandler } from '../ledger/handle-command.ts';
import { storeCalls } from '../ledger/store-calls.ts';
import { takeRevision } from '../ledger/take-revision.ts';
import { endPool } from '../projector/bounded-pool.ts';
import { createPool, LIVE_SCHEMA } from '../projector/database.ts';
import { warnOfForgetting } from '../projector/forgetful.ts';
import { newsOf } from '../projector/news.ts';
import { createPositionGate } from '../projector/position-gate.ts';
import { keepInUse } from '../projector/progress/schemas-in-use.ts';
import { startProjector } from '../projector/projector.ts';
import { projectorPool } from '../projector/standalone.ts';
import { lookAtRights } from '../projector/store-rights.ts';
import { PROJECTOR_CONNECTIONS, startProjectorThread } from '../projector/thread/projector-thread.ts';
import { timeInAll, uncounted } from '../projector/time-to-answer.ts';
import { startTracing } from '../projector/tracing/start-tracing.ts';
import { createApp } from './app.ts';
import { adminsAsOf } from './auth/admins-as-of.ts';
import { createDenials } from './auth/denials.ts';
import { createPolicies } from './auth/policies.ts';
import { warnOfRemovedSuperAdmin } from './auth/removed-super-admin.ts';
import { createRightsFence } from './auth/rights-fence.ts';
import { signedActs } from './auth/signed-acts.ts';
import { createStepUp } from './auth/step-up.ts';
import { createSignatureCheck } from './auth/verify-signature.ts';
import { type Config, hasProjectorOfSessions } from './config.ts';
import { openConnections } from './connections.ts';
import { loadDemoWallets } from './embedded/demo-wallets.ts';
import { startStack } from './embedded/embedded-stack.ts';
import { createTrial, limitsDuring } from './embedded/trial.ts';
import { type Clock, systemClock, timestamp } from './http/clock.ts';
import { followDatabaseClock } from './http/database-clock.ts';
import { createHttpServer } from './http/http-server.ts';
import { createLeaving } from './http/leaving.ts';
import { createLedgerFault } from './http/ledger-fault.ts';
import { watchRoom } from './http/ledger-room.ts';
import { listen } from './http/listen.ts';
import { createMetrics, measureCaches, measureStoreCalls } from './http/metrics.ts';
import { listenForMetrics } from './http/metrics-routes.ts';
import { sentCommands } from './http/middleware/idempotency.ts';
import { createRateLimits } from './http/middleware/rate-limit.ts';
import { sharedLimits } from './http/middleware/shared-limits.ts';
import { whereTold } from './http/request-target.ts';
import { onSameLedger } from './http/same-ledger.ts';
import type { Parts } from './http/serve.ts';
import { starting } from './http/starting.ts';
import { readBuiltUi } from './http/ui/built-ui.ts';
import { untilBuilt } from './http/until-built.ts';
import { beaconSource, startTrialBeacon } from './integrations/beacon/start-beacon.ts';
import { startMail } from './integrations/email/start-mail.ts';
import { MIGRATION_POOL, migrate } from './migrate.ts';
import { startNotary } from './notary/start-notary.ts';
import { refuseUnfinishedRestore } from './ops/backup/unfinished.ts';
import { allProcesses } from './processes/all.ts';
import { hostProcesses } from './processes/leader.ts';
import { createLeaderWatch } from './processes/leader-watch.ts';
import { knowMovedLedger } from './processes/moved-ledger.ts';
import { requireSessions } from './require-sessions.ts';
import { createAdminEvents } from './resources/admin-users/admin-events.ts';
import { installSamples } from './resources/music/install-samples.ts';
import type { SampleTrack } from './resources/music/sample-tracks.ts';
import { keepFirstSeed } from './resources/raffles/first-seed.ts';
import { createRaffles } from './resources/raffles/raffles.ts';
import { readContent } from './resources/social/content.ts';
import { createSocial } from './resources/social/social.ts';
import { keepTablesSmall } from './retention/keep-tables-small.ts';
import { postgresSnapshots } from './snapshots/postgres-snapshots.ts';
import { stopInTurn } from './stop-in-turn.ts';
import { erasuresOf } from './vault/erasures.ts';
import { loadMasterKeys } from './vault/master-key.ts';
import { openVault, programKey } from './vault/vault.ts';

export type RunningServer = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Of the numbers alone, where METRICS_PORT is set. */
  readonly metricsPort: number | undefined;
  /** Where its event store and its Postgres are, embedded or not. */
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  /** Resolves with the reason when a part that the server cannot live without has died. */
  readonly failed: Promise<Error>;
  /**
   * Says at `/readyz` that it leaves and goes on for `DRAIN_SECONDS`, lets requests under way finish, then stops every
   * part.
   */
  stop(): Promise<void>;
};

/** Starts everything that the settings ask of this process, and listens. */
export async function startServer(
  config: Config,
  logger: Logger,
  options: {
    /** For tests; that of Postgres unless given. */
    readonly clock?: Clock;
    /** Tracks that a local trial begins with; no other program installs them. */
    readonly samples?: readonly SampleTrack[];
  } = {},
): Promise<RunningServer> {
  const { samples = [] } = options;
  const ui = await readBuiltUi(config.uiDist);
  const content = await readContent(config.socialContent);
  const stack = await startStack(config, logger);
  const undo: (() => Promise<void>)[] = [() => stack.stop()];
  const stop = () => stopInTurn(undo.splice(0).reverse());
  try {
    const trial = createTrial(config.demoWallet, logger);
    const demo = config.demoWallet ? await loadDemoWallets(config.dataDir) : undefined;
    const superAdminWallet = config.superAdminWallet ?? demo?.adminAddress;
    if (!superAdminWallet) throw new Error('there is no super admin');

    // Before anything is waited for: whoever asks how the program is gets an answer.
    const http = createHttpServer(starting);
    const leaving = createLeaving(http);
    undo.push(() => drain(http));
    const port = await listen(http, config.port, config.host);
    const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
    const sessionUrl = config.databaseSessionUrl ?? stack.databaseUrl;
    const own = config.databaseConnections - (hasProjectorOfSessions(config) ? PROJECTOR_CONNECTIONS : 0);
    const connections = openConnections(stack.databaseUrl, sessionUrl, own);
    undo.push(() => connections.end());
    const { requests: pool, sessions, fence, exports, limits } = connections.pools;
    await requireSessions(sessions, sessionUrl === stack.databaseUrl ? undefined : pool);
    if (config.databaseUrl) await warnOfForgetting(pool, logger);
    const time = options.clock ? undefined : await followDatabaseClock({ db: pool, logger });
    if (time) undo.push(async () => time.stop());
    const clock = options.clock ?? time?.clock ?? systemClock;
    await refuseUnfinishedRestore(pool);
    await migrateBefore(sessionUrl, logger);
    // One that began before there were tables.
    await refuseUnfinishedRestore(pool);
    const masterKeys = await loadMasterKeys(config.vaultKeys, config.dataDir);
    const vault = await openVault(pool, masterKeys);
    const denied = config.eventStoreUrl && (await lookAtRights(config.eventStoreUrl, 'append', logger));
    if (denied) throw new Error(denied);
    const tracing = await startTracing(config.tracing, 'evo-rewards-api');
    undo.push(() => tracing.stop());
    const ledgerRoom = watchRoom(connectEventStore(stack.eventStoreUrl), logger);
    const { store } = ledgerRoom;
    undo.push(() => store.close());
    const eventLog = openEventLog(stack.eventStoreUrl);
    undo.push(() => eventLog.close());
    const thread =
      config.projector === 'thread'
        ? await startProjectorThread({
            ...{ eventStoreUrl: stack.eventStoreUrl, databaseUrl: sessionUrl },
            ...{ tracing: config.tracing, logLevel: logger.level },
          })
        : undefined;
    const inProcess = config.projector === 'in-process';
    // Its lead is a lock of a session, which those of requests have not where sessions have an address of their own.
    const ofProjector =
      inProcess && hasProjectorOfSessions(config)
        ? projectorPool(sessionUrl, PROJECTOR_CONNECTIONS)
        : undefined;
    if (ofProjector) undo.push(() => endPool(ofProjector));
    const projector = inProcess
      ? await startProjector({ store, pool: ofProjector ?? pool, logger, tracing })
      : thread;
    if (projector) undo.push(() => projector.stop());
    const use = keepInUse(pool, LIVE_SCHEMA, logger);
    undo.push(async () => use.stop());
    const gate = await createPositionGate(sessions);
    undo.push(() => gate.stop());
    const building = untilBuilt(pool, projector !== undefined);
    undo.push(async () => building.stop());

    const metrics = createMetrics();
    measureStoreCalls(metrics.registry, storeCalls(stack.eventStoreUrl));
    const ledgerFault = createLedgerFault(logger);
    const moved = await knowMovedLedger(pool, store, logger);
    undo.push(() => moved.stop());
    const writeSide = createCommandHandler(store, {
      snapshots: postgresSnapshots(pool),
      movedUntil: moved.until,
      timeLeft: timeInAll,
      onSnapshotTrouble: (err, stream) => logger.warn({ err, stream }, 'a snapshot could not be used'),
      onCorrupt: ledgerFault.note,
      tracing,
    });
    const sameLedger = onSameLedger(writeSide, store, gate);
    // A command has a limit of its own; a request waits for Postgres beside it.
    const handler: CommandHandler = {
      ...sameLedger,
      handle: (request) => uncounted(() => sameLedger.handle(request)),
    };
    undo.push(() => handler.close());
    void warnOfRemovedSuperAdmin(handler, superAdminWallet, logger);
    const localBeacon = config.raffles.isLocalBeacon
      ? await startTrialBeacon(config.dataDir, clock)
      : undefined;
    if (localBeacon) undo.push(() => localBeacon.stop());
    const shared = sharedLimits(limits, await programKey(pool, masterKeys, 'limits'), logger);
    const denials = createDenials({ handler, clock, logger }, shared);
    undo.push(() => denials.stop());
    const parts: Parts = {
      config,
      trial,
      publicUrl: () => publicUrl,
      store,
      eventLog,
      handler,
      movedUntil: moved.until,
      ...{ ledgerFault, ledgerRoom },
      pool,
      exportPool: exports,
      sessions,
      connections,
      leaderWatch: createLeaderWatch(pool),
      gate,
      sentCommands: sentCommands(pool, clock),
      policies: createPolicies(
        superAdminWallet,
        adminsAsOf(handler),
        createRightsFence(fence, async (act, { deadline }) => {
          await sameLedger.assertSame(deadline);
          await takeRevision(store, act, timestamp(clock()), deadline);
        }),
        () => config.superAdminWallet !== undefined || trial.isOn(),
      ),
      denials,
      stepUp: createStepUp(
        pool,
        createSignatureCheck(config.rpcUrl),
        signedActs(handler, pool, config.stepUpAbove),
      ),
      adminEvents: createAdminEvents(pool, gate),
      vault,
      limits: limitsDuring(
        trial,
        createRateLimits(config.rateLimitScale, shared),
        createRateLimits(config.rateLimitScaleOfSite, shared),
      ),
      social: createSocial({
        config: config.social,
        content,
        isTrial: trial.isOn,
        db: pool,
        seals: { ...vault, erasures: (userId) => erasuresOf({ handler, pool, store }, userId) },
        clock,
        metrics,
        logger,
      }),
      raffles: createRaffles({
        ...{ pool, gate, store, handler, clock, masterKeys, logger },
        rpcUrl: config.rpcUrl,
        randomness: config.raffles.randomness,
        beacon: beaconSource(config.raffles, localBeacon),
      }),
      clock,
      logger,
      metrics,
    };
    undo.push(() => parts.social.stop());
    const seeding = await keepFirstSeed(parts.raffles, logger);
    undo.push(() => seeding.stop());
    await installSamples(parts, samples);
    const all = allProcesses(parts);
    const memories = all.flatMap(({ name, memory }) =>
      memory ? [[`process ${name}`, memory] as const] : [],
    );
    measureCaches(metrics.registry, {
      streams: handler.kept,
      'raffle entries': parts.raffles.entriesUse,
      'callers of limits': shared.use,
      ...Object.fromEntries(memories),
    });
    const processes = hostProcesses({
      ...{ pool, sessions, store, logger },
      processes: all,
      news: () => newsOf(gate, 'set-aside'),
    });
    undo.push(() => processes.stop());
    const keeper = keepTablesSmall({ pool, days: config.retentionDays, logger });
    undo.push(() => keeper.stop());
    const notary = await startNotary(parts);
    undo.push(() => notary.stop());
    const mail = await startMail(config, { ...parts, seals: vault, news: () => newsOf(gate, 'mails') });
    undo.push(() => mail.stop());
    const numbers = await listenForMetrics(parts, { projector, processes });
    if (numbers) undo.push(() => numbers.stop());
    const app: Koa = createApp({
      ...{ parts, projector, processes, mail, demo, ui, tracing },
      isLeaving: leaving.isLeaving,
    });
    http.off('request', starting).on('request', whereTold(building.before(app.callback())));
    await building.moment;
    undo.push(() => drain(http));
    // Before that: these answers never end by themselves.
    undo.push(async () => parts.adminEvents.stop());
    undo.push(() => parts.raffles.stop());
    undo.push(async () => {
      leaving.begin();
      await sleep(config.drainSeconds * 1_000);
    });
    const { eventStoreUrl, databaseUrl } = stack;
    const failed = thread ? Promise.race([stack.failed, thread.failed]) : stack.failed;
    const metricsPort = numbers?.port;
    return { url: publicUrl, port, metricsPort, eventStoreUrl, databaseUrl, failed, stop };
  } catch (error) {
    await stop().catch((err: unknown) => logger.warn({ err }, 'a part did not stop after the start failed'));
    throw error;
  }
}

/** The tables of the API, over a connection that is there for nothing else. */
async function migrateBefore(url: string, logger: Logger): Promise<void> {
  const pool = createPool(url, MIGRATION_POOL);
  try {
    await migrate(pool, logger);
  } finally {
    await endPool(pool);
  }
}

/** Stops accepting, ends idle connections, and waits for requests under way, ten seconds at the most. */
async function drain(http: Server): Promise<void> {
  if (!http.listening) return;
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  const timer = setTimeout(() => http.closeAllConnections(), 10_000);
  await closed;
  clearTimeout(timer);
}
