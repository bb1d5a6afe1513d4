import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { startEmbeddedEventStore } from '/app/ledger/embedded/start.ts';

/**
 * The program's own node in the place of EventStoreDB, for docker-compose.yml and compose.cluster.yml: at port 2113 it
 * takes calls and a few requests of HTTP, with TLS where a certificate is named. Of a cluster the first node holds the
 * ledger and leads; the others hand on to it whatever they get, and have none of their own.
 */
const PORT = 2113;
/** Where the leader of a cluster takes what the other nodes hand on; inside the network of the nodes only. */
const HANDED_ON_PORT = 1112;
const LEADER = 'es1';

const {
  EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
  EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: hostOutside,
  EVENTSTORE_ADVERTISE_NODE_PORT_TO_CLIENT_AS: portOutside,
  EVENTSTORE_CERTIFICATE_FILE: certificate,
} = process.env;
const holdsLedger = name === undefined || name === LEADER;
const store = holdsLedger
  ? await startEmbeddedEventStore({
      file: '/var/lib/eventstore/ledger.sqlite',
      testing: {
        advertisedAs: { host: name ?? hostOutside ?? 'localhost', port: Number(portOutside ?? PORT) },
        // As EventStoreDB: positions count bytes, and a retry that meets its original fails after two seconds.
        positionStep: 100,
        overlappingRetryFailsAfter: 2_000,
      },
    })
  : undefined;

/** Says that it is alive, and takes a user from the admin whose password its container was given; it keeps none. */
const http = createHttpServer((request, response) => {
  const admin = `admin:${process.env.EVENTSTORE_DEFAULT_ADMIN_PASSWORD}`;
  const isAdmin = request.headers.authorization === `Basic ${Buffer.from(admin).toString('base64')}`;
  request.resume();
  if (request.url === '/health/live') response.writeHead(204).end();
  else if (request.url === '/users/' && request.method === 'POST')
    response.writeHead(isAdmin ? 201 : 401).end();
  else response.writeHead(404).end();
});

/** The bytes of a call go to the ledger's node, those of anything else to the server of HTTP. */
function take(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const first: Buffer | null = socket.read();
    if (!first) return void socket.destroy();
    socket.unshift(first);
    // The preface of HTTP/2; no request of HTTP/1 begins so.
    if (!first.toString('latin1').startsWith('PRI')) return void http.emit('connection', socket);
    const node = store ? connect(store.port, '127.0.0.1') : connect(HANDED_ON_PORT, LEADER);
    node.on('error', () => socket.destroy());
    node.on('close', () => socket.destroy());
    socket.on('close', () => node.destroy());
    socket.pipe(node).pipe(socket);
  });
}

const key = process.env.EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE;
const front =
  certificate && key
    ? createTlsServer(
        { cert: readFileSync(certificate), key: readFileSync(key), ALPNProtocols: ['http/1.1', 'h2'] },
        take,
      )
    : createServer(take);
front.listen(PORT, '0.0.0.0');
if (name === LEADER) createServer(take).listen(HANDED_ON_PORT, '0.0.0.0');

process.once('SIGTERM', async () => {
  await store?.close();
  process.exit(0);
});
const reason = await store?.closed;
if (reason) throw reason;
