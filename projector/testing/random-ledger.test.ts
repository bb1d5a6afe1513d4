import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessLogEvents } from '../../contracts/events/access-log.ts';
import { accountEvents } from '../../contracts/events/account.ts';
import { adminEvents } from '../../contracts/events/admins.ts';
import { massActEvents } from '../../contracts/events/mass-acts.ts';
import { playlistEvents } from '../../contracts/events/playlist.ts';
import { raffleSeedEvents } from '../../contracts/events/raffle-seeds.ts';
import { rewardDayEvents, rewardRequestEvents } from '../../contracts/events/rewards-by-hand.ts';
import { randomLedger } from './random-ledger.ts';

const ledgers = fc.sample(randomLedger, { numRuns: 200, seed: 7 });
const eventsOf = (isOf: (stream: string) => boolean) =>
  new Set(
    ledgers.flatMap(({ events }) => events.flatMap(({ stream, type }) => (isOf(stream) ? [type] : []))),
  );
const movedTypes = [accessLogEvents, massActEvents, playlistEvents, raffleSeedEvents].flatMap(Object.keys);

test('random ledgers hold every event but those of the middle of a raffle', () => {
  expect(eventsOf(() => true)).toEqual(
    new Set([
      'Reserved',
      'RaffleCommitted',
      'RaffleFailed',
      'RevisionTaken',
      ...Object.keys(accountEvents),
      ...Object.keys(adminEvents),
      ...Object.keys(rewardDayEvents),
      ...Object.keys(rewardRequestEvents),
      ...movedTypes,
    ]),
  );
});

test("random ledgers begin as the first version's: its one stream holds every event that has moved since", () => {
  // Counted only since the notes have streams of their own.
  const inFirst = movedTypes.filter((type) => type !== 'DenialsCounted');
  expect(eventsOf((stream) => stream === 'program')).toEqual(new Set(inFirst));
  const moved = /^(raffle-seeds|mass-acts|playlist|access-log-\d{4}-\d\d-\d\d)$/;
  expect(eventsOf((stream) => moved.test(stream))).toEqual(new Set(movedTypes));
});
