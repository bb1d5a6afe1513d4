import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { refusals } from '../../contracts/messages.ts';
import { parseSum } from '../../contracts/money.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { Deadline } from '../deadline.ts';
import type { Decider } from '../decider.ts';
import { DomainError, LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { MassActUnderWay } from '../mass-acts/mass-acts.ts';
import { readMassActs } from '../mass-acts/read-mass-acts.ts';
import { resetsEndedSince } from '../mass-acts/resets-ended-since.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';
import type { AccountCommand } from './commands.ts';
import { isMerger } from './merger.ts';
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
  const event = await deadline.read(async (signal) => {
    const found = await store.readAt(at, signal);
    // Whoever undoes an act has heard of it.
    if (!found) throw new LedgerUnavailable(new Error(`the node that was asked lacks event ${undone}`));
    return found;
  });
  if (event.id !== undone || event.stream !== stream) throw new NotUndoable();
  // An account's stream holds account events only.
  const act = event as unknown as StoredEvent<AccountEvent>;
  const command = compensationOf(act, { reason, grantId: context.commandId });
  let seen: Resets | undefined;
  return handler.handle({
    ...context,
    stream,
    decider: undoing(() => seen),
    command,
    input: { operation: 'undo', undone },
    dryRun,
    async authorize(use) {
      const held = await authorize(use);
      try {
        // Before each try, right before its append: what was seen before the right was had may be over.
        if (act.type === 'BalanceCleared') seen = await resetsSince(handler, store, act, deadline);
        return held;
      } catch (refusal) {
        await held?.[Symbol.asyncDispose]();
        throw refusal;
      }
    },
    deadline,
  });
}

type Resets = {
  /** How often the account had been reset when the act was done. */
  readonly before: number;
  /** All accounts are being reset: this one's turn may be still to come. */
  readonly isUnderWay: boolean;
  /** All accounts were reset since: so was this one, also where nothing was left of it that a reset could take. */
  readonly isOvertaken: boolean;
};

/**
 * A reset takes what an act before it has left: nothing of a clear is given back after it was asked for.
 * @param unless what has to stand for it, as it was seen for this decision; undefined where resets do not matter
 */
const undoing = (unless: () => Resets | undefined): Decider<AccountState, AccountCommand, AccountEvent> => ({
  ...account,
  decide(command, state) {
    const resets = unless();
    if (resets && resets.before !== state.resets) throw new NotUndoable();
    if (resets?.isOvertaken) throw new NotUndoable();
    const events = account.decide(command, state);
    if (resets?.isUnderWay && events.length > 0) throw new MassActUnderWay();
    return events;
  },
});

function compensationOf(
  event: StoredEvent<AccountEvent>,
  { reason, grantId }: { readonly reason: string; readonly grantId: string },
): AccountCommand {
  switch (event.type) {
    case 'AccountRemoved':
      // Somebody else has the mailbox by now.
      if (isMerger(event)) throw new NotUndoable();
      return { type: 'ReinstateAccount' };
    case 'ClaimsHeld':
      return { type: 'ReleaseClaims', holdId: event.data.holdId, reason };
    case 'ClaimsReleased':
      return { type: 'HoldClaims', holdId: grantId, again: event.data.holdId, reason };
    case 'BalanceCleared': {
      const [amount, ref] = [parseSum(event.data.amount), `${UNDO_REF}${event.id}`];
      return { type: 'GrantReward', grantId, amount, source: 'admin', reason, ref };
    }
    case 'RewardGranted':
      if (event.data.source !== 'admin') throw new NotUndoable();
      return { type: 'RevokeReward', grantId: event.data.grantId, reason };
    default:
      throw new NotUndoable();
  }
}

/** @throws LedgerUnavailable */
async function resetsSince(
  handler: CommandHandler,
  store: EventStore,
  cleared: StoredEvent,
  deadline: Deadline,
): Promise<Resets> {
  const [{ resets: before, lastReset }, { underWay }] = await Promise.all([
    handler.readBefore(cleared.stream, account, cleared.revision, deadline),
    readMassActs(handler, undefined, deadline),
  ]);
  // Read last: a reset that ends in between is seen in one of the two.
  const ended = await resetsEndedSince(handler, store, cleared.position, deadline);
  // One that had come to the account before the act leaves alone what the act took.
  const isOvertaken = ended.some((resetId) => resetId !== lastReset?.resetId);
  return { before, isUnderWay: underWay.some(({ kind }) => kind === 'reset'), isOvertaken };
}
