import type { RequestListener } from 'node:http';
import type { ErrorResponse } from '../../contracts/api/error.ts';
import { refusals } from '../../contracts/messages.ts';

/**
 * Refuses a request whose target is neither a path nor an address with one (RFC 9112 section 3.2): reading it throws, or
 * gives no path at all, which would be answered as a fault of the program.
 */
export function whereTold(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isTarget(request.url ?? '')) return listener(request, response);
    response.writeHead(400, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(INVALID),
      'Cache-Control': 'no-store',
      Connection: 'close',
    });
    response.end(INVALID);
  };
}

const invalid: ErrorResponse = { error: 'InvalidRequest', message: refusals.invalidRequest };
const INVALID = JSON.stringify(invalid);

const PATH = /^\/[^#\s]*$/;
/** Without the name of a user before the host, which is an error (RFC 9110 section 4.2.4). */
const ADDRESS = /^https?:\/\/[\w.:[\]-]+(?:[/?][^#\s]*)?$/i;

const isTarget = (target: string): boolean =>
  target === '*' || PATH.test(target) || (ADDRESS.test(target) && URL.canParse(target));
