import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { actWords } from '../../contracts/act-messages.ts';
import { undoAct } from '../../contracts/api/admin-acts.ts';
import { payRaffle } from '../../contracts/api/raffle.ts';
import { approveReward } from '../../contracts/api/reward-requests.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { sendReward } from '../../ledger/rewards-by-hand/send-reward.ts';
import { startMemoryLedger } from '../../ledger/testing/memory-ledger.ts';
import { newWallet, testContext } from '../../ledger/testing/start-ledger.ts';
import type { Database } from '../../projector/database.ts';
import { signedActs } from './signed-acts.ts';

const ABOVE = 10n * ONE_EVO;

let handler: CommandHandler;
beforeEach(() => {
  handler = createCommandHandler(startMemoryLedger().store);
});

/** None of these acts is looked up in the read models. */
const unread = { query: () => Promise.reject(new Error('the read models were asked')) };

/** What has to be signed of a request to one act. */
const wordsOf = (path: string, body: object, params = {}) =>
  signedActs(handler, unread, ABOVE)
    .find(({ endpoint }) => endpoint.path === path)
    ?.words({ body, params });

describe('the approval of a reward', () => {
  const words = (requestId: string) => wordsOf(approveReward.path, { requestId });

  /** Of a reward that an admin may not send alone. */
  async function ask(amount: bigint, requestId: string): Promise<string> {
    const walletAddress = newWallet();
    const { userId } = await openAccount(handler, { walletAddress }, testContext());
    const reward = { userId, amount, reason: 'Prize', by: newWallet() };
    const limits = { reward: 0n, day: 0n, account: 1_000n * ONE_EVO };
    const rights = { hands: async () => (wallet: string) => wallet, authorize: async () => undefined };
    const context = testContext({ commandId: requestId });
    await sendReward(handler, { ...reward, limits, ...rights, dryRun: false }, context);
    return walletAddress;
  }

  test('that the ledger does not have is refused, never let through: a moment later it may be there', async () => {
    const requestId = randomUUID();
    await expect(words(requestId)).rejects.toMatchObject({ code: 'RewardRequestUnknown', kind: 'not_found' });
    const walletAddress = await ask(11n * ONE_EVO, requestId);
    expect(await words(requestId)).toBe(actWords.approve(11n * ONE_EVO, walletAddress));
  });

  test('needs none up to the limit', async () => {
    const requestId = randomUUID();
    await ask(ABOVE, requestId);
    expect(await words(requestId)).toBeUndefined();
  });
});

test('the prizes of a raffle that the ledger does not have are refused, never let through', async () => {
  await expect(wordsOf(payRaffle.path, {}, { raffleId: randomUUID() })).rejects.toMatchObject({
    status: 404,
    code: 'NoRaffle',
  });
});

describe('undoing', () => {
  const wallet = newWallet();
  /** What has to be signed where the read models hold such a line of Activity History. */
  const words = (type: string, amount: string | null, walletAddress: string | null = wallet) => {
    const user = { user_id: walletAddress && randomUUID(), username: 'anna', wallet_address: walletAddress };
    const row = { event_id: randomUUID(), commit: '1', prepare: '1', act_key: 'x', type, amount, ...user };
    // All that is asked of it here.
    const db = { query: async () => ({ rows: [row] }) } as unknown as Database;
    return signedActs(handler, db, ABOVE)
      .find(({ endpoint }) => endpoint === undoAct)
      ?.words({ body: { eventId: row.event_id }, params: {} });
  };

  test('of a clear that gives back more than the limit is signed, and so is that of a reset', async () => {
    expect(await words('balance_cleared', '10.000000000000000001')).toBe(
      actWords.undoClear(ABOVE + 1n, wallet),
    );
    expect(await words('rewards_reset_all', '11')).toBe(actWords.undoReset);
  });

  test('of anything else needs no signature: it gives nobody more', async () => {
    expect(await words('balance_cleared', '10')).toBeUndefined();
    expect(await words('reward_sent', '11')).toBeUndefined();
    expect(await words('user_removed', null)).toBeUndefined();
    // A clear of everybody cannot be undone.
    expect(await words('balance_cleared', '11', null)).toBeUndefined();
  });
});
