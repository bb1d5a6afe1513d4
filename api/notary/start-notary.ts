import { join } from 'node:path';
import { packed } from '../../ledger/proof/tiles.ts';
import { loadSeeds, type Seeds } from '../../ledger/seed-file.ts';
import { findNewestSeal, readEntries } from '../../projector/read-models/log/queries.ts';
import type { Config } from '../config.ts';
import type { Parts } from '../http/serve.ts';
import { leadAlone } from './lead-alone.ts';
import { hostNotary } from './notary.ts';
import { askAgainAndAgain } from './witnesses.ts';

/** Any constant that no other advisory lock of the program uses. */
const WITNESS_LOCK = 3_424_011;
/** Milliseconds between two attempts to lead. */
const RETRY_EVERY = 2_000;

/** The notary and its witnesses, each led by one of all replicas. A replica without a key only serves what is sealed. */
export async function startNotary(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { config, pool, sessions, logger, clock, store, handler } = parts;
  const running: { stop(): Promise<void> }[] = [];
  const seeds = await seedsOf(config);
  if (seeds) {
    const projected = async (from: number, to: number) => packed(await readEntries(pool, from, to));
    const lastSealed = () => findNewestSeal(pool);
    const limits = { sealEvery: config.notary.sealEveryMs };
    const origin = originOf(config, parts.publicUrl());
    const given = { projected, lastSealed, limits };
    const notary = { pool, sessions, store, handler, seeds, origin, clock, logger, ...given };
    running.push(hostNotary(notary));
  }
  const { witnesses } = config.notary;
  if (witnesses.length > 0) {
    const work = async (signal: AbortSignal) => {
      await askAgainAndAgain({ db: pool, witnesses, logger }, signal);
      return 0;
    };
    const lead = { sessions, logger, name: 'the asking of witnesses', lock: WITNESS_LOCK, work };
    running.push(leadAlone({ ...lead, retryEvery: RETRY_EVERY }));
  }
  return {
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

/** Whose ledger a new one is: C2SP advises the address under which the log is served, without a scheme. */
export const originOf = ({ notary }: Config, publicUrl: string): string =>
  notary.origin ?? `${new URL(publicUrl).host}/ledger`;

/** Whether this replica has a key to sign with. */
export const hasKey = ({ notary, eventStoreUrl, databaseUrl }: Config): boolean =>
  notary.keyFile !== undefined || !eventStoreUrl || !databaseUrl;

/** Replicas share their stores, and must share the key: none is made where both are elsewhere. */
async function seedsOf(config: Config): Promise<Seeds | undefined> {
  const { keyFile } = config.notary;
  if (keyFile !== undefined) return loadSeeds(keyFile, 'must exist');
  return hasKey(config) ? loadSeeds(join(config.dataDir, 'notary.key'), 'make') : undefined;
}
