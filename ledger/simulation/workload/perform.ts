import { v5 as uuidv5 } from 'uuid';
import { parseEvo } from '../../../contracts/money.ts';
import { changeUsername } from '../../accounts/change-username.ts';
import { checkIn } from '../../accounts/check-in.ts';
import { claimRewards } from '../../accounts/claim-rewards.ts';
import { clearBalance } from '../../accounts/clear-balance.ts';
import type { SealedHandle } from '../../accounts/commands.ts';
import { connectSocial } from '../../accounts/connect-social.ts';
import { erasePersonalData } from '../../accounts/erase-personal-data.ts';
import { AccountNotFound } from '../../accounts/errors.ts';
import { holdClaimsByAdmin, releaseClaimsByAdmin } from '../../accounts/hold-claims.ts';
import { joinWhitelist } from '../../accounts/join-whitelist.ts';
import { nameSocialHandle } from '../../accounts/name-social-handle.ts';
import { openAccount } from '../../accounts/open-account.ts';
import { readAccount } from '../../accounts/read-account.ts';
import { removeAccount } from '../../accounts/remove-account.ts';
import { signUpEmail, signUpEmailAlone } from '../../accounts/sign-up-email.ts';
import { undoOnAccount } from '../../accounts/undo-act.ts';
import { verifyEmail } from '../../accounts/verify-email.ts';
import { verifyTask } from '../../accounts/verify-task.ts';
import { isAdmin, isAuditor } from '../../admins/admins.ts';
import { addAdmin, addAuditor, removeAdmin, removeAuditor } from '../../admins/change-admins.ts';
import { readAdmins } from '../../admins/read-admins.ts';
import type { Authorize } from '../../authorize.ts';
import type { CommandContext } from '../../command-context.ts';
import { DomainError } from '../../domain-error.ts';
import { findOwner } from '../../reservations/find-owner.ts';
import { approveReward, declineReward } from '../../rewards-by-hand/decide-request.ts';
import { handsOf } from '../../rewards-by-hand/hands.ts';
import { sendReward } from '../../rewards-by-hand/send-reward.ts';
import type { Ground } from '../replica/ground.ts';
import { MOST_BY_HAND, type Replica } from '../replica/replica.ts';
import { addressOf, adminOf, type Circle, emailOf, keyOf, nameOf, platformIdOf, trackOf } from './circle.ts';
import * as program from './perform-program.ts';
import { type Act, MOST_ALONE, type Step, SUPER_ADMIN } from './step.ts';

export type Performing = {
  readonly ground: Ground;
  readonly replica: Replica;
  readonly circle: Circle;
  /** Steps by their ids, for what refers to earlier ones. */
  readonly steps: ReadonlyMap<string, Step>;
  /** A name that no other sending has. */
  readonly sending: string;
};

/** Does at a replica what its routes do for this request. */
export async function perform(step: Step, sending: Performing): Promise<unknown> {
  const { replica, circle } = sending;
  const { act } = step;
  const commandId = keyOf(circle, step.key);
  const occurredAt = replica.clock();
  const context: CommandContext = {
    commandId,
    actor: actorOf(act, circle),
    occurredAt,
    correlationId: commandId,
  };
  if ('admin' in act || act.kind === 'remove admin') return performAsAdmin(act, context, sending);
  const { handler } = replica;
  const inTime = { ...context, deadline: replica.deadline() };
  const { chance } = circle;
  if (act.kind === 'open') {
    const referrerId = act.referrer === undefined ? undefined : await find(sending, act.referrer);
    const walletAddress = addressOf(circle, act.user);
    const userId = chance.uuid(`user of ${sending.sending}`);
    return openAccount(handler, { walletAddress, userId, ...(referrerId && { referrerId }) }, inTime);
  }
  if (act.kind === 'denial') return program.deny(replica, context);
  if (act.kind === 'sign up email alone') {
    const userId = chance.uuid(`user of ${sending.sending}`);
    return signUpEmailAlone(handler, { ...signupOf(sending, act.email), userId }, inTime);
  }
  const userId = await find(sending, act.user);
  if (userId === undefined) throw new AccountNotFound();
  switch (act.kind) {
    case 'rename':
      return changeUsername(handler, { userId, username: nameOf(act.name) }, inTime);
    case 'connect social': {
      const { platform, id } = act;
      const confirmed = {
        userId,
        platform,
        platformUserId: platformIdOf(id),
        ...(await sealedHandle(sending, userId, id)),
      };
      return connectSocial(handler, { ...confirmed, method: 'oauth' }, inTime);
    }
    case 'name handle':
      return nameSocialHandle(
        handler,
        { userId, platform: act.platform, ...(await sealedHandle(sending, userId, act.id)) },
        context,
      );
    case 'verify task': {
      const proof = { method: 'oauth', evidence: 'the platform said so', tweetId: undefined } as const;
      return verifyTask(
        handler,
        { userId, platform: act.platform, taskType: act.task },
        async () => ({ proof }),
        context,
      );
    }
    case 'sign up email':
      return signUpEmail(handler, userId, signupOf(sending, act.email), inTime);
    case 'verify email':
      return verifyInTurn(sending, userId, act.email, inTime);
    case 'claim':
      return claimRewards(handler, userId, context);
    case 'check in':
      return checkIn(handler, userId, context);
    case 'join whitelist':
      return joinWhitelist(handler, userId, context);
    case 'erase': {
      const erased = await erasePersonalData(handler, { userId }, context);
      // As where the program ends here and nobody asks again: then it is the process's to do.
      const isLeft = chance.of(`leaves keys/${sending.sending}`) < 0.5;
      return isLeft ? erased : replica.vault.erase(userId);
    }
  }
}

