import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../projector/database.ts';
import { showLife } from '../../projector/show-life.ts';
import { SIGN_OF_LIFE, tryToLead } from '../lead-lock.ts';

export type LeadAlone = {
  /** Of the connection whose lock is the lead. */
  readonly sessions: Pool;
  readonly logger: Logger;
  /** What is led, for the log. */
  readonly name: string;
  /** Of an advisory lock that nothing else of the program uses. */
  readonly lock: number;
  /** Milliseconds between two attempts to lead. */
  readonly retryEvery: number;
  /**
   * Runs while this replica leads; `signal` fires when it does no more. Resolves when it gives the lead up, with the
   * milliseconds for which it stands aside. What only the leader may say is written through `lead`, the connection whose
   * lock is the lead: once another replica leads, nothing is written there any more, also where that is not heard yet.
   */
  readonly work: (signal: AbortSignal, lead: Database) => Promise<number>;
};

/**
 * Does a work in one of all replicas: the one that holds an advisory lock on a connection of its own, to a Postgres that
 * takes writes. A replica that stood still may think for a moment that it leads; what is done must bear that.
 */
export function leadAlone(options: LeadAlone): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    while (!signal.aborted) {
      let wait = options.retryEvery;
      try {
        wait = Math.max(wait, await lead(options, signal));
      } catch (error) {
        if (!signal.aborted) options.logger.warn({ err: error }, `${options.name} could not be led`);
      }
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function lead({ sessions, lock, work }: LeadAlone, stopping: AbortSignal): Promise<number> {
  const client = await sessions.connect();
  const lost = new AbortController();
  const onLost = () => lost.abort();
  let endSigns: (() => void) | undefined;
  client.on('error', onLost);
  client.on('end', onLost);
  try {
    const isLeader = await tryToLead(client, lock);
    const signal = AbortSignal.any([stopping, lost.signal]);
    if (!isLeader || signal.aborted) return 0;
    endSigns = showLife(client, SIGN_OF_LIFE, onLost);
    return await work(signal, client);
  } finally {
    endSigns?.();
    client.off('error', onLost);
    client.off('end', onLost);
    // A connection that is over may still say so.
    client.on('error', () => undefined);
    // Closing the connection is what frees the lock.
    client.release(true);
  }
}
