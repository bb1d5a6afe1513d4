import type { Middleware } from 'koa';
import { answerWithin } from '../../../projector/time-to-answer.ts';

/** Milliseconds until which a request may wait for Postgres, however many questions it has: it is answered in five seconds. */
const TIME_FOR_POSTGRES = 4_000;

/** What a request asks of Postgres beyond its time is refused, and the request with it: 503 with Retry-After. */
export const answerInTime: Middleware = (_ctx, next) => answerWithin(TIME_FOR_POSTGRES, next);
