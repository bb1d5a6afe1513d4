import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whether this process is about to stop: it is still served by, and nobody new should come. */
export type Leaving = {
  readonly isLeaving: () => boolean;
  /** From here on each answer ends its connection, so that whoever asks again asks another process. */
  readonly begin: () => void;
};

/** Milliseconds in which somebody may ask once more whose answer had begun before anybody was told. */
const LAST_REQUEST = 1_000;

/** Call before any other listener of requests is added. */
export function createLeaving(http: Server): Leaving {
  let leaving = false;
  /** Each ends a connection on which nobody asks any more. */
  const ends = new Map<Socket, NodeJS.Timeout>();
  /** Answers that are owed on each: some ask for the next before they have the last. */
  const owed = new WeakMap<Socket, number>();
  const cancel = (socket: Socket) => {
    clearTimeout(ends.get(socket));
    ends.delete(socket);
  };
  http.prependListener('request', ({ socket }, response) => {
    cancel(socket);
    owed.set(socket, (owed.get(socket) ?? 0) + 1);
    if (leaving) response.setHeader('Connection', 'close');
    // An answer that had begun before promised its connection for the next request, which may be on its way already.
    response.once('close', () => {
      const others = (owed.get(socket) ?? 1) - 1;
      owed.set(socket, others);
      if (http.listening || socket.destroyed || others > 0) return;
      socket.once('close', () => cancel(socket));
      ends.set(
        socket,
        setTimeout(() => socket.destroy(), LAST_REQUEST),
      );
    });
  });
  return {
    isLeaving: () => leaving,
    begin() {
      leaving = true;
    },
  };
}
