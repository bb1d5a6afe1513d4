import { ONE_EVO } from '../../contracts/money.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { rewardDay } from '../rewards-by-hand/day.ts';
import { testContext } from './start-ledger.ts';

const limits = { reward: 10n * ONE_EVO, day: 20n * ONE_EVO };

/** The stream of a day that no other test has. */
let days = 0;
export const newDay = () =>
  `rewards-by-hand-${new Date(Date.UTC(2030, 0, ++days)).toISOString().slice(0, 10)}`;

export type Reservation = {
  readonly evo?: bigint;
  readonly authorize?: Authorize;
  readonly context?: CommandContext;
  /** Whole EVO that all may be of that day, 20 unless told. */
  readonly ofDay?: bigint;
  readonly dryRun?: boolean;
};

/** One EVO for somebody, unless it is said otherwise: where many commands meet in one stream. */
export function reserve(
  handler: CommandHandler,
  stream: string,
  { evo = 1n, authorize, context, ofDay = 20n, dryRun = false }: Reservation = {},
) {
  const sent = context ?? testContext();
  const amount = evo * ONE_EVO;
  const userId = sent.commandId;
  return handler.handle({
    ...sent,
    stream,
    decider: rewardDay,
    command: {
      grantId: sent.commandId,
      userId,
      amount,
      limits: { ...limits, day: ofDay * ONE_EVO },
    },
    input: { amount: String(amount) },
    dryRun,
    ...(authorize && { authorize }),
  });
}

/** A store, with how many events each append was of; the first waits until it is let go, so that others come meanwhile. */
export function heldUp(living: EventStore, more: Partial<EventStore> = {}) {
  const appends: number[] = [];
  const first = Promise.withResolvers<void>();
  const store: EventStore = {
    ...living,
    ...more,
    async append(...call) {
      appends.push(call[1].length);
      if (appends.length === 1) await first.promise;
      return (more.append ?? living.append)(...call);
    },
  };
  return { store, appends, letGo: first.resolve };
}

export const contexts = (count: number) => Array.from({ length: count }, () => testContext());

/** A right of a super admin, and who holds one now, by the ids of their commands. */
export function countedRights() {
  const held: string[] = [];
  const authorize: Authorize = async ({ commandId }) => {
    held.push(commandId);
    return {
      right: { role: 'superAdmin' },
      async [Symbol.asyncDispose]() {
        held.splice(held.indexOf(commandId), 1);
      },
    };
  };
  return { held, authorize };
}
