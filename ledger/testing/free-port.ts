import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '../../contracts/error-code.ts';

/**
 * Ports from which no system gives one to an outgoing connection of its own accord (Linux begins at 32768, others at
 * 49152): such a connection would keep a program from listening there for as long as it stands.
 */
export const FIRST_PORT = 10_000;
export const LAST_PORT = 32_000;

/**
 * A port of 127.0.0.1 that nobody listens on, for a program that begins later: what begins anew there is where it was.
 * @throws what listening throws, but that a port is taken
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
