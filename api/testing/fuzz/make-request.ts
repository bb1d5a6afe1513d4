import type { OutgoingHttpHeaders } from 'node:http';
import type { Random } from '../../embedded/demo-data/random.ts';
import type { KnownValues } from './known-values.ts';
import { type Likely, likelyValue, randomUuid } from './likely-values.ts';
import { oddBody, oddText } from './odd-values.ts';
import type { Operation } from './operations.ts';
import type { Person } from './people.ts';
import type { FuzzRequest } from './send.ts';

/** Of all requests, how many are changed in none of their parts. */
const UNCHANGED = 0.5;

/** A request for an operation: likely in all its parts, or odd in one or more of them. */
export function makeRequest(
  operation: Operation,
  person: Person | undefined,
  { origin, mayEndTrial }: { readonly origin: string; readonly mayEndTrial: boolean },
  random: Random,
  known: KnownValues,
): FuzzRequest {
  const isChanged = !random.chance(UNCHANGED);
  const odd = (probability: number) => isChanged && random.chance(probability);
  const likely: Likely = { random, known, path: operation.path };
  const headers: OutgoingHttpHeaders = {
    origin,
    ...(person && { cookie: person.cookie }),
    ...(operation.parameters.some(({ name }) => name === 'x-wallet-address') &&
      person && { 'x-wallet-address': person.walletAddress }),
  };
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of operation.parameters) {
    const isOdd = odd(0.3);
    const text = () => (isOdd ? oddText(random) : String(likelyValue(schema, name, likely)));
    if (place === 'path') {
      const own = name === 'walletAddress' && person && !isOdd ? person.walletAddress : text();
      path = path.replace(`{${name}}`, encoded(own));
    } else if (place === 'query' && (required || isOdd || random.chance(0.4))) {
      query.append(name, text());
      if (isOdd && random.chance(0.2)) query.append(name, text());
    } else if (place === 'header' && name !== 'x-wallet-address' && (isOdd || random.chance(0.3))) {
      headers[name] = headerSafe(text());
    }
  }
  if (odd(0.1)) query.append(oddText(random), oddText(random));
  const body = bodyOf(operation, headers, odd(0.6), likely);
  if (odd(0.4))
    Object.assign(headers, mayEndTrial && random.chance(0.2) ? proxyHeaders(random) : oddHeaders(random));
  // A value that waits long is rare, so that there is time for others.
  if (odd(0.01)) headers['x-ledger-position'] = 'C:999999999999/P:999999999999';
  if (body) headers['content-length'] = body.length;
  const search = query.toString();
  const target = `${path}${search === '' ? '' : `?${search}`}`;
  const upload = operation.consumes && !odd(0.5) ? known.take('uploadURL') : undefined;
  const isOddMethod = odd(0.05);
  // What Node's parser refuses has a body even after HEAD, which it has not read yet.
  if (isOddMethod) {
    delete headers['transfer-encoding'];
    delete headers['x-long'];
  }
  return {
    method: isOddMethod ? random.pick(['HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'PROPFIND']) : operation.method,
    target: upload ?? target,
    headers,
    body,
  };
}

function bodyOf(
  operation: Operation,
  headers: OutgoingHttpHeaders,
  isOdd: boolean,
  likely: Likely,
): Buffer | undefined {
  const { random, known } = likely;
  if (operation.consumes) {
    headers['content-type'] = isOdd ? headerSafe(oddText(random)) : 'audio/mpeg';
    return Buffer.alloc(isOdd ? random.between(0, 200_000) : 5_000, 'song');
  }
  if (!operation.body) return undefined;
  headers['content-type'] = 'application/json';
  const value = likelyValue(operation.body, '', likely);
  const signed = operation.path.endsWith('/connect') ? known.take('signed') : undefined;
  const used = signed === undefined ? value : { ...JSON.parse(signed), walletType: 'metamask' };
  return isOdd ? oddBody(used, random) : Buffer.from(JSON.stringify(used));
}

function oddHeaders(random: Random): OutgoingHttpHeaders {
  return random.pick<OutgoingHttpHeaders>([
    { 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'zstd', 'gzip, br', 'identity', '']) },
    { 'content-type': random.pick(['text/plain', 'application/json; charset=utf-7', '', ';', 'a/b/c']) },
    { 'accept-encoding': random.pick(['br;q=x', ';', '*;q=0', 'identity;q=0', 'gzip;q=2,,', '\u{ff}']) },
    { accept: random.pick(['', '*/*;q=9', 'text/html', ';;;']) },
    { origin: random.pick(['null', 'https://evil.example', '', '://', 'http://[::1']) },
    {
      cookie: random.pick(['evo_session=', `evo_session=${'x'.repeat(4_000)}`, 'evo_session="', ';;=;', 'a']),
    },
    { 'idempotency-key': random.pick([headerSafe(oddText(random)), randomUuid(random).toUpperCase()]) },
    { 'x-ledger-position': headerSafe(oddText(random)) },
    { 'x-wallet-address': headerSafe(oddText(random)) },
    {
      range: random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=99999999999999999999-', 'lines=1', '']),
    },
    { 'if-none-match': random.pick(['*', '"x"', 'W/', ',,']) },
    { 'if-modified-since': random.pick(['yesterday', 'Thu, 01 Jan 2099 00:00:00 GMT', '']) },
    { 'sec-fetch-site': random.pick(['cross-site', 'none', 'x']) },
    { upgrade: 'websocket', connection: 'upgrade' },
    { 'transfer-encoding': 'chunked' },
    { 'x-long': 'x'.repeat(20_000) },
  ]);
}

/** What tells the program that others than the person at its machine reach it. */
function proxyHeaders(random: Random): OutgoingHttpHeaders {
  return random.pick<OutgoingHttpHeaders>([
    { 'x-forwarded-for': headerSafe(oddText(random)) },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    { host: random.pick(['evil.example', '[', 'a@b', 'localhost:99999', ' ', 'a,b']) },
  ]);
}

/** Percent-encoded; a text that is no text of UTF-8 as its nearest one. Now and then not even well encoded. */
function encoded(text: string): string {
  if (text === '%zz' || text === '%00') return text;
  return encodeURIComponent(text.toWellFormed());
}

/** What node:http lets through in a header. */
function headerSafe(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
