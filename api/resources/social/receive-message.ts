import { connectSocial, HandleTaken } from '../../../ledger/accounts/connect-social.ts';
import {
  AccountIsRemoved,
  BalanceTooLarge,
  PlatformAlreadyConnected,
} from '../../../ledger/accounts/errors.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { InstagramMessage } from '../../integrations/social/instagram.ts';
import { askedEnough } from './ask-platform.ts';
import { sealHandle } from './handles.ts';
import { CODE_REFUSALS, codeIn } from './message-codes.ts';
import type { Social } from './social.ts';
import { spendAs } from './spender.ts';

/**
 * Somebody wrote to the program's account: if it is a code, its sender is who was given the code. The code stays
 * good until the connection stands or is refused for good, so that a message which comes again after a failure is taken up
 * again; a second sender finds the user connected already. Whoever sends one that has expired is told so on the page.
 * @throws PlatformUnavailable, PlatformLimited, ErasedMeanwhile, AccountNotFound, LedgerUnavailable: the message is to be delivered again;
 *   PlatformRefused: that would not help
 */
export async function receiveMessage(
  parts: { readonly handler: CommandHandler; readonly social: Social },
  { senderId, text }: InstagramMessage,
  context: Omit<CommandContext, 'actor'>,
): Promise<void> {
  const { handler, social } = parts;
  const verifier = social.verifiers.instagram;
  const code = codeIn(text);
  if (verifier.kind !== 'message_code' || code === undefined) return;
  const given = await social.codes.ownerOf(code, 'instagram');
  if (!given) return social.codes.refuseLate(code, 'instagram');
  const { userId } = given;
  // Whoever is erased from here on has nothing connected by a code of before; until here the code went with it.
  const sealedAfter = await social.seals.erasures(userId);
  const owner = await social.codes.ownerOf(code, 'instagram');
  if (!owner) return;
  try {
    const account = await spendAs({ purpose: 'connect', userId }, () =>
      verifier.identify(senderId, askedEnough()),
    );
    const { platformUserId, handle } = account;
    const sealed = await sealHandle(social.seals, { userId, platform: 'instagram', handle, sealedAfter });
    await connectSocial(
      handler,
      { userId, platform: 'instagram', platformUserId, ...sealed, method: 'message_code' },
      { ...context, actor: { kind: 'user', wallet: owner.walletAddress } },
    );
  } catch (error) {
    const isFinal =
      error instanceof HandleTaken ||
      error instanceof PlatformAlreadyConnected ||
      error instanceof BalanceTooLarge ||
      error instanceof AccountIsRemoved;
    if (!isFinal) throw error;
    // Who is connected by now sees it, and who is removed nothing at all.
    const refusal = CODE_REFUSALS.find((known) => known === error.code);
    if (refusal) return social.codes.refuse(code, refusal);
  }
  await social.codes.consume(code);
}
