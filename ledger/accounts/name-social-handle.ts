import type { Platform } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';

/**
 * Remembers a handle that a person typed. It proves nothing, reserves nothing and pays nothing.
 * @throws PlatformAlreadyConnected, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable
 */
export function nameSocialHandle(
  handler: CommandHandler,
  named: { readonly userId: string; readonly platform: Platform; readonly handle: string },
  context: CommandContext,
) {
  const { userId, platform, handle } = named;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'NameSocialHandle', platform, handle },
    input: { operation: 'name-social-handle', userId, platform, handle },
  });
}
