import { randomUUID } from 'node:crypto';
import type Router from '@koa/router';
import {
  connectSocial,
  getSocial,
  getTwitterPosts,
  type SocialReturn,
  verifyTask as verifyEndpoint,
} from '../../../contracts/api/social.ts';
import { PLATFORMS, type Platform } from '../../../contracts/constants.ts';
import { platformNames, validation } from '../../../contracts/messages.ts';
import { normalHandle } from '../../../contracts/social-handle.ts';
import { socialTexts } from '../../../contracts/social-messages.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { AccountState } from '../../../ledger/accounts/state.ts';
import { verifyTask } from '../../../ledger/accounts/verify-task.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import { READ_WAIT_MS } from '../../http/middleware/read-your-writes.ts';
import {
  type ApiContext,
  announce,
  type Parts,
  serveCommand,
  servePublic,
  serveQuery,
} from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { askPlatform } from './ask-platform.ts';
import { beginConnecting } from './begin-connecting.ts';
import { grantedIn } from './granted-in.ts';
import { openHandles } from './handles.ts';
import type { CodeRefusal } from './message-codes.ts';
import { presentConnections, presentTasks, type RefusedCodes } from './present-social.ts';
import { returnFromPlatform } from './return-from-platform.ts';

/** Connecting accounts of other platforms, and the tasks that are done there. */
export function socialRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, limits, social } = parts;
  const takeTurn = async (userId: string) => {
    await limits.social.take(userId);
    await limits.socialDay.take(userId);
  };

  serveQuery(router, parts, getSocial, async ({ session: { userId } }) => {
    const [state, posts] = await Promise.all([readAccount(handler, userId), social.posts.current()]);
    const [signedOut, handles, refused] = await Promise.all([
      signedOutPlatforms(parts, userId, state),
      openHandles(parts, userId, state.socials),
      refusedCodes(parts, userId, state),
    ]);
    return {
      connections: presentConnections(state, social.verifiers, { signedOut, handles, refused }),
      tasks: presentTasks(state, posts, social.config),
    };
  });

  serveCommand(router, parts, connectSocial, async ({ ctx, session, input, command }) => {
    await takeTurn(session.userId);
    const { platform } = input;
    const handle = normalHandle(platform, input.handle);
    if (handle === undefined) {
      throw new HttpError(400, 'InvalidRequest', validation.handleInvalid, {
        fields: { handle: validation.handleInvalid },
      });
    }
    const begun = await beginConnecting(
      { handler, social, publicUrl: parts.publicUrl(), logger: parts.logger },
      session,
      { platform, handle },
      command,
    );
    announce(ctx, begun);
    return begun.body;
  });

  serveCommand(router, parts, verifyEndpoint, async ({ ctx, session: { userId }, input, command }) => {
    await takeTurn(userId);
    const { platform, taskType } = input;
    const verified = await verifyTask(
      handler,
      { userId, platform, taskType },
      (platformUserId) => askPlatform(social, { userId, platform, taskType, platformUserId }),
      command,
    );
    if (!verified.verified) {
      const { message, retryAt } = verified.no;
      const retryInMs = retryAt && Math.max(0, retryAt.getTime() - parts.clock());
      return { verified: false, reward: '0', message, retryAt: retryAt?.toISOString() ?? null, retryInMs };
    }
    announce(ctx, verified.result);
    const reward = grantedIn(verified.result.events);
    const isDemo = social.verifiers[platform].kind === 'demo';
    const text = isDemo ? socialTexts.verifiedByDemo : socialTexts.verified;
    return {
      verified: true,
      reward,
      message: text(platformNames[platform], taskType, reward),
      retryAt: null,
      retryInMs: null,
    };
  });

  servePublic(router, parts, getTwitterPosts, async () => ({ posts: await social.posts.current() }));

  router.get('/api/social/callback/:platform', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    const platform = PLATFORMS.find((name) => name === ctx.params.platform);
    if (!platform) return;
    // Where the person set off: the rewards page has no connections where it only announces the program.
    const page = parts.config.rewardsPage === 'coming-soon' ? '/dashboard' : '/evo-rewards';
    ctx.redirect(`${page}?social=${await comeBack(ctx, parts, platform)}&platform=${platform}`);
  });
}

/**
 * A person sits in front of this answer: what goes wrong is logged and shown on the page, not as JSON. The session
 * alone says who came back.
 */
async function comeBack(ctx: ApiContext, parts: Parts, platform: Platform): Promise<SocialReturn> {
  const one = (name: string) => {
    const value = ctx.query[name];
    return typeof value === 'string' ? value.slice(0, 4_096) : undefined;
  };
  try {
    await ctx.state.findSession();
    const { session } = ctx.state;
    if (!session) return 'signed_out';
    const { handler, social } = parts;
    const { outcome, position } = await returnFromPlatform(
      { handler, social, publicUrl: parts.publicUrl() },
      session.userId,
      platform,
      { code: one('code'), state: one('state'), error: one('error') },
      {
        commandId: randomUUID(),
        actor: { kind: 'user', wallet: session.walletAddress },
        occurredAt: timestamp(parts.clock()),
        correlationId: ctx.state.requestId,
      },
    );
    // The page that comes next must show it.
    if (position) await parts.gate.waitFor(position, READ_WAIT_MS);
    return outcome;
  } catch (error) {
    parts.logger.warn({ err: error, requestId: ctx.state.requestId, platform }, 'a connection failed');
    return 'failed';
  }
}

/** Why codes that a user was given and has sent connect nothing. */
async function refusedCodes({ social }: Parts, userId: string, state: AccountState): Promise<RefusedCodes> {
  const refused: Partial<Record<Platform, CodeRefusal>> = {};
  for (const platform of PLATFORMS) {
    const isOpen = state.socials[platform] && state.socials[platform].platformUserId === undefined;
    if (!isOpen || social.verifiers[platform].kind !== 'message_code') continue;
    const refusal = await social.codes.refusalOf(userId, platform);
    if (refusal) refused[platform] = refusal;
  }
  return refused;
}

/** Platforms that are connected but whose token is gone. */
async function signedOutPlatforms(
  { social }: Parts,
  userId: string,
  state: AccountState,
): Promise<ReadonlySet<Platform>> {
  const signedOut = new Set<Platform>();
  for (const platform of PLATFORMS) {
    const isOurs = state.socials[platform]?.platformUserId !== undefined;
    if (!isOurs || social.verifiers[platform].kind !== 'oauth') continue;
    if (!(await social.tokens.has(userId, platform))) signedOut.add(platform);
  }
  return signedOut;
}
