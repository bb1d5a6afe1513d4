import { randomUUID } from 'node:crypto';
import type Router from '@koa/router';
import {
  resendEmail,
  signUpEmail as signUpEndpoint,
  verifyEmail as verifyEndpoint,
} from '../../contracts/api/email.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { emailAnswers, refusals } from '../../contracts/messages.ts';
import { formatEvo, parseSum } from '../../contracts/money.ts';
import { mailboxHash } from '../../ledger/accounts/mailbox-hash.ts';
import { signUpEmail, signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../ledger/accounts/verify-email.ts';
import { DomainError } from '../../ledger/domain-error.ts';
import type { Session } from '../auth/session.ts';
import { EVEN_MS, inEvenTime } from '../even-time.ts';
import { HttpError } from '../http-error.ts';
import { remind } from '../integrations/email/remind.ts';
import { redeemToken } from '../integrations/email/tokens.ts';
import type { AppState } from '../state.ts';
import { announce, type Parts, servePublic, servePublicCommand } from './serve.ts';

/**
 * Signup, resend and verification. What signup and resend answer, headers included, says nothing about whether the
 * address is known: no ledger position, no word of a replay, and about the same time.
 */
export function emailRoutes(router: Router<AppState>, parts: Parts): void {
  const { vault, limits, clock } = parts;

  const hashInLedger = (address: string) =>
    mailboxHash(parts.handler, { now: vault.emailHash(address), former: vault.formerEmailHash(address) });

  const toldOfSignup = ({ email, walletAddress, marketingOptIn }: { email: string } & SignupChoice) => ({
    email: vault.emailHash(email),
    walletAddress: walletAddress ?? null,
    marketingOptIn: marketingOptIn ?? false,
  });
  servePublicCommand(
    router,
    parts,
    signUpEndpoint,
    toldOfSignup,
    async ({ ctx, input, session, command }) => {
      requireOwnWallet(session, input.walletAddress);
      await limits.mails.take(ctx.ip);
      await limits.mailboxes.take(vault.emailHash(input.email));
      const marketingOptIn = input.marketingOptIn ?? false;
      await inEvenTime(async () => {
        const emailHash = await hashInLedger(input.email);
        const seal = (userId: string) => vault.seal('email', userId, input.email);
        const signup = { emailHash, marketingOptIn, seal };
        const { signedUp, position } = session
          ? await signUpEmail(parts.handler, session.userId, signup, command)
          : await signUpEmailAlone(parts.handler, signup, command);
        // In place of a position: the next read finds it.
        if (position) await parts.gate.waitFor(position, EVEN_MS);
        if (signedUp) return;
        const { commandId } = command;
        const userId = session?.userId;
        await remind(parts, clock(), { commandId, address: input.email, emailHash, marketingOptIn, userId });
      });
      return { success: true as const, message: emailAnswers.signedUp };
    },
  );

  servePublic(router, parts, resendEmail, async ({ ctx, input }) => {
    await limits.mails.take(ctx.ip);
    await limits.mailboxes.take(vault.emailHash(input.email));
    await inEvenTime(async () =>
      remind(parts, clock(), {
        commandId: randomUUID(),
        address: input.email,
        emailHash: await hashInLedger(input.email),
        marketingOptIn: false,
        userId: ctx.state.session?.userId,
      }),
    );
    return { success: true as const, message: emailAnswers.resent };
  });

  servePublicCommand(
    router,
    parts,
    verifyEndpoint,
    (input) => input,
    async ({ ctx, input, command }) => {
      await limits.verifications.take(ctx.ip);
      const { token } = input;
      // The link is the right to do this, whoever is signed in at the browser that opened it.
      const context = { ...command, actor: { kind: 'user' } } as const;
      const claim = { token, commandId: command.commandId };
      const redeemed = await redeemToken(parts.pool, clock, claim, async (proof) => {
        const address = await vault.unseal('email', proof.userId, proof.sealedEmail);
        const mailboxHash = address === undefined ? undefined : vault.emailHash(address);
        return verifyEmail(parts.handler, { ...proof, mailboxHash }, context);
      }).catch((error: unknown) => {
        if (error instanceof DomainError) return undefined;
        throw error;
      });
      if (!redeemed) throw new HttpError(400, 'VerificationInvalid', refusals.verificationInvalid);
      const { proof, result } = redeemed;
      announce(ctx, result);
      const email = (await vault.unseal('email', proof.userId, proof.sealedEmail)) ?? '';
      return {
        success: true as const,
        user: { email, evoBalance: formatEvo(result.after.granted) },
        reward: formatEvo(grantedBy(result.events)),
      };
    },
  );
}

type SignupChoice = {
  readonly walletAddress?: string | null | undefined;
  readonly marketingOptIn?: boolean | undefined;
};

/** A wallet that a request names is a claim; only the session's own may be named. */
function requireOwnWallet(session: Session | undefined, walletAddress: string | null | undefined): void {
  if (walletAddress === null || walletAddress === undefined) return;
  if (!session) throw new HttpError(401, 'NotSignedIn', refusals.notSignedIn);
  if (walletAddress !== session.walletAddress) {
    throw new HttpError(403, 'WalletMismatch', refusals.walletNotYours);
  }
}

function grantedBy(events: readonly AccountEvent[]): bigint {
  return events.reduce(
    (sum, event) => (event.type === 'RewardGranted' ? sum + parseSum(event.data.amount) : sum),
    0n,
  );
}
