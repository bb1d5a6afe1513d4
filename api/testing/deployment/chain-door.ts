import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../http/listen.ts';

/** What becomes of a question to the chain. */
export type ChainMood =
  | 'honest'
  | 'hangs up'
  | 'says nothing'
  | 'fails'
  | 'babbles'
  | 'answers with an error'
  | 'is of another chain';

/** The way of one replica to a chain. */
export type ChainDoor = {
  readonly url: string;
  /** Methods that were asked for. */
  readonly asked: string[];
  mood: ChainMood;
  /** What is awaited before any answer. */
  hold: Promise<void> | undefined;
  stop(): Promise<void>;
};

/** A JSON-RPC server in front of a chain that is as the test wants it. @param chain its address */
export async function startChainDoor(chain: string): Promise<ChainDoor> {
  const server = createServer(async (request, response) => {
    const question = await text(request);
    const { id, method } = JSON.parse(question) as { id: number; method: string };
    door.asked.push(method);
    await door.hold;
    await answer({ id, method, question }, response);
  });
  const port = await listen(server, 0, '127.0.0.1');
  const door: ChainDoor = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    mood: 'honest',
    hold: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return door;

  async function answer(
    { id, method, question }: { id: number; method: string; question: string },
    response: ServerResponse,
  ): Promise<void> {
    const send = (more: object) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...more }));
    switch (door.mood) {
      case 'hangs up':
        return void response.destroy();
      case 'says nothing':
        return;
      case 'fails':
        return void response.writeHead(500).end('{}');
      case 'babbles':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      case 'answers with an error':
        return void send({ error: { code: -32_603, message: 'internal error' } });
      case 'is of another chain':
        if (method === 'eth_chainId') return void send({ result: '0x1' });
        break;
    }
    const headers = { 'content-type': 'application/json' };
    const upstream = await fetch(chain, { method: 'POST', headers, body: question });
    response.writeHead(upstream.status, headers).end(await upstream.text());
  }
}
