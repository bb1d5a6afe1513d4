import type { ProgramEvent } from '../../contracts/events/program.ts';
import { refusals } from '../../contracts/messages.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domain-error.ts';
import { addTrack, removeTrack, type Track, type Tracks, tracksAfter } from './tracks.ts';

/** The one stream of what concerns no single account. */
export const PROGRAM_STREAM = 'program';

type MassAct = { readonly kind: 'clear' | 'reset' | 'restore'; readonly requestId: string };

export type ProgramState = {
  /** The newest committed seed; its raffle may have used it already. */
  readonly seed: { readonly number: number; readonly hash: string } | undefined;
  /** The mass act under way. */
  readonly underWay: MassAct | undefined;
  /** The mass act that ended last, and what it did; `total` is EVO in normal form. */
  readonly ended: (MassAct & { readonly count: number; readonly total: string }) | undefined;
  readonly tracks: Tracks;
};

type Data<Type extends ProgramEvent['type']> = Extract<ProgramEvent, { type: Type }>['data'];

export type ProgramCommand =
  | ({ readonly type: 'CommitSeed' } & Data<'SeedCommitted'>)
  | { readonly type: 'RequestMassClear'; readonly requestId: string; readonly reason: string }
  | { readonly type: 'RequestMassReset'; readonly requestId: string; readonly reason: string }
  | {
      readonly type: 'RequestMassRestore';
      readonly requestId: string;
      readonly resetId: string;
      readonly reason: string;
    }
  | {
      readonly type: 'CompleteMassAct';
      readonly requestId: string;
      readonly count: number;
      readonly total: string;
    }
  | ({ readonly type: 'RecordExport' } & Data<'DataExported'>)
  | ({ readonly type: 'RecordDenial' } & Data<'AccessDenied'>)
  | { readonly type: 'AddTrack'; readonly track: Track }
  | { readonly type: 'RemoveTrack'; readonly trackId: string };

/** One mass act at a time; one seed a raffle, committed in the order of the raffles; one track a file name. */
export const program: Decider<ProgramState, ProgramCommand, ProgramEvent> = {
  initialState: { seed: undefined, underWay: undefined, ended: undefined, tracks: new Map() },
  decide,
  evolve,
  snapshotVersion: 1,
};

function decide(command: ProgramCommand, state: ProgramState): ProgramEvent[] {
  switch (command.type) {
    case 'CommitSeed': {
      const { number, hash } = command;
      if (number !== (state.seed?.number ?? 0) + 1) return [];
      return [{ type: 'SeedCommitted', data: { number, hash } }];
    }
    case 'RequestMassClear': {
      if (state.underWay) throw new MassActUnderWay();
      const { requestId, reason } = command;
      return [{ type: 'MassClearRequested', data: { requestId, reason } }];
    }
    case 'RequestMassReset': {
      if (state.underWay) throw new MassActUnderWay();
      const { requestId, reason } = command;
      return [{ type: 'MassResetRequested', data: { requestId, reason } }];
    }
    case 'RequestMassRestore': {
      if (state.underWay) throw new MassActUnderWay();
      const { requestId, resetId, reason } = command;
      return [{ type: 'MassRestoreRequested', data: { requestId, resetId, reason } }];
    }
    case 'CompleteMassAct': {
      const { requestId, count, total } = command;
      if (state.underWay?.requestId !== requestId) return [];
      return [{ type: COMPLETED[state.underWay.kind], data: { requestId, count, total } }];
    }
    case 'RecordExport':
      return [{ type: 'DataExported', data: { kind: command.kind, count: command.count } }];
    case 'RecordDenial':
      return [{ type: 'AccessDenied', data: { action: command.action } }];
    case 'AddTrack':
      return addTrack(command.track, state.tracks);
    case 'RemoveTrack':
      return removeTrack(command.trackId, state.tracks);
  }
}

const COMPLETED = {
  clear: 'MassClearCompleted',
  reset: 'MassResetCompleted',
  restore: 'MassRestoreCompleted',
} as const;

function evolve(state: ProgramState, event: ProgramEvent): ProgramState {
  switch (event.type) {
    case 'SeedCommitted':
      return { ...state, seed: event.data };
    case 'MassClearRequested':
      return { ...state, underWay: { kind: 'clear', requestId: event.data.requestId } };
    case 'MassResetRequested':
      return { ...state, underWay: { kind: 'reset', requestId: event.data.requestId } };
    case 'MassRestoreRequested':
      return { ...state, underWay: { kind: 'restore', requestId: event.data.requestId } };
    case 'MassClearCompleted':
    case 'MassRestoreCompleted':
    case 'MassResetCompleted':
      return { ...state, underWay: undefined, ended: state.underWay && { ...state.underWay, ...event.data } };
    case 'MusicTrackAdded':
    case 'MusicTrackRemoved':
      return { ...state, tracks: tracksAfter(state.tracks, event) };
    case 'DataExported':
    case 'AccessDenied':
      return state;
  }
}

export class MassActUnderWay extends DomainError {
  constructor() {
    super('conflict', 'MassActUnderWay', refusals.massActUnderWay);
  }
}
