import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeptProcess, notKept } from '../two-processes/kept-process.ts';

/** A proxy in front of replicas: each request to the next one that said last that it is ready. */
export type Balancer = {
  /** The site's address, `PUBLIC_URL` of every replica. */
  readonly url: string;
  /** Takes a replica among those that are asked how they are. */
  add(replica: KeptProcess): void;
  /** No more requests to it, at once. */
  remove(replica: KeptProcess): void;
  /** Resolves when so many are ready. */
  whenReady(count: number): Promise<void>;
  /** Answers by the name of the replica that gave them. */
  answeredBy(): Readonly<Record<string, number>>;
  /** Requests whose replica broke off, or that met none. */
  broken(): readonly string[];
  /** As one process that never ends, for who sends commands. */
  asProcess(): KeptProcess;
  close(): Promise<void>;
};

/** Milliseconds between two looks at `/readyz`, and the patience of each. */
const LOOK_EVERY = 250;
const LOOK_PATIENCE = 5_000;

export async function startBalancer(): Promise<Balancer> {
  const replicas = new Set<KeptProcess>();
  const ready = new Set<KeptProcess>();
  const agents = new Map<KeptProcess, Agent>();
  const answered: Record<string, number> = {};
  const broken: string[] = [];
  const closing = new AbortController();
  let turn = 0;

  const next = (): KeptProcess | undefined => [...ready][turn++ % Math.max(1, ready.size)];

  const server = createServer((incoming, outgoing) => {
    const replica = next();
    const url = replica?.url();
    const what = `${incoming.method} ${incoming.url}`;
    if (!replica || !url) return fail(outgoing, `${what}: no replica`);
    const onward = request(new URL(incoming.url ?? '/', url), {
      agent: agents.get(replica) ?? false,
      method: incoming.method ?? 'GET',
      headers: headersOf(incoming),
    });
    onward.on('response', (answer) => {
      answered[replica.name] = (answered[replica.name] ?? 0) + 1;
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', (error) => {
      // Who has left needs no answer.
      if (!outgoing.destroyed) fail(outgoing, `${what} at ${replica.name}: ${error.message}`);
    });
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  function fail(outgoing: ServerResponse, why: string): void {
    broken.push(why);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  }

  const look = async (replica: KeptProcess) => {
    const url = replica.url();
    const isReady =
      url !== undefined &&
      (await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(LOOK_PATIENCE) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      ));
    if (isReady && replicas.has(replica)) ready.add(replica);
    else ready.delete(replica);
  };
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await Promise.all([...replicas].map(look));
      await sleep(LOOK_EVERY, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();

  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    add(replica) {
      agents.set(replica, new Agent({ keepAlive: true }));
      replicas.add(replica);
    },
    remove(replica) {
      replicas.delete(replica);
      ready.delete(replica);
    },
    async whenReady(count) {
      const until = performance.now() + 300_000;
      while (ready.size < count) {
        if (performance.now() > until) throw new Error(`${ready.size} of ${count} replicas are ready`);
        await sleep(50);
      }
    },
    answeredBy: () => answered,
    broken: () => broken,
    asProcess: () =>
      notKept(
        'balancer',
        () => url,
        async (requestId) =>
          (await Promise.all([...replicas].map((one) => one.explained(requestId)))).join('\n'),
      ),
    async close() {
      closing.abort();
      await looking;
      server.closeAllConnections();
      server.close();
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** The caller's own, with the address that the proxy saw; those of the connection belong to it. */
function headersOf(incoming: IncomingMessage): Record<string, string | string[]> {
  const { connection: _, 'x-forwarded-for': before, ...rest } = incoming.headers;
  const seen = incoming.socket.remoteAddress ?? '';
  const headers: Record<string, string | string[]> = {
    'x-forwarded-for': before ? `${before}, ${seen}` : seen,
  };
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) headers[name] = value;
  return headers;
}
