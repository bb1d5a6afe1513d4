import type { MassActEvent } from '../../contracts/events/mass-acts.ts';
import { refusals } from '../../contracts/messages.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domain-error.ts';

export const MASS_ACTS_STREAM = 'mass-acts';

export type MassAct = { readonly kind: 'clear' | 'reset' | 'restore'; readonly requestId: string };

/** A mass act that is over, and what it did; `total` is EVO in normal form. */
export type EndedMassAct = MassAct & { readonly count: number; readonly total: string };

export type MassActsState = {
  /** The mass act that was requested last, until it is completed. */
  readonly underWay: MassAct | undefined;
  /** The one that ended last. */
  readonly ended: EndedMassAct | undefined;
  /** The last reset that took anything, by the id of its request. */
  readonly lastReset: string | undefined;
  /** Acts that were completed in this stream and requested in another one. */
  readonly completed: ReadonlySet<string>;
};

export type MassActCommand =
  | (ForEverybody & { readonly type: 'RequestMassClear' })
  | (ForEverybody & { readonly type: 'RequestMassReset' })
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
    };

type ForEverybody = {
  readonly requestId: string;
  readonly reason: string;
  /**
   * The act that had ended last, by its request, when whoever asks was shown what this one would take; null: none had.
   * Undefined where nothing was shown.
   */
  readonly lastShown?: string | null | undefined;
};

export const noMassActs: MassActsState = {
  underWay: undefined,
  ended: undefined,
  lastReset: undefined,
  completed: new Set(),
};

/**
 * One mass act at a time. Each account knows of its last reset alone, so that of resets only the last one can be given
 * back: an earlier one would come back to those whom no later one has touched, and to nobody else.
 * @param before what the stream `program` holds, read for this decision
 */
export function massActs(before: MassActsState): Decider<MassActsState, MassActCommand, MassActEvent> {
  return {
    initialState: noMassActs,
    decide: (command, own) => {
      const events = decide(command, massActsUnderWay(before, own));
      const ended = own.ended ?? before.ended;
      const { lastShown } = { lastShown: undefined, ...command };
      if (lastShown !== undefined && lastShown !== (ended?.requestId ?? null)) throw new MassActSince();
      const lastReset = own.lastReset ?? before.lastReset;
      const isOvertaken =
        command.type === 'RequestMassRestore' && lastReset !== undefined && lastReset !== command.resetId;
      if (isOvertaken) throw new ResetOvertaken();
      return events;
    },
    evolve: massActsAfter,
    snapshotVersion: 3,
  };
}

/** One at the most, but for two releases side by side: the old one does not know what the new one has begun. */
export function massActsUnderWay(before: MassActsState, own: MassActsState): readonly MassAct[] {
  const acts = [before.underWay, own.underWay];
  return acts.flatMap((act) => (act && !own.completed.has(act.requestId) ? [act] : []));
}

function decide(command: MassActCommand, underWay: readonly MassAct[]): MassActEvent[] {
  if (command.type === 'CompleteMassAct') {
    const { requestId, count, total } = command;
    const act = underWay.find((one) => one.requestId === requestId);
    return act ? [{ type: COMPLETED[act.kind], data: { requestId, count, total } }] : [];
  }
  if (underWay.length > 0) throw new MassActUnderWay();
  const { requestId, reason } = command;
  switch (command.type) {
    case 'RequestMassClear':
      return [{ type: 'MassClearRequested', data: { requestId, reason } }];
    case 'RequestMassReset':
      return [{ type: 'MassResetRequested', data: { requestId, reason } }];
    case 'RequestMassRestore':
      return [{ type: 'MassRestoreRequested', data: { requestId, resetId: command.resetId, reason } }];
  }
}

const COMPLETED = {
  clear: 'MassClearCompleted',
  reset: 'MassResetCompleted',
  restore: 'MassRestoreCompleted',
} as const;

export function massActsAfter(state: MassActsState, event: MassActEvent): MassActsState {
  switch (event.type) {
    case 'MassClearRequested':
      return requested(state, 'clear', event.data);
    case 'MassResetRequested':
      return requested(state, 'reset', event.data);
    case 'MassRestoreRequested':
      return requested(state, 'restore', event.data);
    case 'MassClearCompleted':
      return completed(state, { kind: 'clear', ...event.data });
    case 'MassResetCompleted':
      return completed(state, { kind: 'reset', ...event.data });
    case 'MassRestoreCompleted':
      return completed(state, { kind: 'restore', ...event.data });
  }
}

function requested(
  state: MassActsState,
  kind: MassAct['kind'],
  { requestId }: { readonly requestId: string },
): MassActsState {
  return { ...state, underWay: { kind, requestId } };
}

function completed(before: MassActsState, ended: EndedMassAct): MassActsState {
  const state =
    ended.kind === 'reset' && ended.count > 0 ? { ...before, lastReset: ended.requestId } : before;
  if (state.underWay?.requestId === ended.requestId) return { ...state, underWay: undefined, ended };
  return { ...state, ended, completed: new Set(state.completed).add(ended.requestId) };
}

export class MassActUnderWay extends DomainError {
  constructor() {
    super('conflict', 'MassActUnderWay', refusals.massActUnderWay);
  }
}

/** Whoever confirms what was shown of all accounts means them as they stood before that act. */
export class MassActSince extends DomainError {
  constructor() {
    super('conflict', 'MassActSince', refusals.massActSince);
  }
}

/** A later reset has taken from accounts what this one's undoing would give back to others alone. */
export class ResetOvertaken extends DomainError {
  constructor() {
    super('conflict', 'ResetOvertaken', refusals.notUndoable);
  }
}
