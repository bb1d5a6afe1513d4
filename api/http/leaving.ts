import type { Server } from 'node:http';

/** Whether this process is about to stop: it is still served by, and nobody new should come. */
export type Leaving = {
  readonly isLeaving: () => boolean;
  /** From here on each answer ends its connection, so that whoever asks again asks another process. */
  readonly begin: () => void;
};

/** Call before any other listener of requests is added. */
export function createLeaving(http: Server): Leaving {
  let leaving = false;
  http.prependListener('request', (_, response) => {
    if (leaving) response.setHeader('Connection', 'close');
    // Whose answer had begun before waits for a next request, which nobody would take any more.
    response.once('close', () => {
      if (!http.listening) setImmediate(() => http.closeIdleConnections());
    });
  });
  return {
    isLeaving: () => leaving,
    begin() {
      leaving = true;
    },
  };
}