type AdminsAct = Extract<Act, { readonly admin: number } | { readonly kind: 'remove admin' }>;

async function performAsAdmin(
  act: AdminsAct,
  context: CommandContext,
  sending: Performing,
): Promise<unknown> {
  const { replica, circle, ground, steps } = sending;
  const { handler } = replica;
  const { superAdmin } = ground;
  const wallet = 'admin' in act ? adminOf(circle, act.admin) : superAdmin;
  const authorize = replica.requireAdmin(wallet);
  switch (act.kind) {
    case 'add admin':
    case 'add auditor': {
      const change = act.kind === 'add admin' ? addAdmin : addAuditor;
      const to = adminOf(circle, act.other);
      return change(
        handler,
        { wallet: to, by: wallet, superAdmin, authorize: givingTo(to, wallet, replica) },
        context,
      );
    }
    case 'remove admin': {
      const { holdActs } = replica;
      return removeAdmin(
        handler,
        { wallet: adminOf(circle, act.other), by: wallet, superAdmin, holdActs },
        context,
      );
    }
    case 'remove auditor':
      return removeAuditor(
        handler,
        { wallet: adminOf(circle, act.other), by: wallet, superAdmin, authorize },
        context,
      );
    case 'mass clear':
      return program.requestMass(replica, { kind: 'clear' }, authorize, context);
    case 'mass reset':
      return program.requestMass(replica, { kind: 'reset' }, replica.requireAdminAlone(wallet), context);
    case 'mass restore': {
      const resetId = keyOf(circle, steps.get(act.of)?.key ?? act.of);
      return program.requestMass(replica, { kind: 'restore', resetId }, authorize, context);
    }
    case 'raffle':
      return program.startRaffle(ground, replica, act.winners, authorize, context);
    case 'pay raffle':
      return program.payRaffle(replica, act.number, act.place, authorize, context);
    case 'add track':
      return program.putTrack(replica, trackOf(circle, act.track), authorize, context);
    case 'remove track':
      return program.takeTrack(replica, trackOf(circle, act.track).trackId, authorize, context);
    case 'export':
      return program.noteExport(replica, authorize, context);
    case 'undo':
      return undo(act.of, wallet, context, sending);
    case 'approve':
    case 'decline': {
      const requestId = keyOf(circle, steps.get(act.of)?.key ?? act.of);
      const decision = { requestId, by: wallet, hands: handsAt(sending), authorize };
      const inTime = { ...context, deadline: replica.deadline() };
      if (act.kind === 'decline') return declineReward(handler, { ...decision, reason: 'Simulated' }, inTime);
      // As where the program ends behind the approval and nobody asks again: then the process grants it.
      const isLeft = circle.chance.of(`leaves grant/${sending.sending}`) < 0.5;
      const dismissals = { ...replica.dismissals, isDismissed: async () => isLeft };
      return approveReward(handler, { ...decision, dryRun: false, most: MOST_BY_HAND, dismissals }, inTime);
    }
  }
  const userId = await find(sending, act.user);
  if (userId === undefined) throw new AccountNotFound();
  const how = { userId, reason: 'Simulated', dryRun: false, authorize };
  if (act.kind === 'grant') {
    const hands = handsAt(sending);
    const reward = { ...how, amount: parseEvo(String(act.amount)), by: wallet, limits: BY_HAND, hands };
    return sendReward(handler, reward, { ...context, deadline: replica.deadline() });
  }
  if (act.kind === 'clear') return clearBalance(handler, how, context);
  if (act.kind === 'hold claims') return holdClaimsByAdmin(handler, how, context);
  if (act.kind === 'release claims') return releaseClaimsByAdmin(handler, how, context);
  const sparing = replica.requireAdminOver(wallet, (rights) => {
    const own = addressOf(circle, act.user);
    if (isAdmin(rights, own) || isAuditor(rights, own))
      throw new DomainError('conflict', 'AccountOfRight', 'it has a right');
  });
  return removeAccount(handler, { ...how, authorize: sparing }, context);
}

