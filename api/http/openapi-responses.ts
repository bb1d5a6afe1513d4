import type { Endpoint } from '../../contracts/api/endpoint.ts';

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Every answer that is no success, by status. All have the body of `Error`. */
const FAILURES = {
  400: failure('The input is not valid; `fields` says where'),
  401: failure('No session, or a sign-in that proves nothing'),
  403: failure('Not allowed, or sent by another site'),
  404: failure('There is no such thing'),
  405: failure('The address takes other methods; `Allow` names them'),
  408: failure('The request took too long to arrive'),
  409: failure('The state of the account does not allow it'),
  413: failure('The request is too large'),
  415: failure('The Content-Type or Content-Encoding is not taken'),
  416: failure('The file has no such range'),
  417: failure('The Expect header asks for what the server cannot do'),
  422: failure('The Idempotency-Key was used with another request'),
  429: failure('Too many requests; `Retry-After` says in how many seconds to come again'),
  431: failure('The headers are too large'),
  503: failure('A part of the program did not answer in time; send the same request again'),
} as const;
type FailureStatus = keyof typeof FAILURES;

/** What may be said of any request, whatever it asks for: by the HTTP parser, the limits, or a part that is down. */
const OF_ANY: readonly FailureStatus[] = [400, 405, 408, 417, 429, 431, 503];
const OF_A_BODY: readonly FailureStatus[] = [403, 413, 415];
const OF_A_SESSION: readonly FailureStatus[] = [401, 403];
const OF_A_COMMAND: readonly FailureStatus[] = [409, 422];

/** `components.responses` of the OpenAPI page. */
export const failureResponses = Object.fromEntries(
  Object.entries(FAILURES).map(([status, response]) => [`Failure${status}`, response]),
);

/** What a call may answer when it does not succeed, as references. */
export function failuresOf(endpoint: Endpoint): Record<string, { $ref: string }> {
  const { method, path, access, command, refusals = [] } = endpoint;
  const statuses = new Set<number>([
    ...OF_ANY,
    ...(method === 'GET' ? [] : OF_A_BODY),
    ...(access === 'public' ? [] : OF_A_SESSION),
    ...(command ? OF_A_COMMAND : []),
    ...(path.includes(':') || access === 'admin' || access === 'superAdmin' ? [404] : []),
    ...refusals,
  ]);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  );
}
