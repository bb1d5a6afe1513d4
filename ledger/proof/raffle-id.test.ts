import { v5 as uuidv5 } from 'uuid';
import { expect, test } from 'vitest';
import { prizeGrantIdOf, RAFFLE_NAMESPACE, raffleIdOf } from './raffle-id.ts';

test('a raffle has the UUIDv5 of its number', () => {
  for (const number of [1, 2, 3, 10, 4_711, 1_000_000]) {
    expect(raffleIdOf(number)).toBe(uuidv5(`raffle/${number}`, RAFFLE_NAMESPACE));
  }
});

test('a prize has the UUIDv5 of its place and raffle', () => {
  for (const place of [1, 2, 500]) {
    const raffleId = raffleIdOf(place);
    expect(prizeGrantIdOf(raffleId, place)).toBe(uuidv5(`prize/${place}`, raffleId));
  }
});
