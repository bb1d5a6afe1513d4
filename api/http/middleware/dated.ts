import type { Middleware } from 'koa';
import type { Clock } from '../clock.ts';

/**
 * Dates every answer by the program's clock, as its question comes. Of itself it would be dated by that of this machine,
 * which may be wrong: pages tell by it how long ago things were.
 */
export function dated(clock: Clock): Middleware {
  return (ctx, next) => {
    ctx.set('Date', new Date(clock()).toUTCString());
    return next();
  };
}
