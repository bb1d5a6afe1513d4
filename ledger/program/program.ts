import type { AccessLogEvent } from '../../contracts/events/access-log.ts';
import type { MassActEvent } from '../../contracts/events/mass-acts.ts';
import type { PlaylistEvent } from '../../contracts/events/playlist.ts';
import type { RaffleSeedEvent } from '../../contracts/events/raffle-seeds.ts';
import type { Decider } from '../decider.ts';
import { type MassActsState, massActsAfter, noMassActs } from '../mass-acts/mass-acts.ts';
import { noTracks, type PlaylistState, playlistAfter } from '../playlist/playlist.ts';
import { noSeeds, type SeedsState, seedsAfter } from '../raffles/seeds.ts';

export const PROGRAM_STREAM = 'program';

export type ProgramEvent = RaffleSeedEvent | MassActEvent | PlaylistEvent | AccessLogEvent;

/** What the stream holds of each that has a stream of its own now. */
export type ProgramState = {
  readonly seeds: SeedsState;
  readonly massActs: MassActsState;
  readonly playlist: PlaylistState;
};

/**
 * The stream in which the first version kept all that concerns no single account. This version only reads it; what it
 * holds is where the streams that took its place begin.
 *
 * It is no part of their folds. While a release of the first version still runs beside this one, the stream may grow:
 * so each decision reads it anew, and a fold that is kept never holds what it was before. In that time the old release
 * does not know what the new one writes. Both may commit the seed of one number, begin a mass act each, or add a track
 * of one file name each: a raffle names the hash of the seed that it uses, mass acts touch each account once each, and
 * the next track of the name replaces both. A track that the new release has added keeps its file as long as no
 * upload is begun at the old release later than half an hour after it.
 */
export const program: Decider<ProgramState, { readonly type: 'Recall' }, ProgramEvent> = {
  initialState: { seeds: noSeeds, massActs: noMassActs, playlist: noTracks },
  decide: () => [],
  evolve,
  snapshotVersion: 3,
};

function evolve(state: ProgramState, event: ProgramEvent): ProgramState {
  switch (event.type) {
    case 'SeedCommitted':
      return { ...state, seeds: seedsAfter(state.seeds, event) };
    case 'MusicTrackAdded':
    case 'MusicTrackRemoved':
      return { ...state, playlist: playlistAfter(state.playlist, event) };
    case 'DataExported':
    case 'AccessDenied':
    case 'DenialsCounted':
      return state;
    default:
      return { ...state, massActs: massActsAfter(state.massActs, event) };
  }
}
