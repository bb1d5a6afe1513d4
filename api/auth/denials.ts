import type { Logger } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import { recordDenial, recordUnnoted } from '../../ledger/access-log/record.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { type Clock, timestamp } from '../http/clock.ts';
import { HttpError } from '../http/http-error.ts';
import { limitHere, type RateLimit } from '../http/middleware/rate-limit.ts';
import { createUnnoted } from './unnoted.ts';

/** Notes in the ledger who asked for what only an admin may do. */
export type Denials = {
  /** Never throws: the refusal itself must not depend on it. */
  note(walletAddress: string, action: string): Promise<void>;
  /** Records how many were not noted one by one, if any. Happens every minute by itself. Never throws. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;
/** Notes a minute of one wallet beyond its first. */
const OF_ONE = 9;
/**
 * Notes a minute of all wallets: wallets cost nothing, and the ledger keeps everything for ever. The first note of a
 * wallet has a budget of its own, so that what some ask for again and again hides nobody who asks once.
 */
const OF_ALL = 60;

type Parts = { readonly handler: CommandHandler; readonly clock: Clock; readonly logger: Logger };

/**
 * A wallet has one note an action and minute, in all replicas. What is not noted is counted, by each replica.
 * @param createRateLimit counts for all replicas, where there may be several: the ledger is one
 */
export function createDenials({ handler, clock, logger }: Parts, createRateLimit = limitHere): Denials {
  const limit = (name: string, notes: number) => createRateLimit(name, notes, MINUTE_MS / 1000);
  const action = limit('denied-action', 1);
  const first = limit('denied-first', 1);
  const firstOfAll = limit('denied-first-of-all', OF_ALL);
  const more = limit('denied-more', OF_ONE);
  const moreOfAll = limit('denied-more-of-all', OF_ALL);
  const unnoted = createUnnoted(clock);

  const isAllowed = async (key: string, wallet: string): Promise<boolean> => {
    if (!(await isWithin(action, key))) return false;
    if (await isWithin(first, wallet)) return isWithin(firstOfAll, 'all');
    return (await isWithin(more, wallet)) && isWithin(moreOfAll, 'all');
  };

  let flushing = Promise.resolve();
  const write = async (): Promise<void> => {
    // Behind one that the ledger did not take the last time there may be another.
    for (let count = unnoted.taken(); count; count = unnoted.taken()) {
      const { commandId, ...data } = count;
      try {
        await recordUnnoted(handler, data, {
          commandId,
          actor: { kind: 'system' },
          occurredAt: data.to,
          correlationId: commandId,
        });
        unnoted.recorded();
      } catch (error) {
        logger.warn({ err: error, count: data.count }, 'a number of refusals could not be recorded yet');
        return;
      }
    }
  };
  const flush = () => {
    flushing = flushing.then(write);
    return flushing;
  };
  const timer = setInterval(() => void flush(), MINUTE_MS);
  timer.unref();

  return {
    async note(walletAddress, denied) {
      const wallet = walletAddress.toLowerCase();
      const minute = Math.trunc(clock() / MINUTE_MS);
      const key = `${wallet}/${denied}/${minute}`;
      try {
        if (!(await isAllowed(key, wallet))) return unnoted.add(walletAddress);
        const commandId = uuidv5(key, NAMESPACE);
        await recordDenial(handler, denied, {
          commandId,
          actor: { kind: 'user', wallet: walletAddress },
          occurredAt: timestamp(clock()),
          correlationId: commandId,
        });
      } catch (error) {
        // It may have been noted all the same: counted twice is better than not at all.
        unnoted.add(walletAddress);
        logger.warn({ err: error, action: denied }, 'a refusal could not be noted');
      }
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function isWithin(limit: RateLimit, caller: string): Promise<boolean> {
  try {
    await limit.take(caller);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/** Any constant UUID; it keeps these ids apart from other UUIDv5. */
const NAMESPACE = '0d6e6c0e-52a8-4d3b-9df4-5f5ad6a0c1b7';
