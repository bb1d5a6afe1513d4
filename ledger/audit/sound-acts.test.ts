import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { defaultUsername } from '../../contracts/username.ts';
import { account } from '../accounts/account.ts';
import { changeUsername } from '../accounts/change-username.ts';
import { checkIn } from '../accounts/check-in.ts';
import { clearBalance } from '../accounts/clear-balance.ts';
import { connectSocial } from '../accounts/connect-social.ts';
import { erasePersonalData } from '../accounts/erase-personal-data.ts';
import { holdClaimsByAdmin, releaseClaimsByAdmin } from '../accounts/hold-claims.ts';
import { openAccount } from '../accounts/open-account.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import { signUpEmail, signUpEmailAlone } from '../accounts/sign-up-email.ts';
import { undoOnAccount } from '../accounts/undo-act.ts';
import { verifyEmail } from '../accounts/verify-email.ts';
import { addAdmin, addAuditor, removeAdmin } from '../admins/change-admins.ts';
import { readAdmins } from '../admins/read-admins.ts';
import type { Authorize } from '../authorize.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { MASS_ACTS_STREAM } from '../mass-acts/mass-acts.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { massActProcess } from '../processes/mass-acts.ts';
import { referralRewards } from '../processes/referral-rewards.ts';
import { approveReward, declineReward } from '../rewards-by-hand/decide-request.ts';
import { handsOf } from '../rewards-by-hand/hands.ts';
import { sendReward } from '../rewards-by-hand/send-reward.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { LedgerRules, type RulesOptions } from './ledger-rules.ts';
import type { AuditedEvent } from './rules/rule.ts';

const [ROOT, ANNA, BEN] = [newWallet(), newWallet(), newWallet()];
const by = (wallet: string) => testContext({ actor: { kind: 'admin', wallet } });
const byRight: Authorize = async () => ({
  right: { role: 'superAdmin' },
  [Symbol.asyncDispose]: async () => {},
});
const limits = { reward: 10n * ONE_EVO, day: 100n * ONE_EVO, account: 1_000n * ONE_EVO };
const hands = async () => handsOf((await readAdmins(handler)).state, ROOT);
const approving = {
  dryRun: false,
  most: limits.account,
  dismissals: { isDismissed: async () => false, hold: async () => undefined },
};

let ledger: TestLedgerNode;
let handler: CommandHandler;
beforeEach(() => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
});

/** What the rules say of all that the program has written. */
async function faults(options: RulesOptions = { superAdmin: ROOT }): Promise<string[]> {
  const rules = new LedgerRules(options);
  // What the ledger gives is what `upcast` gave.
  const events = (await ledger.readAll()) as unknown as readonly AuditedEvent[];
  const broken = [...events.map((event) => rules.add(event)), rules.end()];
  return broken.flatMap((one) => (one ? [`${one.rule}: ${one.reason}`] : []));
}

const opened = async (referrerId?: string) => {
  const wallet = { walletAddress: newWallet(), ...(referrerId && { referrerId }) };
  return (await openAccount(handler, wallet, testContext())).userId;
};
const named = (wallet: string) =>
  addAdmin(handler, { wallet, by: ROOT, superAdmin: ROOT, authorize: byRight }, by(ROOT));
/** By an admin who may, as before rights were noted. */
const authorize: Authorize = async () => undefined;
const byOwnRight: Authorize = async () => {
  const { revision = -1n } = await readAdmins(handler);
  return {
    right: { role: 'admin', adminsRevision: Number(revision) },
    [Symbol.asyncDispose]: async () => {},
  };
};
const how = (userId: string) => ({ userId, reason: 'Looked at', dryRun: false, authorize });

test.each([
  ['before rights were noted', authorize],
  ['by their rights', byOwnRight],
])('what one admin sends, and what two of them decide, %s', async (_, mayAct) => {
  const userId = await opened();
  await named(ANNA);
  await named(BEN);
  const send = (evo: bigint, context = by(ANNA)) => {
    const reward = { ...how(userId), amount: evo * ONE_EVO, by: ANNA, limits, hands, authorize: mayAct };
    return sendReward(handler, reward, context).then(() => context.commandId);
  };
  const decision = (requestId: string) => ({ requestId, by: BEN, hands, authorize: mayAct });
  await send(5n);
  await approveReward(handler, { ...decision(await send(11n)), ...approving }, by(BEN));
  await declineReward(handler, { ...decision(await send(12n)), reason: 'Too much' }, by(BEN));
  await removeAdmin(handler, { wallet: BEN, by: ROOT, superAdmin: ROOT, holdActs: byRight }, by(ROOT));
  await addAuditor(handler, { wallet: BEN, by: ROOT, superAdmin: ROOT, authorize: byRight }, by(ROOT));
  expect(await faults()).toEqual([]);
});

