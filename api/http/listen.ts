import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens there and says on which port; 0 takes a free one.
 * @throws Error naming the port that is in use
 */
export function listen(http: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      reject(
        taken
          ? new Error(`Port ${port} on ${host} is in use; set another one (PORT or METRICS_PORT)`, { cause })
          : cause,
      );
    });
    // A TCP server that listens has an AddressInfo.
    http.listen(port, host, () => resolve((http.address() as AddressInfo).port));
  });
}
