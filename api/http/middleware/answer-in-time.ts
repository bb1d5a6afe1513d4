import type { Middleware } from 'koa';
import { answerWithin } from '../../../projector/time-to-answer.ts';

/** Milliseconds until which a request may wait for Postgres, however many questions it has: it is answered in five seconds. */
const TIME_FOR_POSTGRES = 4_000;

/**
 * Milliseconds for all that a request does once it has come: commands, questions to the ledger and to other platforms have
 * limits of their own, which add up. The proxy of deploy/caddy gives up after ten seconds, a page after fifteen.
 */
export const TIME_IN_ALL = 9_000;

/**
 * What a request asks beyond its time is refused, and the request with it: 503 with Retry-After. What was sent to a store
 * by then may still be done there; the same command, sent again, is told.
 */
export const answerInTime: Middleware = (_ctx, next) => answerWithin(TIME_FOR_POSTGRES, next, TIME_IN_ALL);
