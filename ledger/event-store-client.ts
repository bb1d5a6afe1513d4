import { Duplex, type Readable, type Writable } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type Channel, connectivityState } from '@grpc/grpc-js';

const SCHEME = /^esdb(\+discover)?:\/\//;

/**
 * A client of EventStoreDB, or of the embedded node. The official client sends the credentials of its connection string
 * over TLS only; to a node of this same machine, which needs no TLS, they go as well: nothing leaves the machine, and
 * the node tells its own programs from others by them.
 */
export function connectClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  outliveOutages(client);
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

/**
 * For every read: of a cluster the leader alone answers. A node that leads no more, to which a connection may still be, would
 * give what it has got so far, also where the others do not reach it and it gets no more. Asked like this it says who
 * leads, or that it knows nobody, and the client connects anew. What is appended it hands on to the leader by itself.
 * @see https://docs.kurrent.io/server/v24.10/configuration/cluster.html
 */
export const OF_THE_LEADER = { requiresLeader: true } as const;

/** In every event store that can hold a ledger: one that gives positions (22.6) takes batches (21.10). */
const BATCH_APPEND = '/event_store.client.streams.Streams/BatchAppend';

/**
 * What an outage of the event store leaves behind in the client, in version 6.2.1: a client that fails for ever, or errors
 * that nobody can catch and that end the program.
 * @see https://github.com/EventStore/EventStore-Client-NodeJS/tree/v6.2.1/packages/db-client/src
 */
function outliveOutages(client: EventStoreDBClient): void {
  // biome-ignore-start lint/complexity/useLiteralKeys: TypeScript lets a protected member be named in brackets only
  // It keeps what became of its question whether a node takes batches. Where no node was found for a second, as while a
  // leader is elected, that is the failure, and every later append fails with it: it is not asked.
  const supports = client['supports'];
  client['supports'] = async (method, feature) => method.path === BATCH_APPEND || supports(method, feature);
  // Where a connection ends while the next node is looked for, nobody waits for what comes of that: whoever needs the
  // node is told as well.
  const handleError = client['handleError'];
  client['handleError'] = (...ended) => handleError(...ended).catch(() => undefined);
  const open = client['GRPCStreamCreator'];
  client['GRPCStreamCreator'] = (Service, name, create, cache) =>
    open(Service, name, async (grpc) => withoutTraps(name, await create(grpc)), cache);
  // biome-ignore-end lint/complexity/useLiteralKeys: as above
}

/**
 * The call that carries the appends. What waits in the client because the store takes in no more is rejected there a second
 * time when the call ends, where nobody can catch it: so nothing waits in it, only in the call. And an answer to an
 * append that has been rejected already, as all are when any such call ends, is thrown away.
 */
function withoutTraps<Call extends Readable | Writable>(name: string, call: Call): Call {
  if (name !== 'appendToStream' || !(call instanceof Duplex)) return call;
  const appends: Duplex = call;
  const write = appends.write.bind(appends);
  appends.write = (message: unknown) => {
    write(message);
    return true;
  };
  const taking = appends.listeners('data');
  appends.removeAllListeners('data').on('data', (answer) => {
    try {
      for (const take of taking) take(answer);
    } catch {}
  });
  return call;
}

/**
 * How often a connection of the client has come to its end: over the next one another node may answer, or another store at
 * the same address. One over which no call is open ends without a word to anybody, as where the store begins anew meanwhile.
 */
export function countNodes(client: EventStoreDBClient): () => number {
  let count = 0;
  // biome-ignore-start lint/complexity/useLiteralKeys: TypeScript lets a private member be named in brackets only
  const createChannel: () => Promise<Channel> = client['createChannel'];
  client['createChannel'] = async () => {
    const channel = await createChannel();
    onEachEnd(channel, () => {
      count += 1;
    });
    return channel;
  };
  // biome-ignore-end lint/complexity/useLiteralKeys: as above
  return () => count;
}

function onEachEnd(channel: Channel, tell: () => void): void {
  const before = channel.getConnectivityState(false);
  if (before === connectivityState.SHUTDOWN) return;
  channel.watchConnectivityState(before, Number.POSITIVE_INFINITY, () => {
    if (before === connectivityState.READY) tell();
    onEachEnd(channel, tell);
  });
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