test('what super admins did one after the other, where who audits says who it was before', async () => {
  const next = newWallet();
  const userId = await opened();
  await named(ANNA);
  const naming = { wallet: BEN, by: next, superAdmin: next, authorize: byRight };
  await addAdmin(handler, naming, by(next));
  const since = async () => handsOf((await readAdmins(handler)).state, next);
  const asking = by(ANNA);
  const mayAct = { hands: since, authorize: byOwnRight };
  const reward = { ...how(userId), amount: 11n * ONE_EVO, by: ANNA, limits, ...mayAct };
  await sendReward(handler, reward, asking);
  const decision = { requestId: asking.commandId, by: BEN, ...mayAct, ...approving };
  await approveReward(handler, decision, by(BEN));
  expect(await faults({ superAdmin: next, formerSuperAdmins: [ROOT] })).toEqual([]);
  const ofFirst = expect.stringMatching(/^rights: AdminAdded at admins:0 /);
  expect(await faults({ superAdmin: next })).toContainEqual(ofFirst);
  expect(await faults({ superAdmin: next, formerSuperAdmins: [newWallet()] })).toContainEqual(ofFirst);
  // Who had the right before gives none to anybody else.
  await addAdmin(handler, { ...naming, wallet: newWallet(), by: BEN, superAdmin: BEN }, by(BEN));
  expect(await faults({ superAdmin: next, formerSuperAdmins: [ROOT] })).toEqual([
    expect.stringMatching(/^rights: AdminAdded at admins:2 /),
  ]);
});

test('what an admin does to an account, and undoes', async () => {
  const userId = await opened();
  await named(ANNA);
  const stream = streamOf('account', userId);
  const undoLast = async () => {
    const last = (await ledger.read(stream)).at(-1);
    if (!last) throw new Error('nothing was done');
    const act = { ...how(userId), undone: last.id, at: last.position };
    await undoOnAccount(handler, ledger.store, act, by(ANNA));
  };
  await clearBalance(handler, how(userId), by(ANNA));
  await undoLast();
  await holdClaimsByAdmin(handler, how(userId), by(ANNA));
  await releaseClaimsByAdmin(handler, how(userId), by(ANNA));
  await undoLast();
  await sendReward(handler, { ...how(userId), amount: ONE_EVO, by: ANNA, limits, hands }, by(ANNA));
  await undoLast();
  // As an admin could give it as a reason once.
  const merged = { type: 'RemoveAccount', reason: 'merged' } as const;
  const removal = { decider: account, command: merged, input: {}, authorize: how(userId).authorize };
  await handler.handle({ ...by(ANNA), stream, ...removal });
  await undoLast();
  await removeAccount(handler, how(userId), by(ANNA));
  expect(await faults()).toEqual([]);
});

test.each(['clear', 'reset'] as const)(
  'a reward that an admin sent while a %s of everybody was under way, and that was taken back behind it',
  async (kind) => {
    const userId = await opened();
    await named(ANNA);
    const request = { act: { kind }, reason: 'New season', dryRun: false, authorize };
    await requestMassAct(handler, request, by(ANNA));
    const [requested] = await ledger.read(MASS_ACTS_STREAM);
    await sendReward(handler, { ...how(userId), amount: ONE_EVO, by: ANNA, limits, hands }, by(ANNA));
    const stream = streamOf('account', userId);
    const sent = (await ledger.read(stream)).at(-1);
    const { handle } = massActProcess(ledger.store, handler, {
      accounts: async (_, after) => (after === undefined ? [{ userId, revision: 0n }] : []),
      loadProgress: async () => undefined,
      saveProgress: async () => undefined,
    });
    await handle(requested!);
    await undoOnAccount(
      handler,
      ledger.store,
      { ...how(userId), undone: sent!.id, at: sent!.position },
      by(ANNA),
    );
    const told = (await ledger.read(stream)).slice(-2).map(({ type, data }) => ({ type, data }));
    expect(told).toMatchObject([
      { type: kind === 'clear' ? 'BalanceCleared' : 'RewardsReset' },
      { type: 'RewardRevoked', data: { amount: '1' } },
    ]);
    expect(await faults()).toEqual([]);
  },
);

