import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { getAddress } from 'viem';
import { parseEvo } from '../../../contracts/money.ts';
import { changeUsername } from '../../../ledger/accounts/change-username.ts';
import { checkIn } from '../../../ledger/accounts/check-in.ts';
import { claimRewards } from '../../../ledger/accounts/claim-rewards.ts';
import { connectSocial } from '../../../ledger/accounts/connect-social.ts';
import { grantByAdmin } from '../../../ledger/accounts/grant-reward.ts';
import { joinWhitelist } from '../../../ledger/accounts/join-whitelist.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { signUpEmail } from '../../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../../ledger/accounts/verify-email.ts';
import { verifyTask } from '../../../ledger/accounts/verify-task.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { demoUserId } from '../../integrations/social/demo.ts';
import type { DemoVault } from './demo-vault.ts';
import type { Act, PersonDay } from './plan.ts';

export type FillOptions = {
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly vault: DemoVault;
  readonly seed: string;
  readonly calendar: readonly (readonly PersonDay[])[];
  /** The first day of the history, `YYYY-MM-DD`. */
  readonly from: string;
  readonly superAdminWallet: string;
  /** After each day, when all of it stands in the ledger. */
  readonly onDay: (day: number, commands: number) => Promise<void>;
};

/** Persons who act at once. */
const CONCURRENCY = 64;
const DAY_MS = 24 * 3_600_000;
const NAMESPACE = '1d9d1c3e-6f0c-4d7e-8d0a-0e6a2a0b9c60';

/**
 * Lives a planned history through the program's own commands, day by day. Every id and time follows from the seed,
 * so each stream is the same at each run; only the order of streams within a day is not.
 * @returns how many commands went through; a claim with nothing to claim is none
 */
export async function fillLedger(options: FillOptions): Promise<number> {
  const { seed, calendar, from, onDay } = options;
  const members = new Map<number, string>();
  let commands = 0;
  for (const [day, persons] of calendar.entries()) {
    const midnight = Date.parse(from) + day * DAY_MS;
    const before = new Map(members);
    await pooled(persons, CONCURRENCY, async ({ person, minute, acts }) => {
      const userId = uuidv5(`${seed}/person/${person}`, NAMESPACE);
      for (const [index, act] of acts.entries()) {
        const at = new Date(midnight + (minute + index) * 60_000).toISOString();
        const commandId = uuidv5(`${seed}/${day}/${person}/${index}`, NAMESPACE);
        if (await perform(options, { userId, person, referrers: before }, act, commandId, at)) commands += 1;
      }
      members.set(person, userId);
    });
    await onDay(day, commands);
  }
  return commands;
}

type Someone = {
  readonly userId: string;
  readonly person: number;
  /** Who had joined when the day began. */
  readonly referrers: ReadonlyMap<number, string>;
};

/** False when the program refused, as it would refuse a person. */
async function perform(
  options: FillOptions,
  someone: Someone,
  act: Act,
  commandId: string,
  occurredAt: string,
): Promise<boolean> {
  const walletAddress = walletOf(options.seed, someone.person);
  const context: CommandContext = {
    commandId,
    actor: { kind: 'user', wallet: walletAddress },
    occurredAt,
    correlationId: commandId,
  };
  try {
    await actOf(options, someone, act, walletAddress, context);
    return true;
  } catch (refusal) {
    if (refusal instanceof DomainError) return false;
    throw refusal;
  }
}

async function actOf(
  { handler, vault, superAdminWallet }: FillOptions,
  { userId, referrers }: Someone,
  act: Act,
  walletAddress: string,
  context: CommandContext,
): Promise<unknown> {
  switch (act.kind) {
    case 'join': {
      const referrerId = act.referrer === undefined ? undefined : referrers.get(act.referrer);
      return openAccount(handler, { walletAddress, userId, ...(referrerId && { referrerId }) }, context);
    }
    case 'rename':
      return changeUsername(handler, { userId, username: act.username }, context);
    case 'connect': {
      const { platform, handle } = act;
      const sealed = {
        sealedHandle: await vault.seal('handle', userId, handle),
        handleHash: vault.handleHash(platform, handle),
      };
      const confirmed = { userId, platform, platformUserId: demoUserId(handle), ...sealed };
      return connectSocial(handler, { ...confirmed, method: 'demo' }, context);
    }
    case 'task': {
      const proof = { method: 'demo', evidence: 'made-up history', tweetId: undefined } as const;
      return verifyTask(
        handler,
        { userId, platform: act.platform, taskType: act.taskType },
        async () => ({ proof }),
        context,
      );
    }
    case 'email': {
      const { address, marketingOptIn, verifies } = act;
      const emailHash = vault.emailHash(address);
      const seal = (owner: string) => vault.seal('email', owner, address);
      await signUpEmail(handler, userId, { emailHash, marketingOptIn, seal }, context);
      if (!verifies) return undefined;
      const sealedEmail = await seal(userId);
      const verification = { ...context, commandId: uuidv5('verify', context.commandId) };
      return verifyEmail(handler, { userId, emailHash, sealedEmail, marketingOptIn }, verification);
    }
    case 'check-in':
      return checkIn(handler, userId, context);
    case 'whitelist':
      return joinWhitelist(handler, userId, context);
    case 'claim':
      return claimRewards(handler, userId, context);
    case 'reward':
      return grantByAdmin(
        handler,
        {
          userId,
          amount: parseEvo(act.amount),
          reason: act.reason,
          dryRun: false,
          authorize: async () => undefined,
        },
        { ...context, actor: { kind: 'admin', wallet: superAdminWallet } },
      );
  }
}

/** An address without a key: nobody can sign in as a made-up person. */
function walletOf(seed: string, person: number): string {
  const bytes = createHash('sha256').update(`${seed}/wallet/${person}`).digest('hex').slice(0, 40);
  return getAddress(`0x${bytes}`);
}

async function pooled<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
