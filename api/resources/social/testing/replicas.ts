import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createPool } from '../../../../projector/database.ts';
import { startTestPostgres } from '../../../../projector/testing/postgres.ts';
import { readConfig } from '../../../config.ts';
import { createMetrics } from '../../../http/metrics.ts';
import { type FakeImages, startFakeImages } from '../../../integrations/social/testing/fake-images.ts';
import { type FakePlatform, startFakePlatform } from '../../../integrations/social/testing/fake-platform.ts';
import { migrate } from '../../../migrate.ts';
import type { MasterKeys } from '../../../vault/master-key.ts';
import { createSeals } from '../../../vault/seal.ts';
import { readContent } from '../content.ts';
import { createSocial, type Social } from '../social.ts';
import { accountSettings, answerAsPlatforms } from './platform-accounts.ts';

export type Replicas = {
  /** The first one's. */
  readonly pool: Pool;
  readonly platform: FakePlatform;
  readonly images: FakeImages;
  /** As many replicas as there are pools, started anew: what only a process knows is forgotten. */
  start(options?: {
    readonly settings?: Readonly<Record<string, string>>;
    readonly patience?: number;
  }): Promise<Social[]>;
  /** An empty cache, a platform that is well, and nobody has asked. */
  clear(): Promise<void>;
  now(): number;
  pass(milliseconds: number): void;
  close(): Promise<void>;
};

/** What replicas have of a platform's answers, on one Postgres, each with connections of its own. */
export async function startReplicas(count: number): Promise<Replicas> {
  const [postgres, platform, images] = await Promise.all([
    startTestPostgres(),
    startFakePlatform(),
    startFakeImages(),
  ]);
  const pools = Array.from({ length: count }, () => createPool(postgres.connectionString));
  const [pool] = pools;
  if (!pool) throw new Error('no replica was asked for');
  await migrate(pool);
  const masterKeys: MasterKeys = [randomBytes(32)];
  const content = await readContent(undefined);
  const running: Social[] = [];
  let now = Date.parse('2026-03-01T12:00:00Z');
  return {
    pool,
    platform,
    images,
    async start({ settings = {}, patience } = {}) {
      const { social: config } = readConfig({ ...accountSettings(platform.url, images.url), ...settings });
      const started = pools.map((db) =>
        createSocial({
          config,
          content,
          isTrial: () => false,
          db,
          seals: {
            ...createSeals(db, masterKeys),
            handleHash: (platform, handle) => `${platform}/${handle}`,
            erasures: async () => 0,
          },
          clock: () => now,
          metrics: createMetrics(),
          logger: pino({ level: 'silent' }),
          ...(patience !== undefined && { patience }),
        }),
      );
      running.push(...started);
      return started;
    },
    async clear() {
      for (const social of running.splice(0)) await social.stop();
      await pool.query(
        `truncate showcase.readings, showcase.images, vault.social_calls, vault.social_shares, vault.social_tokens`,
      );
      platform.fault = undefined;
      answerAsPlatforms(platform);
      platform.requests.length = 0;
      images.reset();
    },
    now: () => now,
    pass(milliseconds) {
      now += milliseconds;
    },
    async close() {
      for (const social of running) await social.stop();
      await Promise.all(pools.map((one) => one.end()));
      await Promise.all([postgres.stop(), platform.close(), images.close()]);
    },
  };
}
