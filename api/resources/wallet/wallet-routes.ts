import { randomUUID } from 'node:crypto';
import type Router from '@koa/router';
import {
  connectWallet,
  createChallenge,
  disconnectWallet,
  getSession,
} from '../../../contracts/api/wallet.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { AccountIsRemoved } from '../../../ledger/accounts/errors.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import { issueChallenge, redeemChallenge } from '../../auth/challenge.ts';
import { deviceOf } from '../../auth/device.ts';
import { closeSessions, keepAsAdmins, openSession } from '../../auth/session.ts';
import { createSignatureCheck } from '../../auth/verify-signature.ts';
import { openingGate } from '../../faucet/opening-gate.ts';
import { timestamp } from '../../http/clock.ts';
import { READ_WAIT_MS } from '../../http/middleware/read-your-writes.ts';
import { type ApiContext, announce, type Parts, servePublic } from '../../http/serve.ts';
import { sessionTokens, setSessionCookie } from '../../http/session-cookie.ts';
import type { AppState } from '../../http/state.ts';
import { presentOpenedAccount, presentUser } from '../profile/present-user.ts';
import { findUser } from '../profile/read-user.ts';

/** Sign-in: challenge, connect, disconnect, and who is signed in. */
export function walletRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock, limits, policies } = parts;
  const { sessions } = parts.config;

  const isSignedBy = createSignatureCheck(parts.config.rpcUrl);

  servePublic(router, parts, createChallenge, async ({ ctx, input }) => {
    await limits.signIn.take(ctx.ip);
    const { message, expiresAt } = await issueChallenge(pool, clock, parts.publicUrl(), input.walletAddress);
    return { message, expiresAt: expiresAt.toISOString() };
  });

  servePublic(router, parts, connectWallet, async ({ ctx, input }) => {
    await limits.signIn.take(ctx.ip);
    await redeemChallenge(pool, clock, isSignedBy, input);
    const { walletAddress, referrerId } = input;
    const opened = await openAccount(
      parts.handler,
      {
        walletAddress,
        gate: openingGate(parts, ctx.ip),
        ...(referrerId && { referrerId: lowerCase(referrerId) }),
      },
      {
        commandId: randomUUID(),
        actor: { kind: 'user', wallet: walletAddress },
        occurredAt: timestamp(clock()),
        correlationId: ctx.state.requestId,
      },
    );
    announce(ctx, { position: opened.position, replayed: false });
    const role = await policies.shownRoleOf(walletAddress);
    const { token, expiresAt } = await openSession(pool, sessions, {
      userId: opened.userId,
      walletAddress,
      device: deviceOf(ctx.get('User-Agent')),
      forAdmin: role !== 'user',
    });
    await putInPlace(parts, opened.userId, { token, before: tokensOf(ctx) });
    setSessionCookie(ctx, parts.publicUrl(), token, expiresAt);
    if (opened.position) await parts.gate.waitFor(opened.position, READ_WAIT_MS);
    const user = await findUser(parts, opened.userId);
    return {
      user: user ? presentUser(user, clock()) : presentOpenedAccount(opened, clock()),
      isNewUser: opened.isNew,
      welcomeBonus: opened.welcome,
      role,
    };
  });

  servePublic(router, parts, disconnectWallet, async ({ ctx }) => {
    await closeSessions(pool, tokensOf(ctx));
    setSessionCookie(ctx, parts.publicUrl(), '', new Date(0));
    return { success: true };
  });

  servePublic(router, parts, getSession, async ({ ctx }) => {
    const { session } = ctx.state;
    if (!session) return { session: null };
    const { userId, walletAddress, expiresAt } = session;
    const role = await policies.shownRoleOf(walletAddress);
    if (role !== 'user' && !(await keepAsAdmins(pool, sessions, session))) return { session: null };
    return { session: { userId, walletAddress, role, expiresAt: expiresAt.toISOString() } };
  });
}

/**
 * Ends the sessions that the browser had, once the new one stands: who is refused keeps them. A removal that came between
 * the look at the account and the session has ended those sessions alone that there were.
 * @throws AccountIsRemoved, LedgerUnavailable; the new session, whose cookie nobody has then, is closed
 */
async function putInPlace(
  { handler, pool }: Parts,
  userId: string,
  { token, before }: { readonly token: string; readonly before: readonly string[] },
): Promise<void> {
  try {
    if ((await readAccount(handler, userId)).removed) throw new AccountIsRemoved();
    await closeSessions(pool, before);
  } catch (refusal) {
    await closeSessions(pool, [token]);
    throw refusal;
  }
}

/** All that the browser's cookies hold. */
function tokensOf(ctx: ApiContext): readonly string[] {
  const { bound, open } = sessionTokens(ctx.get('Cookie'));
  return [...bound, ...open];
}
