import { createServer, type ServerResponse } from 'node:http';
import type { RaffleBeacon } from '../../../../contracts/events/raffle.ts';
import { randomnessOf } from '../../../../ledger/proof/beacon.ts';
import { listen } from '../../../http/listen.ts';
import type { LocalBeacon } from '../local-beacon.ts';

export type RelayMood =
  | 'honest'
  | 'muted'
  | 'refuses'
  | 'forges'
  | 'gives another round'
  | 'gives another randomness'
  | 'floods'
  | 'leads elsewhere'
  | 'is behind'
  | 'babbles';

export type FaultyRelay = {
  readonly url: string;
  /** Paths that it was asked for. */
  readonly asked: string[];
  mood: RelayMood;
  readonly stop: () => Promise<void>;
};

/** A relay of a beacon that is as the test wants it, towards whoever asks. */
export async function startFaultyRelay(
  source: LocalBeacon,
  mood: RelayMood = 'honest',
): Promise<FaultyRelay> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    await answer(relay.mood, source, path, response);
  });
  const port = await listen(server, 0, '127.0.0.1');
  const relay: FaultyRelay = {
    url: `http://127.0.0.1:${port}`,
    asked,
    mood,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return relay;
}

async function answer(
  mood: RelayMood,
  source: LocalBeacon,
  path: string,
  response: ServerResponse,
): Promise<void> {
  const send = (body: object | string, status = 200) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  const round = roundIn(path, source.beacon);
  switch (mood) {
    case 'honest': {
      const upstream = await fetch(source.url + path);
      return void send(await upstream.text(), upstream.status);
    }
    case 'muted':
      return;
    case 'refuses':
      return void send({}, 500);
    case 'forges':
      return void send({ round, signature: source.sign(round + 1) });
    case 'gives another round':
      return void send({ round: round + 1, signature: source.sign(round + 1) });
    case 'gives another randomness':
      return void send({ round, signature: source.sign(round), randomness: randomnessOf(source.sign(1)) });
    case 'floods':
      return void send(`{"round":${round},"signature":"${'a'.repeat(1_000_000)}"}`);
    case 'leads elsewhere':
      return void response.writeHead(302, { location: source.url + path }).end();
    case 'is behind':
      return void send({ round: 51, signature: source.sign(51) });
    case 'babbles':
      return void send('<html>');
  }
}

/** 1 for the newest: what it lies about then is old as well. */
const roundIn = (path: string, { chainHash }: RaffleBeacon): number =>
  Number(new RegExp(`^/${chainHash}/public/(\\d+)$`).exec(path)?.[1] ?? 1);
