import { finished, Readable } from 'node:stream';
import type { Middleware } from 'koa';

/**
 * What breaks off while it is sent must not look whole. Over HTTP/1.0, which proxies speak, too (nginx unless it is told
 * otherwise), an answer whose length is not known ends with its connection (RFC 1945 section 7.2.2): that is reset then.
 */
export const brokenOff: Middleware = async ({ req, response }, next) => {
  await next();
  const { body } = response;
  if (req.httpVersion !== '1.0' || !(body instanceof Readable)) return;
  finished(body, (error) => {
    if (error) req.socket.resetAndDestroy();
  });
};
