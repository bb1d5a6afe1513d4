import type { Api, Documented, Operation } from './operations.ts';
import type { FuzzAnswer, FuzzRequest } from './send.ts';

/** Milliseconds that any answer may take. */
const WAIT_MS = 3_000;

/** What is wrong with an answer; undefined when nothing is. */
export function faultOf(
  api: Api,
  operation: Operation,
  sent: FuzzRequest,
  answer: FuzzAnswer,
): string | undefined {
  const { status, headers, milliseconds } = answer;
  if (status >= 500 && (status !== 503 || !headers['retry-after'])) {
    return `${status}${status === 503 ? ' without Retry-After' : ''}`;
  }
  if (milliseconds > WAIT_MS && !operation.isSlow) return `it took ${Math.round(milliseconds)} ms`;
  if (!headers['x-request-id'] && !isOfTheParser(status)) return 'no X-Request-Id';
  // HEAD is GET without a body; of other methods the page says nothing but that they are 405 or refused before.
  if (sent.method === 'HEAD') return undefined;
  if (sent.method !== operation.method) {
    if (sent.method === 'OPTIONS' && status < 300) return undefined;
    if (![400, 403, 404, 405, 415, 417, 429, 431, 503].includes(status)) return `${status} to ${sent.method}`;
    return faultOfBody({ contentType: 'application/json', schema: api.error }, answer);
  }
  const documented = operation.answers.get(status);
  if (!documented) return `${status} is not documented`;
  return faultOfBody(documented, answer);
}

/** What Node's parser refuses has no request id: there was no request yet. */
function isOfTheParser(status: number): boolean {
  return status === 400 || status === 408 || status === 413 || status === 417 || status === 431;
}

function faultOfBody({ contentType, schema }: Documented, { headers, body }: FuzzAnswer): string | undefined {
  if (contentType === undefined) return undefined;
  const given = headers['content-type'] ?? '';
  const expected = contentType.replace(/\*$/, '');
  if (!given.startsWith(expected)) return `the Content-Type is ${JSON.stringify(given)}, not ${contentType}`;
  if (!schema) return undefined;
  const value = parsed(body);
  if (value === undefined) return 'the body is no JSON';
  const { success, error } = schema.safeParse(value);
  if (success) return undefined;
  const [issue] = error.issues;
  return `the body is not as documented: ${issue?.path.join('.')}: ${issue?.message}`;
}

/** Undefined when it is no JSON. */
export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
