import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accountEvents } from '../contracts/events/account.ts';
import { adminEvents } from '../contracts/events/admins.ts';
import type { EventSchemas } from '../contracts/events/event.ts';
import { massActEvents } from '../contracts/events/mass-acts.ts';
import { playlistEvents } from '../contracts/events/playlist.ts';
import { raffleSeedEvents } from '../contracts/events/raffle-seeds.ts';
import { reservationEvents } from '../contracts/events/reservation.ts';
import { rewardDayEvents, rewardRequestEvents } from '../contracts/events/rewards-by-hand.ts';
import { sealEvents } from '../contracts/events/seals.ts';
import { account } from './accounts/account.ts';
import { admins } from './admins/admins.ts';
import { seals } from './audit/notary/seals.ts';
import type { Decider } from './decider.ts';
import { noCommands } from './known-commands.ts';
import { massActs, noMassActs } from './mass-acts/mass-acts.ts';
import { noTracks, playlist } from './playlist/playlist.ts';
import { program } from './program/program.ts';
import { noSeeds, raffleSeeds } from './raffles/seeds.ts';
import { reservation } from './reservations/reservation.ts';
import { rewardDay } from './rewards-by-hand/day.ts';
import { rewardRequest } from './rewards-by-hand/request.ts';
import { encodeFold } from './snapshots.ts';

// A fold that was kept by the release before is gone on with where its version is the same. So: whoever finds a digest
// changed here has changed a fold, or an event that it folds. Raise the decider's `snapshotVersion`, which costs one
// reading of each long stream, and write both down.
test.each<[string, () => Left, Left]>([
  ['account', () => left(account, accountEvents), [10, '75e059c1f2676de5']],
  ['admins', () => left(admins, adminEvents), [3, '4d2d345d3bba4d08']],
  ['seals', () => left(seals, sealEvents), [2, '2f6bc6eaea71c9a0']],
  ['mass acts', () => left(massActs(noMassActs), massActEvents), [3, '5019e924002a69aa']],
  ['playlist', () => left(playlist(noTracks), playlistEvents), [2, '8bd240c2cdb614f8']],
  ['program', () => left(program, programEvents), [3, 'f507a9a390df06c7']],
  ['raffle seeds', () => left(raffleSeeds(noSeeds), raffleSeedEvents), [2, '60809ad891451ae3']],
  ['reservation', () => left(reservation, reservationEvents), [2, 'c66cc2a1225f02eb']],
  ['reward day', () => left(rewardDay, rewardDayEvents), [2, 'f936ecd11087f21b']],
  ['reward request', () => left(requests, rewardRequestEvents), [3, '5a89bb9125be4fae']],
])('what a life of all its events leaves of %s is what its version stands for', (_, found, known) => {
  expect(found()).toEqual(known);
});

type Fold<State> = Pick<Decider<State, never, never>, 'initialState' | 'evolve' | 'snapshotVersion'>;

/** The version, and the digest of what is left. */
type Left = [version: number | undefined, digest: string];

const requests = rewardRequest(() => undefined);
const programEvents = { ...raffleSeedEvents, ...massActEvents, ...playlistEvents };

/** Of every state on the way through all forms of all events, in the order of their schemas, twice. */
function left<State>({ initialState, evolve, snapshotVersion }: Fold<State>, schemas: EventSchemas): Left {
  const life = Object.entries(schemas).flatMap(([type, { data }]) =>
    samples(z.toJSONSchema(data, { unrepresentable: 'any' })).map((one) => ({
      type,
      data: z.parse(data, one),
    })),
  );
  const digest = createHash('sha256');
  let state = initialState;
  for (const event of [...life, ...life]) {
    // Of the decider's own events.
    state = evolve(state, event as never);
    digest.update(encodeFold({ state, commands: noCommands }));
  }
  return [snapshotVersion, digest.digest('hex').slice(0, 16)];
}

type Schema = Readonly<z.core.JSONSchema.BaseSchema>;

/** Values of a schema: one of each member of an enumeration, with each optional member and without. */
function samples(schema: Schema | boolean): unknown[] {
  if (typeof schema === 'boolean') return ['any'];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return [...schema.enum];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.flatMap(samples);
  switch (schema.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [Math.max(2, schema.minimum ?? 0)];
    case 'null':
      return [null];
    case 'array':
      // None of the events has a tuple.
      return [samples(schema.items as Schema)];
    case 'object':
      return objects(schema);
    default:
      return [text(schema)];
  }
}

function objects({ properties = {}, required = [] }: Schema): unknown[] {
  const members = Object.entries(properties).map(([name, schema]) => [name, samples(schema)] as const);
  const full = Object.fromEntries(members.map(([name, [first]]) => [name, first]));
  const others = members.flatMap(([name, [, ...rest]]) => rest.map((value) => ({ ...full, [name]: value })));
  const least = Object.fromEntries(Object.entries(full).filter(([name]) => required.includes(name)));
  return required.length < members.length ? [full, ...others, least] : [full, ...others];
}

const TEXTS = [
  ...['00000000-0000-4000-8000-000000000001', '2026-01-05', '2026-01-05T10:00:00.000Z', '7.5', 'anna'],
  ...[`0x${'aB'.repeat(20)}`, 'ab'.repeat(32), `sha256-jcs:${'ab'.repeat(32)}`, 'C:7/P:7'],
  ...['anna.mp3', 'audio/mpeg'],
  ...['rewards.example/ledger+01234567+AAAA', 'AAAA'],
];

function text({ format, pattern, minLength = 0, maxLength = 1_000 }: Schema): string {
  const found = TEXTS.find((one) => {
    if (one.length < minLength || one.length > maxLength) return false;
    return pattern === undefined
      ? format === undefined && one === 'anna'
      : new RegExp(pattern, 'u').test(one);
  });
  if (found === undefined) throw new Error(`no text here is of ${JSON.stringify({ format, pattern })}`);
  return found;
}
