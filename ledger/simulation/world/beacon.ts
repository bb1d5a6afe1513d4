import { type OwnBeacon, ownBeacon } from '../../raffles/own-beacon.ts';
import { EPOCH } from './world.ts';

const KEY = { secretKey: '05'.repeat(32), genesis: EPOCH / 1_000 - 60, period: 3 };

let known: OwnBeacon | undefined;
const signed = new Map<number, string>();

/** The beacon of all worlds, made once and each round signed once: both take milliseconds. */
export function simulatedBeacon(): OwnBeacon {
  known ??= ownBeacon(KEY);
  const { beacon, sign } = known;
  return {
    beacon,
    sign(round) {
      const signature = signed.get(round) ?? sign(round);
      signed.set(round, signature);
      return signature;
    },
  };
}
