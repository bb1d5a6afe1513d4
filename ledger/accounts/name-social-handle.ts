import type { Platform } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { SealedHandle } from './commands.ts';

/**
 * Remembers a handle that a person typed. It proves nothing, reserves nothing and pays nothing.
 * @throws PlatformAlreadyConnected, ErasedMeanwhile, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable
 */
export function nameSocialHandle(
  handler: CommandHandler,
  named: SealedHandle & { readonly userId: string; readonly platform: Platform },
  context: CommandContext,
) {
  const { userId, platform, ...sealed } = named;
  const { handleHash } = sealed;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'NameSocialHandle', platform, ...sealed },
    // Not the handle: whoever has the ledger could try names until their hash is this one.
    input: { operation: 'name-social-handle', userId, platform, handleHash },
  });
}
