import { actWords } from '../../contracts/act-messages.ts';
import { sendReward } from '../../contracts/api/admin.ts';
import { addAdmin, clearAllBalances, resetRewards, undoAct } from '../../contracts/api/admin-acts.ts';
import { addAuditor } from '../../contracts/api/admin-auditors.ts';
import type { Endpoint } from '../../contracts/api/endpoint.ts';
import { erasePersonalData, eraseUserData } from '../../contracts/api/personal-data.ts';
import { payRaffle, startRaffle } from '../../contracts/api/raffle.ts';
import { approveReward } from '../../contracts/api/reward-requests.ts';
import { erasureTexts } from '../../contracts/erasure-texts.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { parseEvo } from '../../contracts/money.ts';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { readRaffle } from '../../ledger/raffles/read-raffle.ts';
import { RewardRequestUnknown } from '../../ledger/rewards-by-hand/errors.ts';
import { rewardRequest } from '../../ledger/rewards-by-hand/request.ts';
import type { Database } from '../../projector/database.ts';
import { validate } from '../http/middleware/validate.ts';
import { actToUndo } from '../resources/admin-acts/act-to-undo.ts';
import { raffleIdIn, unknownRaffle } from '../resources/raffles/raffle-id-in.ts';

/** A request as it is sent: nothing of it is checked yet. */
export type SentAct = {
  readonly body: unknown;
  /** Values of the `:name` segments of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
};

/**
 * What of a request a wallet has to sign, in words. Undefined: it needs no signature, whatever the ledger has by the time
 * that it is done. So of what the ledger lacks nothing can be said.
 * @throws as the act itself where it is about what is not there
 */
export type WordsOf = (act: SentAct) => Promise<string | undefined>;

type SignedAct = { readonly endpoint: Endpoint; readonly words: WordsOf };

/** Nobody decides where a request is only read. */
const noHands = () => undefined;

/**
 * The acts that a session alone does not allow: whoever has got hold of one cannot take everybody's rewards, make
 * another admin or auditor, draw a raffle, erase what is known of a person or pay more than `above`, be it by giving back
 * what was cleared.
 * @param db the read models
 * @param above base units
 */
export function signedActs(handler: CommandHandler, db: Database, above: bigint): readonly SignedAct[] {
  const isAbove = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n) > above;
  return [
    { endpoint: resetRewards, words: async () => actWords.resetAll },
    { endpoint: clearAllBalances, words: async () => actWords.clearAll },
    { endpoint: erasePersonalData, words: async () => erasureTexts.words },
    {
      endpoint: eraseUserData,
      words: async ({ body }) => erasureTexts.wordsOfAdmin(validate(eraseUserData.request, body).userId),
    },
    {
      endpoint: addAdmin,
      words: async ({ body }) => actWords.addAdmin(validate(addAdmin.request, body).adminWallet),
    },
    {
      endpoint: addAuditor,
      words: async ({ body }) => actWords.addAuditor(validate(addAuditor.request, body).auditorWallet),
    },
    {
      endpoint: sendReward,
      async words({ body }) {
        const { amount, walletAddress } = validate(sendReward.request, body);
        return isAbove([amount]) ? actWords.reward(amount, walletAddress) : undefined;
      },
    },
    {
      endpoint: approveReward,
      async words({ body }) {
        const { requestId } = validate(approveReward.request, body);
        const request = await handler.read(streamOf('reward-request', requestId), rewardRequest(noHands));
        // It may be there in a moment, and then the act itself would find it.
        if (request.stage === 'unknown') throw new RewardRequestUnknown();
        if (!isAbove([request.amount])) return undefined;
        const { walletAddress } = await readAccount(handler, request.userId);
        return actWords.approve(request.amount, walletAddress ?? request.userId);
      },
    },
    {
      endpoint: undoAct,
      async words({ body }) {
        const { type, amount, user } = await actToUndo(db, validate(undoAct.request, body).eventId);
        if (type === 'rewards_reset_all') return actWords.undoReset;
        if (type !== 'balance_cleared' || !user || !isAbove([amount ?? 0n])) return undefined;
        return actWords.undoClear(amount ?? 0n, user.walletAddress ?? user.userId);
      },
    },
    {
      endpoint: startRaffle,
      words: async ({ body }) =>
        actWords.raffle(validate(startRaffle.request, body).amounts.map((amount) => parseEvo(amount))),
    },
    {
      endpoint: payRaffle,
      async words({ body, params }) {
        const { place } = validate(payRaffle.request, body);
        const { stage, number, amounts } = await readRaffle(handler, raffleIdIn(params.raffleId));
        if (stage === 'none') throw unknownRaffle();
        // Whatever was paid of it before: the same request needs the same signature each time.
        const prizes = place === undefined ? amounts : amounts.slice(place - 1, place);
        if (!isAbove(prizes)) return undefined;
        return place === undefined
          ? actWords.prizes(number, prizes)
          : actWords.prize(number, place, prizes[0] ?? 0n);
      },
    },
  ];
}
