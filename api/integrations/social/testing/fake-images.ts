import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The smallest of each kind that is one by its first bytes. */
export const PICTURES = {
  png: Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff\xe0 and more', 'latin1'),
  gif: Buffer.from('GIF89a and more', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8 and more', 'latin1'),
} as const;

type Answer = Buffer | ((response: ServerResponse) => void);

/** A server on this machine in the place of the platforms' own servers of pictures. */
export type FakeImages = {
  readonly url: string;
  /** Paths that were asked for, with the platform's host as their first part. */
  readonly asked: string[];
  on(path: string, answer: Answer): void;
  /** As at its start. */
  reset(): void;
  close(): Promise<void>;
};

/** Answers with `otherwise` where no answer was given to a path. */
export async function startFakeImages(otherwise: Answer = PICTURES.jpeg): Promise<FakeImages> {
  const asked: string[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const answer = answers.get(pathname) ?? otherwise;
    if (typeof answer === 'function') answer(response);
    else response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    on: (path, answer) => void answers.set(path, answer),
    reset() {
      answers.clear();
      asked.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
