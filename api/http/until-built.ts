import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { inTime } from '../../ledger/in-time.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { areBuilt, readLead } from '../../projector/lead/read-lead.ts';
import { pathOf } from '../../projector/request-path.ts';
import { answerWithin } from '../../projector/time-to-answer.ts';
import { isApiPath } from './api-path.ts';
import { CHECK_MS } from './or-nothing.ts';
import { starting } from './starting.ts';

/** Milliseconds. */
const LOOK_EVERY = 100;
const MOMENT = 10_000;

export type Building = {
  /**
   * Answers calls of the API as while the program starts, until the read models of this release have held all of the
   * ledger, anew where nobody had written them for long; pages, and what says how the process is, as ever.
   */
  before(listener: RequestListener): RequestListener;
  /** Resolves when they have, or after ten seconds; at once where another process makes them. */
  readonly moment: Promise<void>;
  stop(): void;
};

/**
 * Read models that are being built know less than the ledger: nobody is told that he has no account.
 * @param patience milliseconds for one look; who asks meanwhile waits for two at the most
 */
export function untilBuilt(pool: Pool, isMadeHere: boolean, patience = CHECK_MS): Building {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isBuilt = false;
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= inTime(
      patience,
      answerWithin(patience, () => readLead(pool, LIVE_SCHEMA)),
    )
      .then((lead) => {
        isBuilt ||= areBuilt(lead);
      })
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  /** As of a moment after the call: a look that is under way may have seen what was before. */
  const lookAnew = async () => {
    await looking;
    if (!isBuilt) await look();
  };
  const built = (async () => {
    while (!signal.aborted && !isBuilt) {
      await look();
      if (!isBuilt) await sleep(LOOK_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  const waiting = new AbortController();
  const tooLong = sleep(MOMENT, undefined, { signal: waiting.signal }).catch(() => undefined);
  const moment = isMadeHere
    ? Promise.race([built, tooLong]).finally(() => waiting.abort())
    : Promise.resolve();
  if (!isMadeHere) waiting.abort();
  return {
    before: (listener) => async (request, response) => {
      const isCall = isApiPath(pathOf(request.url));
      // Who has just been told that the program is ready is served.
      if (!isBuilt && isCall) await lookAnew();
      if (isBuilt || !isCall) listener(request, response);
      else starting(request, response);
    },
    moment,
    stop: () => stopping.abort(),
  };
}
