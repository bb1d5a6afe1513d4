import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Direction = 'to-server' | 'to-client';

/** What happens to the bytes of every connection, present and future. */
export type Fault =
  /** All passes. */
  | { readonly kind: 'none' }
  /** After so many more bytes in that direction the connection that carries them is closed; then all passes again. */
  | { readonly kind: 'cut'; readonly afterBytes: number; readonly direction: Direction }
  /**
   * Connections stay open and nothing passes, in one direction or in both. What was held back goes on when the
   * fault changes, as TCP sends again what a network lost.
   */
  | { readonly kind: 'black-hole'; readonly direction?: Direction }
  /** From the first request on that holds this text, a black hole to the client. */
  | { readonly kind: 'lost-answer'; readonly to: string }
  /** Every piece of data is held up for so long. */
  | { readonly kind: 'slow'; readonly milliseconds: number };

export type FaultProxy = {
  readonly port: number;
  /** For EventStoreDBClient.connectionString; the keep-alive is short so that a dead link is noticed. */
  readonly connectionString: string;
  /** Changes the fault, for open connections too. `cut` counts from now. */
  inject(fault: Fault): void;
  /** Lets all pass again. */
  heal(): void;
  /** Closes all present connections with a TCP reset. */
  reset(): void;
  /** Where connections go from now on: what stood behind it has begun anew elsewhere. */
  moveTo(port: number): void;
  close(): Promise<void>;
};

type Link = { readonly client: Socket; readonly server: Socket };

/** A TCP proxy on 127.0.0.1 in front of `targetPort` that breaks connections on demand. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const links = new Set<Link>();
  let target = targetPort;
  let fault: Fault = { kind: 'none' };
  let bytesLeft = Number.POSITIVE_INFINITY;
  let changed = Promise.withResolvers<void>();

  const server = createServer((client) => {
    const link = { client, server: connect(target, '127.0.0.1') };
    links.add(link);
    pipe(link.client, link.server, 'to-server');
    pipe(link.server, link.client, 'to-client');
  });

  function pipe(from: Socket, to: Socket, direction: Direction): void {
    from.setNoDelay(true);
    // One piece after the other, also when some are held up.
    let previous = Promise.resolve();
    from.on('data', (data) => {
      previous = previous.then(() => pass(data, from, to, direction));
    });
    // The other side follows; errors here are the point of the proxy.
    from.on('error', () => to.destroy());
    from.on('close', () => {
      previous.then(() => to.destroy());
      for (const link of links) if (link.client === from || link.server === from) links.delete(link);
    });
  }

  async function pass(data: Buffer, from: Socket, to: Socket, direction: Direction): Promise<void> {
    if (fault.kind === 'slow') await delay(fault.milliseconds);
    if (fault.kind === 'lost-answer' && direction === 'to-server' && data.includes(fault.to)) {
      inject({ kind: 'black-hole', direction: 'to-client' });
    }
    while (fault.kind === 'black-hole' && (fault.direction ?? direction) === direction) await changed.promise;
    if (to.destroyed) return;
    if (fault.kind !== 'cut' || fault.direction !== direction) {
      to.write(data);
      return;
    }
    to.write(data.subarray(0, bytesLeft));
    bytesLeft -= data.length;
    if (bytesLeft > 0) return;
    inject({ kind: 'none' });
    to.end();
    from.destroy();
  }

  function inject(next: Fault): void {
    fault = next;
    changed.resolve();
    changed = Promise.withResolvers();
    bytesLeft = next.kind === 'cut' ? next.afterBytes : Number.POSITIVE_INFINITY;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=false&keepAliveInterval=1000&keepAliveTimeout=1000`,
    inject,
    heal: () => inject({ kind: 'none' }),
    reset: () => {
      for (const { client, server: upstream } of links) {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      }
    },
    moveTo(port) {
      target = port;
    },
    close: async () => {
      for (const { client, server: upstream } of links) {
        client.destroy();
        upstream.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
