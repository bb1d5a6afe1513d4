import type { Logger } from 'pino';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { connectSocial as connectEndpoint } from '../../../contracts/api/social.ts';
import type { Platform } from '../../../contracts/constants.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { platformNames } from '../../../contracts/messages.ts';
import { socialTexts } from '../../../contracts/social-messages.ts';
import { connectSocial } from '../../../ledger/accounts/connect-social.ts';
import { PlatformAlreadyConnected } from '../../../ledger/accounts/errors.ts';
import { nameSocialHandle } from '../../../ledger/accounts/name-social-handle.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { Session } from '../../auth/session.ts';
import { grantedIn } from './granted-in.ts';
import { openHandles, sealHandle } from './handles.ts';
import type { Social } from './social.ts';

export type Begun = {
  readonly body: ResponseOf<typeof connectEndpoint>;
  readonly position: LedgerPosition | undefined;
  readonly replayed: boolean;
};

/** Where platforms send users back to. */
export function redirectUriOf(publicUrl: string, platform: Platform): string {
  return `${publicUrl}/api/social/callback/${platform}`;
}

/**
 * What naming an account leads to: on a local trial it is connected at once; elsewhere the handle is remembered and
 * the platform is to confirm it, by OAuth or by a code that its owner sends us. Nothing is paid before that.
 * @throws HandleTaken, PlatformAlreadyConnected and what every command throws
 */
export async function beginConnecting(
  parts: {
    readonly handler: CommandHandler;
    readonly social: Social;
    readonly publicUrl: string;
    readonly logger: Pick<Logger, 'error'>;
  },
  session: Session,
  named: { readonly platform: Platform; readonly handle: string },
  command: CommandContext,
): Promise<Begun> {
  const { handler, social, publicUrl, logger } = parts;
  const { platform, handle } = named;
  const { userId } = session;
  const name = platformNames[platform];
  const verifier = social.verifiers[platform];

  const sealed = await sealHandle(social.seals, { userId, platform, handle });

  if (verifier.kind === 'demo') {
    const { platformUserId } = verifier.identify(handle);
    const account = { userId, platform, platformUserId, ...sealed, method: 'demo' as const };
    const result = await connectSocial(handler, account, command);
    const reward = grantedIn(result.events);
    const message =
      reward === '0' ? socialTexts.alreadyConnected(name, handle) : socialTexts.connectedByDemo(name);
    return { body: { ...confirmed, reward, message }, position: result.position, replayed: result.replayed };
  }

  const { socials } = await readAccount(handler, userId);
  const known = socials[platform];
  const authorize = async () => {
    const journey = await social.states.issue(userId, platform);
    return verifier.kind === 'oauth'
      ? verifier.authorizeUrl({ ...journey, redirectUri: redirectUriOf(publicUrl, platform) })
      : null;
  };
  if (known?.platformUserId !== undefined) {
    // Connected, but the user's token is gone: without a new one no task can be checked.
    const isMute = verifier.kind === 'oauth' && !(await social.tokens.has(userId, platform));
    // Of one whose name was erased, or does not open, the platform's own word will tell whether it is the same; so it will of
    // one that is to be connected again, and may have another name there by now.
    const kept = (await openHandles({ vault: social.seals, logger }, userId, socials))[platform] ?? handle;
    if (!isMute && kept.toLowerCase() !== handle.toLowerCase()) throw new PlatformAlreadyConnected();
    const message = isMute ? socialTexts.signInAgain(name) : socialTexts.alreadyConnected(name, handle);
    const authorizeUrl = isMute ? await authorize() : null;
    return { body: { ...confirmed, message, authorizeUrl }, position: undefined, replayed: false };
  }

  const { position, replayed } = await nameSocialHandle(handler, { userId, platform, ...sealed }, command);
  switch (verifier.kind) {
    case 'none':
      return { body: { ...unproven, message: socialTexts.notAskable(name) }, position, replayed };
    case 'oauth': {
      const authorizeUrl = await authorize();
      return {
        body: { ...unproven, message: socialTexts.authorize(name), authorizeUrl },
        position,
        replayed,
      };
    }
    case 'message_code': {
      const messageCode = await social.codes.issue(session, platform);
      const message = socialTexts.sendCode(name, messageCode, social.config.instagram?.handle ?? '');
      return { body: { ...unproven, message, messageCode }, position, replayed };
    }
  }
}

const blank = { success: true, reward: '0', authorizeUrl: null, messageCode: null } as const;
const unproven = { ...blank, status: 'unproven' } as const;
const confirmed = { ...blank, status: 'confirmed' } as const;
