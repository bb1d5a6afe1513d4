import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { validation } from '../../contracts/messages.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import { DomainError } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type RaffleCommand, type RaffleState, raffle } from './raffle.ts';
import { NoLaterBlock, type RafflePorts } from './raffle-ports.ts';

/** What the steps of one raffle work with. */
export type RaffleSteps = {
  readonly raffleId: string;
  readonly ports: RafflePorts;
  /** Each step is done once for each raffle, whoever asks for it, and gives what stands in the ledger then. */
  readonly run: (
    command: RaffleCommand,
    operation: 'freeze-entries' | 'draw-raffle' | 'fail-raffle',
    more?: {
      /** RFC 3339; the context's where it is not given. */
      readonly at?: string;
      /** Runs right before the step is appended; throws where that must not be any more. */
      readonly authorize?: Authorize;
    },
  ) => Promise<RaffleState>;
};

export function stepsOf(handler: CommandHandler, raffleId: string, context: CommandContext) {
  const run: RaffleSteps['run'] = async (command, operation, { at = context.occurredAt, authorize } = {}) => {
    const { after } = await handler.handle({
      ...context,
      occurredAt: at,
      stream: streamOf('raffle', raffleId),
      decider: raffle,
      command,
      input: { operation, raffleId },
      commandId: uuidv5(operation, raffleId),
      ...(authorize && { authorize }),
    });
    return after;
  };
  return run;
}

export const failRaffle = (
  { run }: RaffleSteps,
  stage: 'committed' | 'frozen',
  reason: string,
): Promise<RaffleState> => run({ type: 'FailRaffle', stage, reason }, 'fail-raffle');

export const orNoBlock = <Answer>(asked: Promise<Answer>): Promise<Answer | NoLaterBlock> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoLaterBlock) return error;
    throw error;
  });

export class TooManyWinners extends DomainError {
  constructor(winners: number, eligible: number) {
    super('invalid', 'TooManyWinners', validation.winnersExceedEligible(winners, eligible));
  }
}
