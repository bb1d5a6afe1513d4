import { parseEvo } from '../../contracts/money.ts';
import type { CommandContext } from '../command-context.ts';
import type { DomainError } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { pooled } from '../pooled.ts';
import { type Prize, settlePrize } from './pay-prize.ts';
import { isOfOneWinner } from './pay-prizes.ts';
import { RaffleNotDrawn, UnknownPlace } from './raffle.ts';

/** Accounts that are asked side by side. */
const AT_ONCE = 16;

/** What paying would do now; `total` is in base units, `refusals` are those of single winners. */
export type PrizePreview = {
  readonly paid: number;
  readonly skipped: number;
  readonly total: bigint;
  readonly refusals: readonly DomainError[];
};

/**
 * What paying one place, or all, would do: each winner's account decides as it would, and nothing is appended. One that
 * cannot take its prize would keep nobody else from theirs.
 * @throws RaffleNotDrawn, UnknownPlace, LedgerUnavailable, and the first refusal of an account where nothing would be done
 */
export async function previewPrizes(
  handler: CommandHandler,
  order: Omit<Prize, 'place'> & { readonly place: number | undefined },
  context: CommandContext,
): Promise<PrizePreview> {
  const { state, place } = order;
  if (state.stage !== 'drawn' && state.stage !== 'completed') throw new RaffleNotDrawn();
  const asked = state.winners.filter((winner) => place === undefined || winner.place === place);
  if (asked.length === 0) throw new UnknownPlace();
  const refusals: DomainError[] = [];
  let preview: PrizePreview = { paid: 0, skipped: 0, total: 0n, refusals };
  const open = asked.filter((winner) => !state.prizes.has(winner.place));
  await pooled(open, AT_ONCE, async (winner) => {
    const amount = state.amounts[winner.place - 1] ?? 0n;
    const prize = { ...order, place: winner.place };
    try {
      const { events, replayed } = await settlePrize(
        handler,
        prize,
        { winner, amount, dryRun: true },
        context,
      );
      // Settled, and the raffle has not noted it yet.
      if (replayed) return;
      const [event] = events;
      if (event?.type === 'RewardGranted') {
        preview = { ...preview, paid: preview.paid + 1, total: preview.total + parseEvo(event.data.amount) };
      } else if (event?.type === 'PrizeForgone') {
        preview = { ...preview, skipped: preview.skipped + 1 };
      }
    } catch (refusal) {
      if (!isOfOneWinner(refusal)) throw refusal;
      refusals.push(refusal);
    }
  });
  if (refusals[0] && preview.paid + preview.skipped === 0) throw refusals[0];
  return preview;
}