test('what people do: friends, days, a mailbox that moves, and an erasure', async () => {
  const userId = await opened();
  const friendId = await opened(userId);
  const at = (occurredAt: string) => testContext({ occurredAt });
  await checkIn(handler, friendId, at('2026-03-01T23:59:59.999Z'));
  await checkIn(handler, friendId, at('2026-03-02T00:00:00.000Z'));
  const emailHash = 'a'.repeat(64);
  const signup = { emailHash, marketingOptIn: false, seal: async () => 'sealed' };
  await signUpEmailAlone(handler, { ...signup, userId: randomUUID() }, testContext());
  const proof = { emailHash, sealedEmail: 'sealed', marketingOptIn: false };
  await verifyEmail(handler, { userId, ...proof }, testContext());
  await erasePersonalData(handler, { userId }, testContext());
  await signUpEmail(handler, userId, { ...signup, erasures: async () => 1 }, testContext());
  await verifyEmail(handler, { userId, ...proof }, testContext());
  expect(await faults()).toEqual([]);
});

test('what is paid for friends: of before and behind what confirms them, of a mailbox twice, behind a removal', async () => {
  const userId = await opened();
  const [friendId, otherId] = [await opened(userId), await opened(userId)];
  const at = (occurredAt: string) => testContext({ occurredAt });
  await checkIn(handler, friendId, at('2026-03-02T10:00:00.000Z'));
  await named(ANNA);
  await removeAccount(handler, how(userId), by(ANNA));
  const stream = streamOf('account', userId);
  const back = { decider: account, command: { type: 'ReinstateAccount' }, input: {}, authorize } as const;
  await handler.handle({ ...by(ANNA), stream, ...back });
  const confirmed = { platform: 'instagram', platformUserId: 'fox', method: 'oauth' } as const;
  const platformAccount = { userId: friendId, ...confirmed, ...sealedHandle('fox'), sealedAfter: 0 };
  await connectSocial(handler, platformAccount, at('2026-03-03T10:00:00.000Z'));
  await checkIn(handler, friendId, at('2026-03-09T10:00:00.000Z'));
  const proof = { emailHash: 'a'.repeat(64), sealedEmail: 'sealed', marketingOptIn: false };
  for (let proofs = 0; proofs < 2; proofs += 1) {
    await verifyEmail(handler, { userId: otherId, ...proof, sealedAfter: proofs }, testContext());
    await erasePersonalData(handler, { userId: otherId }, testContext());
  }
  const process = referralRewards(ledger.store, handler);
  for (const event of await ledger.readAll())
    if ((await process.laneOf(event)) !== undefined) await process.handle(event);
  const paid = (await ledger.readAll()).filter(({ metadata }) => metadata.cause !== undefined);
  expect(new Set(paid.map(({ data }) => Reflect.get(data, 'source')))).toEqual(
    new Set(['referral', 'referral_friend', 'referral_weekly', 'referral_commission']),
  );
  expect(await faults()).toEqual([]);
});

test('a name that is chosen, spelt anew, left for the one that the account was opened with, and for another', async () => {
  const userId = await opened();
  const names = ['Fox_10', 'f0x_iO', defaultUsername(userId), 'Owl'];
  for (const username of names) await changeUsername(handler, { userId, username }, testContext());
  const all = await ledger.readAll();
  // Both names and what they look like are free again.
  expect(all.filter(({ type }) => type === 'Released')).toHaveLength(5);
  expect(await faults()).toEqual([]);
});

test('an account that was removed, and whose person asks for an erasure then', async () => {
  const userId = await opened();
  await named(ANNA);
  await removeAccount(handler, how(userId), by(ANNA));
  await erasePersonalData(handler, { userId }, testContext());
  expect((await ledger.read(streamOf('account', userId))).at(-1)?.type).toBe('PersonalDataErased');
  expect(await faults()).toEqual([]);
});
