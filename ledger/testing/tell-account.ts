import { randomUUID } from 'node:crypto';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import type { CommandHandler } from '../handle-command.ts';
import { testContext } from './start-ledger.ts';

/** A command that an account is sent by itself, once. @throws as `CommandHandler.handle` */
export async function tellAccount(
  handler: CommandHandler,
  userId: string,
  command: AccountCommand,
): Promise<void> {
  await handler.handle({
    ...testContext(),
    stream: streamOf('account', userId),
    decider: account,
    command,
    input: { id: randomUUID() },
  });
}
