import { readFile } from 'node:fs/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { probeRights, userOf } from '../../../ledger/event-store-rights.ts';
import { isPlain } from '../../../ledger/event-store-url.ts';
import { judgeRights } from '../store-rights/judge-rights.ts';
import type { Finding } from './finding.ts';
import { eventStorePeers, examinePeer, type Peer } from './network.ts';
import { clockFinding } from './postgres.ts';

const PATIENCE_MS = 4_000;
const TRIED_WITH = '24.10';

/** Each node of an event store by its name, certificate, version and clock, and the rights of the program's user. */
export async function examineEventStore(url: string): Promise<Finding[]> {
  const peers = eventStorePeers(url);
  const network = (await Promise.all(peers.map(examinePeer))).flat();
  const nodes = (await Promise.all(peers.map(examineNode))).flat();
  try {
    const rights = judgeRights(await probeRights(url), userOf(url), isPlain(url));
    return [
      ...network,
      { name: 'event-store', state: 'ok', text: 'The event store answers.' },
      ...nodes,
      ...rights,
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The event store does not answer: ${reason}. See EVENTSTORE_URL and whether it runs.`;
    return [...network, { name: 'event-store', state: 'fault', text }, ...nodes];
  }
}

/** What a node says at `/info`, to everybody; a node that has no such page says nothing. */
export async function examineNode(peer: Peer): Promise<Finding[]> {
  const { host, port } = peer;
  const asked = Date.now();
  try {
    const { version, date } = await info(peer);
    const own = (asked + Date.now()) / 2;
    // A header says whole seconds, cut.
    const clock = date === undefined ? [] : [clockFinding(`the node ${host}:${port}`, date + 500, own)];
    if (version === undefined) return clock;
    const isTried = version.startsWith(`${TRIED_WITH}.`);
    const text = `${host}:${port} is version ${version}${isTried ? '.' : `; the program is tried with ${TRIED_WITH}.`}`;
    return [{ name: 'event-store', state: isTried ? 'ok' : 'warn', text }, ...clock];
  } catch {
    return [
      {
        name: 'event-store',
        state: 'warn',
        text: `${host}:${port} does not say its version and time at /info.`,
      },
    ];
  }
}

async function info({
  host,
  port,
  tls,
  caFile,
}: Peer): Promise<{ version: string | undefined; date: number | undefined }> {
  const ca = caFile === undefined ? undefined : await readFile(caFile);
  const options = {
    host,
    port,
    path: '/info',
    timeout: PATIENCE_MS,
    headers: { accept: 'application/json' },
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = tls ? getSecure({ ...options, ...(ca && { ca }) }, resolve) : getPlain(options, resolve);
    request.once('error', reject);
    request.once('timeout', () => request.destroy(new Error('no answer')));
  });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 100_000) break;
  }
  const body: unknown = JSON.parse(text);
  const version: unknown = Reflect.get(Object(body), 'esVersion');
  const date = Date.parse(answer.headers.date ?? '');
  return {
    version: typeof version === 'string' ? version : undefined,
    date: Number.isNaN(date) ? undefined : date,
  };
}
