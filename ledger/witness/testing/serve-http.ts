import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whatever is asked over HTTP, a log or a witness that says what a test wants, until it is disposed of. */
export async function serveHttp(
  listener: RequestListener,
): Promise<AsyncDisposable & { readonly url: string }> {
  const http = createServer(listener);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  // It listens at a port.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}
