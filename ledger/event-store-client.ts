import { EventStoreDBClient } from '@eventstore/db-client';

const SCHEME = /^esdb(\+discover)?:\/\//;

/**
 * A client of EventStoreDB, or of the embedded node. The official client sends the credentials of its connection string
 * over TLS only; to a node of this same machine, which needs no TLS, they go as well: nothing leaves the machine, and
 * the node tells its own programs from others by them.
 */
export function connectClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  const authorization = localAuthorization(connectionString);
  if (authorization === undefined) return client;
  // Protected, and read at each call: https://github.com/EventStore/EventStore-Client-NodeJS/blob/v6.2.1/packages/db-client/src/Client/index.ts
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript lets a protected member be named in brackets only
  const plain = client['callArguments'];
  // biome-ignore lint/complexity/useLiteralKeys: as above
  client['callArguments'] = (options, callOptions) => {
    const [metadata, rest] = plain(options, callOptions);
    metadata.set('authorization', authorization);
    return [metadata, rest];
  };
  return client;
}

/** The connection string with its password left out, for people. */
export function withoutCredentials(connectionString: string): string {
  return connectionString.replace(/\/\/[^@/?]*@/, '//');
}

/** Undefined unless there are credentials and every host is this machine, without TLS. */
export function localAuthorization(connectionString: string): string | undefined {
  if (!SCHEME.test(connectionString)) return undefined;
  // Several hosts make no URL; none of the embedded node's addresses has them.
  const address = connectionString.replace(SCHEME, 'http://');
  if (!URL.canParse(address)) return undefined;
  const { hostname, username, password, searchParams } = new URL(address);
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost';
  if (!isHere || username === '' || searchParams.get('tls') !== 'false') return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
