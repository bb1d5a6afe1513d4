import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import * as z from 'zod/mini';
import type { RaffleBeacon } from '../../../contracts/events/raffle.ts';
import { firstRoundFrom, randomnessOf, roundTime } from '../../../ledger/proof/beacon.ts';
import { bytesToHex } from '../../../ledger/proof/bytes.ts';
import { type OwnBeacon, type OwnBeaconKey, ownBeacon } from '../../../ledger/raffles/own-beacon.ts';
import { writeOnce } from '../../../ledger/write-once.ts';
import type { Clock } from '../../http/clock.ts';
import { listen } from '../../http/listen.ts';

export type LocalBeacon = OwnBeacon & {
  /** Of its relay on 127.0.0.1. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** A beacon with a key of its own behind the HTTP API of drand's relays, for trials and tests. */
export async function startLocalBeacon(key: OwnBeaconKey, clock: Clock): Promise<LocalBeacon> {
  const { beacon, sign } = ownBeacon(key);
  const answerOf = (path: string): { status: number; body: object } => {
    const [, chain, kind, wanted = ''] = path.split('/');
    if (chain !== beacon.chainHash) return { status: 404, body: { error: 'unknown chain hash' } };
    if (kind === 'info') return { status: 200, body: infoOf(beacon) };
    const newest = firstRoundFrom(beacon, clock() + 1) - 1;
    const round = wanted === 'latest' ? newest : /^[1-9]\d{0,14}$/.test(wanted) ? Number(wanted) : 0;
    if (kind !== 'public' || round < 1) return { status: 404, body: { error: 'no such round' } };
    if (roundTime(beacon, round) > clock()) return { status: 425, body: { error: 'Too early' } };
    const signature = sign(round);
    return { status: 200, body: { round, randomness: randomnessOf(signature), signature } };
  };
  const server = createServer((request, response) => {
    const { status, body } = answerOf(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    beacon,
    url: `http://127.0.0.1:${port}`,
    sign,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As drand's `/info` gives it. */
const infoOf = ({ scheme, chainHash, publicKey, genesis, period, groupHash, beaconId }: RaffleBeacon) => ({
  public_key: publicKey,
  period,
  genesis_time: genesis,
  hash: chainHash,
  groupHash,
  schemeID: scheme,
  metadata: { beaconID: beaconId },
});

/** A new key whose first round is now. @param period seconds */
export function newLocalBeaconKey(now: number, period: number): OwnBeaconKey {
  const { secretKey } = bls12_381.shortSignatures.keygen(randomBytes(48));
  return { secretKey: bytesToHex(secretKey), genesis: Math.floor(now / 1_000), period };
}

const keptKey = z.strictObject({
  secretKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  genesis: z.int().check(z.minimum(1)),
  period: z.int().check(z.minimum(1)),
});

/** The key that a data folder has, made at the first start: a raffle that waits finds its beacon again. */
export async function loadLocalBeaconKey(file: string, now: number, period: number): Promise<OwnBeaconKey> {
  const made = newLocalBeaconKey(now, period);
  return keptKey.parse(JSON.parse(await writeOnce(file, `${JSON.stringify(made)}\n`)));
}
