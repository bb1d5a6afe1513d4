import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { refusals } from '../../contracts/messages.ts';
import { parseSum } from '../../contracts/money.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { Deadline } from '../deadline.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { MassActUnderWay } from '../mass-acts/mass-acts.ts';
import { readMassActs } from '../mass-acts/read-mass-acts.ts';
import { resetsEndedSince } from '../mass-acts/resets-ended-since.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountState } from './state.ts';
import { UNDO_REF } from './undo-ref.ts';

/** There is nothing that could be undone: of another kind, or overtaken by a reset. */
export class NotUndoable extends DomainError {
  constructor() {
    super('conflict', 'NotUndoable', refusals.notUndoable);
  }
}

/** An act on an account: the event that it wrote, and where that stands. */
export type UndoneAct = AdminAct & { readonly undone: string; readonly at: LedgerPosition };

/**
 * Undoes what an admin did to one account: a grant by hand is revoked, what was cleared is granted again, who was
 * removed is reinstated, claims that were held are released and held again. Each is undone once, by the state that it leaves.
 * @throws NotUndoable, MassActUnderWay, GrantNotRevocable, AccountIsRemoved, LedgerUnavailable, and what `authorize` throws
 */
export async function undoOnAccount(
  handler: CommandHandler,
  store: EventStore,
  { userId, undone, at, reason, dryRun, authorize }: UndoneAct,
  context: CommandContext,
) {
  const { deadline } = inOneTime(handler, context);
  const stream = streamOf('account', userId);
  const event = await deadline.read((signal) => store.readAt(at, signal));
  if (event?.id !== undone || event.stream !== stream) throw new NotUndoable();
  return handler.handle({
    ...context,
    stream,
    decider: undoing,
    command: await compensationOf(handler, store, { event, reason, grantId: context.commandId }, deadline),
    input: { operation: 'undo', undone },
    dryRun,
    authorize,
    deadline,
  });
}

type Compensation = {
  readonly command: AccountCommand;
  /** What has to stand for it; undefined where resets do not matter. */
  readonly unless: Resets | undefined;
};

type Resets = {
  /** How often the account had been reset when the act was done. */
  readonly before: number;
  /** All accounts are being reset: this one's turn may be still to come. */
  readonly isUnderWay: boolean;
  /** All accounts were reset since: so was this one, also where nothing was left of it that a reset could take. */
  readonly isOvertaken: boolean;
};

/** A reset takes what an act before it has left: nothing of a clear is given back after it was asked for. */
const undoing: Decider<AccountState, Compensation, AccountEvent> = {
  ...account,
  decide({ command, unless }, state) {
    if (unless && unless.before !== state.resets) throw new NotUndoable();
    if (unless?.isOvertaken) throw new NotUndoable();
    const events = account.decide(command, state);
    if (unless?.isUnderWay && events.length > 0) throw new MassActUnderWay();
    return events;
  },
};

async function compensationOf(
  handler: CommandHandler,
  store: EventStore,
  act: { readonly event: StoredEvent; readonly reason: string; readonly grantId: string },
  deadline: Deadline,
): Promise<Compensation> {
  const { reason, grantId } = act;
  // An account's stream holds account events only.
  const event = act.event as unknown as StoredEvent<AccountEvent>;
  if (event.type === 'AccountRemoved') return { command: { type: 'ReinstateAccount' }, unless: undefined };
  if (event.type === 'ClaimsHeld') {
    const { holdId } = event.data;
    return { command: { type: 'ReleaseClaims', holdId, reason }, unless: undefined };
  }
  if (event.type === 'ClaimsReleased') {
    const { holdId: again } = event.data;
    return { command: { type: 'HoldClaims', holdId: grantId, again, reason }, unless: undefined };
  }
  if (event.type === 'RewardGranted' && event.data.source === 'admin') {
    const command = { type: 'RevokeReward', grantId: event.data.grantId, reason } as const;
    return { command, unless: undefined };
  }
  if (event.type !== 'BalanceCleared') throw new NotUndoable();
  const [{ resets: before, lastReset }, { underWay }] = await Promise.all([
    handler.readBefore(event.stream, account, event.revision, deadline),
    readMassActs(handler, undefined, deadline),
  ]);
  // Read last: a reset that ends in between is seen in one of the two.
  const ended = await resetsEndedSince(handler, store, event.position, deadline);
  // One that had come to the account before the act leaves alone what the act took.
  const isOvertaken = ended.some((resetId) => resetId !== lastReset?.resetId);
  const isUnderWay = underWay.some(({ kind }) => kind === 'reset');
  const amount = parseSum(event.data.amount);
  const ref = `${UNDO_REF}${event.id}`;
  const command = { type: 'GrantReward', grantId, amount, source: 'admin', reason, ref } as const;
  return { command, unless: { before, isUnderWay, isOvertaken } };
}
