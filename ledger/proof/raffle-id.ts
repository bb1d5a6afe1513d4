import { uuidV5 } from './uuid-v5.ts';

/** Any constant UUID; it only keeps raffle ids apart from other UUIDv5. */
export const RAFFLE_NAMESPACE = '6f7c1a52-5d0e-4b5e-9c56-7b1c7d1f0d60';

/** The id of the raffle of a number: there is one, so two admins who start at once start the same. */
export function raffleIdOf(number: number): string {
  return uuidV5(`raffle/${number}`, RAFFLE_NAMESPACE);
}

/** The id of the grant that pays a place: there is one, so a place is paid once. */
export function prizeGrantIdOf(raffleId: string, place: number): string {
  return uuidV5(`prize/${place}`, raffleId);
}
