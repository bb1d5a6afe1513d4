import * as z from 'zod/mini';
import type { RaffleBeacon } from '../../../contracts/events/raffle.ts';
import { randomnessOf } from '../../../ledger/proof/beacon.ts';
import { isSignedRound } from '../../../ledger/proof/beacon-signature.ts';

/** A round that the beacon has signed. */
export type BeaconRound = { readonly round: number; readonly signature: string };

/** The relay gave no answer, or none that counts; the message says why and names no address. */
export class RelayRefused extends Error {}
/** It says that the round is not there yet. */
export class RoundNotYet extends Error {}

/** A round is 300 bytes of JSON. */
const MOST_BYTES = 4_096;

const answer = z.object({
  round: z.int().check(z.minimum(1)),
  signature: z.string(),
  randomness: z.optional(z.string()),
});

/**
 * A round of a beacon from one relay: `GET /<chain hash>/public/<round>` of drand's HTTP API
 * (https://docs.drand.love/docs/http-api). It is checked against the key of the beacon before it counts: a relay can be
 * silent or late, and nothing else.
 * @param relay its address, without a trailing slash
 * @param patience milliseconds until the whole answer has to be there
 * @throws RoundNotYet, RelayRefused, and the reason of `signal`
 */
export async function askRelay(
  relay: string,
  beacon: RaffleBeacon,
  round: number | 'latest',
  { patience, signal }: { readonly patience: number; readonly signal?: AbortSignal | undefined },
): Promise<BeaconRound> {
  const late = AbortSignal.timeout(patience);
  let text: string;
  try {
    const response = await fetch(`${relay}/${beacon.chainHash}/public/${round}`, {
      headers: { accept: 'application/json' },
      // What a relay is made to lead to is not what was set.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (NOT_YET.has(response.status) && round !== 'latest') {
      await response.body?.cancel();
      throw new RoundNotYet(`round ${round} is not there yet`);
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new RelayRefused(`it answers ${response.status}`);
    }
    text = await textWithin(response, MOST_BYTES);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RoundNotYet || error instanceof RelayRefused) throw error;
    throw new RelayRefused(late.aborted ? `no answer within ${patience} ms` : 'it cannot be reached');
  }
  return verified(text, beacon, round);
}

/** By drand's own relays, and by those that keep to HTTP. */
const NOT_YET: ReadonlySet<number> = new Set([404, 425]);

function verified(text: string, { publicKey }: RaffleBeacon, asked: number | 'latest'): BeaconRound {
  const parsed = answer.safeParse(jsonOf(text));
  if (!parsed.success) throw new RelayRefused('its answer is no round');
  const { round, signature, randomness } = parsed.data;
  if (asked !== 'latest' && round !== asked) throw new RelayRefused(`it gave round ${round} for ${asked}`);
  if (!isSignedRound(publicKey, round, signature)) {
    throw new RelayRefused(`round ${round} is not signed with the key of the beacon`);
  }
  if (randomness !== undefined && randomness !== randomnessOf(signature)) {
    throw new RelayRefused(`the randomness of round ${round} is not the one of its signature`);
  }
  return { round, signature };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textWithin(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new RelayRefused(`its answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
