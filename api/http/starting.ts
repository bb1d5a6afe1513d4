import type { RequestListener } from 'node:http';
import type { ErrorResponse } from '../../contracts/api/error.ts';
import { refusals } from '../../contracts/messages.ts';
import { pathOf } from '../../projector/request-path.ts';

/**
 * Answers while the parts of the program are still being started: the port is open before they are, because the
 * site's own address may hang on it. It is alive, and not ready.
 */
export const starting: RequestListener = (request, response) => {
  const isAlive = pathOf(request.url) === '/livez';
  const body = isAlive ? { status: 'ok' } : startingError;
  response.writeHead(isAlive ? 200 : 503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(!isAlive && { 'Retry-After': '1' }),
  });
  response.end(JSON.stringify(body));
  // What is sent along is not waited for.
  request.resume();
};

const startingError: ErrorResponse = { error: 'Starting', message: refusals.starting };