const handsAt =
  ({ replica, ground }: Performing) =>
  async () =>
    handsOf((await readAdmins(replica.handler)).state, ground.superAdmin);

/** As the program's own: nobody whose account was removed is given a right. */
function givingTo(to: string, by: string, { handler, requireAdminToGive }: Replica): Authorize {
  return requireAdminToGive(by, async (deadline) => {
    const userId = await findOwner(handler, 'wallet', to, deadline);
    if (userId === undefined) return;
    const { removed } = await readAccount(handler, userId, deadline);
    if (removed) throw new DomainError('conflict', 'AccountOfRightRemoved', 'its account was removed');
  });
}

/** Small, so that some of what is sent meets them and waits for another admin. */
const BY_HAND = { reward: parseEvo(String(MOST_ALONE)), day: parseEvo('1500'), account: MOST_BY_HAND };

/** The act of an earlier step, found as an admin finds it in the history. The undone act makes the command's id. */
async function undo(
  of: string,
  wallet: string,
  context: CommandContext,
  { ground, replica, circle, steps }: Performing,
): Promise<unknown> {
  const key = steps.get(of)?.key;
  const commandId = key && keyOf(circle, key);
  const found = ground.log.landed.find(
    ({ event: { type, metadata } }) => metadata.commandId === commandId && UNDOABLE.includes(type),
  );
  if (!found) throw new AccountNotFound();
  const { id, type, stream, position } = found.event;
  const { requireAdmin, requireAdminAlone } = replica;
  const authorize = type === 'BalanceCleared' ? requireAdminAlone(wallet) : requireAdmin(wallet);
  return undoOnAccount(
    replica.handler,
    replica.store,
    {
      userId: stream.replace(/^account-/, ''),
      undone: id,
      at: position,
      reason: 'Undone',
      dryRun: false,
      authorize,
    },
    { ...context, commandId: uuidv5(id, UNDO), deadline: replica.deadline() },
  );
}

const UNDO = '5c0bb1b4-9a0f-4f0e-8a77-1d2f4d1c2a90';
const UNDOABLE: readonly string[] = [
  'RewardGranted',
  'BalanceCleared',
  'ClaimsHeld',
  'ClaimsReleased',
  'AccountRemoved',
];

/** Verifications of one address wait for each other. */
async function verifyInTurn(
  sending: Performing,
  userId: string,
  email: number,
  context: CommandContext,
): Promise<unknown> {
  const { handler, database, life, vault } = sending.replica;
  const { emailHash, marketingOptIn } = signupOf(sending, email);
  const session = database.connect(life);
  try {
    await session.lock(`email ${email}`, 'exclusive', 4_000);
    const sealedAfter = await vault.erasures(userId);
    const sealedEmail = await vault.seal(userId);
    const proof = { userId, emailHash, sealedEmail, sealedAfter, marketingOptIn };
    return await verifyEmail(handler, proof, context);
  } finally {
    session.close();
  }
}

function signupOf({ circle, replica }: Performing, email: number) {
  const { seal, erasures } = replica.vault;
  return { emailHash: emailOf(circle, email), marketingOptIn: false, seal, erasures };
}

async function sealedHandle(
  { replica, circle }: Performing,
  userId: string,
  id: number,
): Promise<SealedHandle> {
  const sealedAfter = await replica.vault.erasures(userId);
  const sealed = await replica.vault.seal(userId);
  return { sealedAfter, sealedHandle: sealed, handleHash: circle.chance.hash(`handle ${id}`) };
}

function find({ replica, circle }: Performing, user: number): Promise<string | undefined> {
  return findOwner(replica.handler, 'wallet', addressOf(circle, user));
}

function actorOf(act: Act, circle: Circle): CommandContext['actor'] {
  if (act.kind === 'remove admin') return { kind: 'admin', wallet: adminOf(circle, SUPER_ADMIN) };
  if ('admin' in act) return { kind: 'admin', wallet: adminOf(circle, act.admin) };
  if ('user' in act) return { kind: 'user', wallet: addressOf(circle, act.user) };
  return { kind: 'user' };
}
