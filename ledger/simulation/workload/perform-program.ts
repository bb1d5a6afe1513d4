import { recordDenial, recordExport } from '../../access-log/record.ts';
import type { Authorize } from '../../authorize.ts';
import type { CommandContext } from '../../command-context.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import { type MassActRequest, requestMassAct } from '../../mass-acts/request-mass-act.ts';
import { addTrack, removeTrack } from '../../playlist/change-tracks.ts';
import type { Track } from '../../playlist/playlist.ts';
import { raffleIdOf } from '../../proof/raffle-id.ts';
import { payPrizes } from '../../raffles/pay-prizes.ts';
import { RaffleNotDrawn } from '../../raffles/raffle.ts';
import { readNewestSeed } from '../../raffles/read-newest-seed.ts';
import { readRaffle } from '../../raffles/read-raffle.ts';
import { beginRaffle } from '../../raffles/run-raffle.ts';
import type { Ground } from '../replica/ground.ts';
import { numberOfRequest } from '../replica/raffle-ports.ts';
import type { Replica } from '../replica/replica.ts';

/** What concerns no single account: small, since the streams that it goes to may be divided otherwise one day. */

export function deny({ handler }: Replica, context: CommandContext): Promise<unknown> {
  return recordDenial(handler, 'look at users', context);
}

export function noteExport(
  { handler }: Replica,
  authorize: Authorize,
  context: CommandContext,
): Promise<unknown> {
  return recordExport(handler, { kind: 'users', count: 1, authorize }, context);
}

export function putTrack(
  { handler }: Replica,
  track: Track,
  authorize: Authorize,
  context: CommandContext,
): Promise<unknown> {
  return addTrack(handler, { track, authorize }, context);
}

export function takeTrack(
  { handler }: Replica,
  trackId: string,
  authorize: Authorize,
  context: CommandContext,
): Promise<unknown> {
  return removeTrack(handler, { trackId, authorize }, context);
}

export function requestMass(
  { handler }: Replica,
  act: MassActRequest['act'],
  authorize: Authorize,
  context: CommandContext,
): Promise<unknown> {
  return requestMassAct(handler, { act, reason: 'Simulated', dryRun: false, authorize }, context);
}

/** As the program starts a raffle: it begins that of the newest seed, and takes it to its draw. */
export async function startRaffle(
  { world, database, raffles: tables }: Ground,
  { handler, raffles, store, life, finish }: Replica,
  winners: number,
  authorize: Authorize,
  context: CommandContext,
): Promise<unknown> {
  const newest = await readNewestSeed(handler);
  if (!newest) throw new LedgerUnavailable(new Error('the first seed is not committed yet'));
  const number = await numberOfRequest(world, database, tables, life, newest.number, context);
  const raffleId = raffleIdOf(number);
  const known = await readRaffle(handler, raffleId);
  const hash = number === newest.number ? newest.hash : known.seedHash;
  if (hash === '') throw new LedgerUnavailable(new Error(`the seed of raffle ${number} is not read yet`));
  const from = (await store.head()) ?? { commit: 0n, prepare: 0n };
  const amounts = winners === 1 ? ['10'] : ['10', '2.5'];
  const rules = { mode: winners === 1 ? 'flat' : 'tiered', amounts } as const;
  const request = { rules, seed: { number, hash }, from, authorize };
  const begun = await beginRaffle(handler, raffles, request, context);
  return finish(begun, context);
}

export async function payRaffle(
  { handler }: Replica,
  number: number,
  place: number | undefined,
  authorize: Authorize,
  context: CommandContext,
): Promise<unknown> {
  const raffleId = raffleIdOf(number);
  const state = await readRaffle(handler, raffleId);
  if (state.stage === 'none') throw new RaffleNotDrawn();
  return payPrizes(handler, { raffleId, state, place, authorize }, context);
}
