import type Router from '@koa/router';
import { getAdminRaffle, payRaffle, startRaffle } from '../../../contracts/api/raffle.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { confirmations } from '../../../contracts/messages.ts';
import { exactEvo, formatEvo, parseEvo } from '../../../contracts/money.ts';
import { awaitingTexts } from '../../../contracts/raffle-awaits.ts';
import { WHOLE_NUMBER } from '../../../contracts/whole-number.ts';
import type { DomainError } from '../../../ledger/domain-error.ts';
import { raffleGrade } from '../../../ledger/proof/raffle-grade.ts';
import { payPrizes } from '../../../ledger/raffles/pay-prizes.ts';
import { previewPrizes } from '../../../ledger/raffles/preview-prizes.ts';
import type { RaffleState } from '../../../ledger/raffles/raffle.ts';
import { readRaffle } from '../../../ledger/raffles/read-raffle.ts';
import { findRaffle, listWinners, pendingRewardsOf } from '../../../projector/read-models/raffles/queries.ts';
import { takeAnyTime } from '../../../projector/time-to-answer.ts';
import { READ_WAIT_MS } from '../../http/middleware/read-your-writes.ts';
import { type ApiContext, announce, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { drawnAtOf } from './drawn-at.ts';
import { awaitedRound, presentAdminWinner, presentSummary, presentWinners } from './present-raffle.ts';
import { raffleIdIn, unknownRaffle } from './raffle-id-in.ts';

/** Drawing and paying raffles. */
export function adminRaffleRoutes(router: Router<AppState>, parts: Parts): void {
  const authorizeAs = ({ walletAddress }: { readonly walletAddress: string }) =>
    parts.policies.requireAdmin(walletAddress);

  serveCommand(router, parts, startRaffle, async ({ ctx, session, input, command }) => {
    const { dryRun = false, ...rules } = input;
    const prizes = rules.amounts.map((amount) => parseEvo(amount));
    const sum = prizes.reduce((all, amount) => all + amount, 0n);
    const total = formatEvo(sum);
    if (dryRun) {
      const { number, eligible, grade } = await parts.raffles.preview(rules);
      const message = confirmations.raffleWouldBeDrawn(prizes.length, eligible, exactEvo(sum));
      return {
        success: true as const,
        message,
        raffleId: null,
        awaits: null,
        number,
        winners: [],
        drawnAt: null,
        total,
        eligible,
        grade,
        dryRun,
      };
    }
    // It waits for its round.
    takeAnyTime();
    const named = ctx.get(HEADERS.raffleNumber);
    const shown = WHOLE_NUMBER.test(named) ? Number(named) : undefined;
    const { raffleId, state, replayed } = await parts.raffles.start(
      rules,
      authorizeAs(session),
      command,
      shown,
    );
    const awaits = awaitedRound(state, parts.clock());
    return {
      success: true as const,
      message: awaits
        ? awaitingTexts.begun(state.number, awaits.round, awaits.dueAt)
        : confirmations.raffleDrawn(state.number, state.winners.length),
      raffleId,
      awaits,
      number: state.number,
      winners: await winnersNow(parts, ctx, state, replayed),
      drawnAt: awaits ? null : await drawnAtOf(parts, raffleId),
      total,
      eligible: state.entries?.count ?? 0,
      grade: raffleGrade(state.beacon?.chainHash, state.entries?.block),
      dryRun,
    };
  });

  serveCommand(router, parts, payRaffle, async ({ ctx, session, input, command }) => {
    // Each prize is a command of its own.
    takeAnyTime();
    const raffleId = raffleIdIn(ctx.params.raffleId);
    const before = await readRaffle(parts.handler, raffleId);
    if (before.stage === 'none') throw unknownRaffle();
    const { place, dryRun = false } = input;
    const order = { raffleId, state: before, place, authorize: authorizeAs(session) };
    if (dryRun) {
      const would = await previewPrizes(parts.handler, order, command);
      return {
        success: true as const,
        message: confirmations.prizesWouldBeSettled(
          would.paid,
          exactEvo(would.total),
          would.skipped,
          unpaid(would.refusals),
        ),
        winners: await winnersNow(parts, ctx, before),
        totalDistributed: formatEvo(would.total),
        dryRun,
      };
    }
    const { after: state, refusals } = await payPrizes(parts.handler, order, command);
    const prizes = [...state.prizes.values()];
    const total = prizes.reduce((sum, prize) => (prize.kind === 'paid' ? sum + prize.amount : sum), 0n);
    const paid = prizes.filter(({ kind }) => kind === 'paid').length;
    return {
      success: true as const,
      message: confirmations.prizesSettled(paid, exactEvo(total), prizes.length - paid, unpaid(refusals)),
      winners: await winnersNow(parts, ctx, state),
      totalDistributed: formatEvo(total),
      dryRun,
    };
  });

  serveQuery(router, parts, getAdminRaffle, async ({ ctx }) => {
    const raffle = await findRaffle(parts.pool, raffleIdIn(ctx.params.raffleId));
    if (!raffle) throw unknownRaffle();
    const winners = await listWinners(parts.pool, raffle.raffleId);
    const pending = await pendingRewardsOf(
      parts.pool,
      winners.map(({ userId }) => userId),
    );
    return {
      raffle: presentSummary(raffle, parts.clock()),
      winners: winners.map((winner) => presentAdminWinner(winner, pending)),
    };
  });
}

const unpaid = (refusals: readonly DomainError[]) =>
  refusals[0] && { count: refusals.length, why: refusals[0].message };

/**
 * With what they can claim, once the read models have what was just done.
 * @param replayed whether an earlier sending had begun the raffle; a prize is paid once, whoever asks for it again
 */
async function winnersNow(
  { store, gate, pool }: Parts,
  ctx: ApiContext,
  state: RaffleState,
  replayed = false,
) {
  const position = await store.head();
  announce(ctx, { position, replayed });
  if (position) await gate.waitFor(position, READ_WAIT_MS);
  const pending = await pendingRewardsOf(
    pool,
    state.winners.map(({ userId }) => userId),
  );
  return presentWinners(state, pending);
}
