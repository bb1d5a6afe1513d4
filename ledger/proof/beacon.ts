import { sha256 } from '@noble/hashes/sha2.js';
import type { RaffleBeacon } from '../../contracts/events/raffle.ts';
import { bytesOfHex, bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from './bytes.ts';

/** The beacon of the League of Entropy that needs no earlier round: https://docs.drand.love/docs/specification. */
export const QUICKNET: RaffleBeacon = {
  scheme: 'bls-unchained-g1-rfc9380',
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  beaconId: 'quicknet',
};

/**
 * SHA-256 (hex) of period (4 bytes), genesis (8 bytes), public key, group hash and id, as drand computes a chain's hash
 * (`Info.Hash` in https://github.com/drand/drand/blob/v2.0.4/common/chain/info.go): it stands for all of them.
 * @throws RangeError where a number has no room in its bytes
 */
export function chainHashOf(beacon: Omit<RaffleBeacon, 'chainHash' | 'scheme'>): string {
  const { period, genesis, publicKey, groupHash, beaconId } = beacon;
  const parts = [
    bigEndian(period, 4),
    bigEndian(genesis, 8),
    hexToBytes(publicKey),
    hexToBytes(groupHash),
    utf8ToBytes(beaconId === 'default' ? '' : beaconId),
  ];
  return bytesToHex(sha256(concatBytes(...parts)));
}

/** When a round is published: milliseconds since the epoch. */
export function roundTime({ genesis, period }: Schedule, round: number): number {
  return (genesis + (round - 1) * period) * 1_000;
}

/** The first round that is published at that time or later. @param time milliseconds since the epoch */
export function firstRoundFrom({ genesis, period }: Schedule, time: number): number {
  return Math.max(1, Math.ceil((time / 1_000 - genesis) / period) + 1);
}

type Schedule = Pick<RaffleBeacon, 'genesis' | 'period'>;

/** What the beacon signs for a round: SHA-256 of its number in 8 bytes. */
export function roundMessage(round: number): Uint8Array {
  return sha256(bigEndian(round, 8));
}

/** What a round gives, in hex: SHA-256 of its signature. Undefined when that is no signature's 48 bytes in hex. */
export function randomnessOf(signature: string): string | undefined {
  const bytes = bytesOfHex(signature, 48);
  return bytes && bytesToHex(sha256(bytes));
}

function bigEndian(value: number, length: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number`);
  const hex = value.toString(16).padStart(length * 2, '0');
  if (hex.length > length * 2) throw new RangeError(`${value} has no room in ${length} bytes`);
  return hexToBytes(hex);
}
