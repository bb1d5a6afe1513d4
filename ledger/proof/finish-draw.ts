import type * as z from 'zod/mini';
import { raffleEvents } from '../../contracts/events/raffle.ts';
import { parsePosition } from '../../contracts/ledger-position.ts';
import { randomnessOf } from './beacon.ts';
import { isSignedRound } from './beacon-signature.ts';
import { bytesOfHex } from './bytes.ts';
import type { ProofEvent } from './proven-raffle.ts';
import { drawIndices, raffleRulesHash } from './raffle-draw.ts';

/**
 * The numbers of the winning entries in the order of their places, from the published events of a raffle that waits for
 * its round, and the round: what anybody can compute without the program, and before it does.
 * @param events of the raffle, up to `EntriesFrozen` at the least
 * @param signature of the round, from any relay of the beacon
 * @throws Error when the events name no round, or the beacon has not signed it so
 */
export function finishDraw(events: readonly ProofEvent[], signature: string): number[] {
  const raffleId =
    events.find(({ type }) => type === 'RaffleCommitted')?.stream.replace(/^raffle-/, '') ?? '';
  const rules = dataOf(events, 'RaffleCommitted', raffleEvents.RaffleCommitted);
  const {
    root,
    count,
    position,
    beacon: pinned,
  } = dataOf(events, 'EntriesFrozen', raffleEvents.EntriesFrozen);
  const { beacon } = rules;
  const seed = pinned && bytesOfHex(pinned.seed, 32);
  if (!beacon || !pinned || !seed) throw new Error('the raffle waits for no round');
  const { chainHash, round } = pinned;
  const randomness = randomnessOf(signature);
  if (randomness === undefined || !isSignedRound(beacon.publicKey, round, signature)) {
    throw new Error(`the beacon has not signed round ${round} so`);
  }
  const eligibleAt = String(parsePosition(position)?.commit ?? '');
  const fixed = { raffleId, root, count, rulesHash: raffleRulesHash(rules), eligibleAt };
  const context = { ...fixed, publicRandomness: null, beacon: { chainHash, round, randomness } };
  return drawIndices(seed, context, rules.amounts.length);
}

function dataOf<Data>(
  events: readonly ProofEvent[],
  type: string,
  { data }: { readonly data: z.ZodMiniType<Data> },
): Data {
  return data.parse(events.find((event) => event.type === type)?.data);
}
