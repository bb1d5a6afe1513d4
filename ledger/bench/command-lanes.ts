import { randomBytes, randomUUID } from 'node:crypto';
import { ONE_EVO } from '../../contracts/money.ts';
import { grantByAdmin } from '../accounts/grant-reward.ts';
import { openAccount } from '../accounts/open-account.ts';
import type { CommandContext } from '../command-context.ts';
import { connectEventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import type { Lane } from './measure.ts';

const ACCOUNTS = 2_000;

export type CommandBench = {
  /** Grants to many accounts in turn. */
  many(inFlight: number): Lane[];
  /** Grants to one account. */
  hot(inFlight: number): Lane[];
  close(): Promise<void>;
};

/** Reward grants through the command handler, each to an account that exists. */
export async function startCommandBench(connectionString: string): Promise<CommandBench> {
  const store = connectEventStore(connectionString);
  const handler = createCommandHandler(store);
  const accounts: string[] = [];
  while (accounts.length < ACCOUNTS) {
    const opened = await Promise.all(Array.from({ length: 100 }, () => open(handler)));
    accounts.push(...opened);
  }
  const [first = ''] = accounts;
  const lanes = (inFlight: number, account: (turn: number) => string) => {
    let turn = 0;
    return Array.from({ length: inFlight }, () => () => grant(handler, account(turn++)));
  };
  return {
    many: (inFlight) => lanes(inFlight, (turn) => accounts[turn % ACCOUNTS] ?? first),
    hot: (inFlight) => lanes(inFlight, () => first),
    close: () => store.close(),
  };
}

async function open(handler: CommandHandler): Promise<string> {
  const walletAddress = `0x${randomBytes(20).toString('hex')}`;
  return (await openAccount(handler, { walletAddress }, context())).userId;
}

function grant(handler: CommandHandler, userId: string) {
  const order = { userId, amount: ONE_EVO, reason: 'Bench', dryRun: false, authorize: async () => undefined };
  return grantByAdmin(handler, order, context());
}

function context(): CommandContext {
  return {
    commandId: randomUUID(),
    actor: { kind: 'user' },
    occurredAt: new Date().toISOString(),
    correlationId: randomUUID(),
  };
}
