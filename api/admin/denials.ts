import type { Logger } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import { recordDenial } from '../../ledger/access-log/record.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { type Clock, timestamp } from '../clock.ts';
import { HttpError } from '../http-error.ts';
import { createRateLimit } from '../middleware/rate-limit.ts';

/** Notes in the ledger who asked for what only an admin may do. */
export type Denials = {
  /** Never throws: the refusal itself must not depend on it. */
  note(walletAddress: string, action: string): Promise<void>;
};

const MINUTE_MS = 60_000;
/** Notes a minute, whoever they are about: wallets cost nothing, and the ledger keeps everything for ever. */
const ALL = 60;

/** A wallet has one note an action and minute, in all replicas; beyond `ALL` a minute there are none. */
export function createDenials(handler: CommandHandler, clock: Clock, logger: Logger): Denials {
  const one = createRateLimit('denial', 1, MINUTE_MS / 1000);
  const all = createRateLimit('denials', ALL, MINUTE_MS / 1000);
  return {
    async note(walletAddress, action) {
      const minute = Math.trunc(clock() / MINUTE_MS);
      const key = `${walletAddress.toLowerCase()}/${action}/${minute}`;
      try {
        await one.take(key);
        await all.take('all');
        const commandId = uuidv5(key, NAMESPACE);
        await recordDenial(handler, action, {
          commandId,
          actor: { kind: 'user', wallet: walletAddress },
          occurredAt: timestamp(clock()),
          correlationId: commandId,
        });
      } catch (error) {
        // Too many already.
        if (error instanceof HttpError) return;
        logger.warn({ err: error, action }, 'a refusal could not be noted');
      }
    },
  };
}

/** Any constant UUID; it keeps these ids apart from other UUIDv5. */
const NAMESPACE = '0d6e6c0e-52a8-4d3b-9df4-5f5ad6a0c1b7';
