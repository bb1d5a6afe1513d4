import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { RaffleBeacon } from '../../contracts/events/raffle.ts';
import { chainHashOf, roundMessage } from '../proof/beacon.ts';
import { SIGNATURE_DOMAIN } from '../proof/beacon-signature.ts';
import { bytesToHex, hexToBytes } from '../proof/bytes.ts';

/** What makes a beacon of one's own. Whoever has the key can know every round of it. */
export type OwnBeaconKey = {
  /** 32 bytes in hex. */
  readonly secretKey: string;
  /** Unix seconds of round 1. */
  readonly genesis: number;
  /** Seconds. */
  readonly period: number;
};

export type OwnBeacon = {
  readonly beacon: RaffleBeacon;
  /** The signature of any round, published or not. */
  readonly sign: (round: number) => string;
};

/** A beacon of drand's protocol with one holder, for trials, tests and the simulation: it has none of the independence. */
export function ownBeacon({ secretKey, genesis, period }: OwnBeaconKey): OwnBeacon {
  const { shortSignatures } = bls12_381;
  const secret = hexToBytes(secretKey);
  const publicKey = shortSignatures.getPublicKey(secret).toHex(true);
  const unnamed = { publicKey, genesis, period, groupHash: '0'.repeat(64), beaconId: 'local-test' };
  return {
    beacon: { scheme: 'bls-unchained-g1-rfc9380', chainHash: chainHashOf(unnamed), ...unnamed },
    sign(round) {
      const message = shortSignatures.hash(roundMessage(round), SIGNATURE_DOMAIN);
      return bytesToHex(shortSignatures.sign(message, secret).toBytes(true));
    },
  };
}
