import {
  Client,
  credentials,
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { RpcError } from '../grpc/rpc-errors.ts';
import { FEATURES, GOSSIP, STREAMS } from '../grpc/services.ts';
import { startFaultProxy } from './fault-proxy.ts';

/**
 * What stands between a program and a cluster of event stores: one address, behind which the leader freezes, is cut off,
 * dies and comes back elsewhere, or says that it leads no more. A connection carries 100 calls at once.
 */
export type ClusterStandIn = {
  /** For a client. */
  readonly connectionString: string;
  /** Nothing passes any more and nothing is closed, until `heal`. */
  freeze(): void;
  /** Closes every connection of clients with a TCP reset. */
  cut(): void;
  /**
   * The node leads no more, until `heal`. A call that asks for the leader is answered by NotLeader, which names the port of
   * that, this very one by default; any other is answered as before.
   */
  depose(leader?: number): void;
  heal(): void;
  /** The leader is another node from now on; calls that are under way end as those of a node that died. */
  moveTo(port: number): void;
  /** The most calls that were open at once. */
  mostCalls(): number;
  close(): Promise<void>;
};

const CALLS_AT_ONCE = 100;

/** Begins for each call what becomes of the server's messages: handed on by `send`, once unless a test wants it otherwise. */
export type Tell = (path: string) => (message: Buffer, send: (message: Buffer) => void) => void;

const asItIs: Tell = () => (message, send) => send(message);

type Call = ServerDuplexStream<Buffer, Buffer>;

/** A proxy in front of the node that listens on `nodePort`. */
export async function startClusterStandIn(nodePort: number, tell: Tell = asItIs): Promise<ClusterStandIn> {
  const calls = new Set<Call>();
  let upstream = clientTo(nodePort);
  let leader: number | undefined;
  let most = 0;

  const serve = (path: string) => (call: Call) => {
    const asksForLeader = call.metadata.get('requires-leader').includes('true');
    if (leader !== undefined && asksForLeader) return void call.emit('error', notLeader(leader));
    calls.add(call);
    most = Math.max(most, calls.size);
    call.once('cancelled', () => calls.delete(call));
    forward(upstream, path, call, tell);
  };
  const server = new Server({ 'grpc.max_concurrent_streams': CALLS_AT_ONCE });
  for (const service of [STREAMS, FEATURES, GOSSIP]) {
    const { definition, paths } = asBytes(service);
    server.addService(definition, Object.fromEntries(paths.map(([name, path]) => [name, serve(path)])));
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const front = await startFaultProxy(port);
  return {
    connectionString: front.connectionString,
    freeze: () => front.inject({ kind: 'black-hole' }),
    cut: () => front.reset(),
    depose(port = front.port) {
      leader = port;
    },
    heal() {
      leader = undefined;
      front.heal();
    },
    moveTo(next) {
      upstream.close();
      upstream = clientTo(next);
    },
    mostCalls: () => most,
    async close() {
      await front.close();
      server.forceShutdown();
      upstream.close();
    },
  };
}

function clientTo(port: number): Client {
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure());
}

const bytes = (value: Buffer) => value;

/** The same methods, each as a stream of bytes both ways: the one kind that carries all others. */
function asBytes(service: Record<string, { readonly path: string }>) {
  const paths = Object.entries(service).map(([name, { path }]) => [name, path] as const);
  const definition: ServiceDefinition = Object.fromEntries(
    paths.map(([name, path]) => [
      name,
      {
        path,
        requestStream: true,
        responseStream: true,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    ]),
  );
  return { definition, paths };
}

/** Hands everything on as it comes: messages, the end, errors with their trailers, and cancellation. */
function forward(upstream: Client, path: string, call: Call, tell: Tell): void {
  const told = tell(path);
  const metadata: Metadata = call.metadata.clone();
  for (const key of ['te', 'user-agent', 'content-type', 'grpc-accept-encoding']) metadata.remove(key);
  const onward = upstream.makeBidiStreamRequest(path, bytes, bytes, metadata);
  call.on('data', (data: Buffer) => onward.write(data));
  call.on('end', () => onward.end());
  call.on('cancelled', () => onward.cancel());
  call.on('error', () => onward.cancel());
  onward.on('data', (data: Buffer) => {
    if (call.cancelled) return;
    told(data, (message) => {
      if (call.write(message)) return;
      onward.pause();
      call.once('drain', () => onward.resume());
    });
  });
  onward.on('end', () => {
    if (!call.cancelled) call.end();
  });
  onward.on('error', (error) => {
    if (!call.cancelled && !call.destroyed) call.emit('error', error);
  });
}

/** As a follower of a cluster answers who asks for the leader; the client goes where it is sent. */
function notLeader(port: number): RpcError {
  return new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });
}
