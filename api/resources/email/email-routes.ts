import { randomUUID } from 'node:crypto';
import type Router from '@koa/router';
import {
  readLink,
  resendEmail,
  signUpEmail as signUpEndpoint,
  verifyEmail as verifyEndpoint,
} from '../../../contracts/api/email.ts';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { emailAnswers } from '../../../contracts/mail-messages.ts';
import { refusals } from '../../../contracts/messages.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { type MailboxHashes, mailboxHash } from '../../../ledger/accounts/mailbox-hash.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import { signUpEmail, signUpEmailAlone } from '../../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../../ledger/accounts/verify-email.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { Session } from '../../auth/session.ts';
import { EVEN_MS, inEvenTime } from '../../http/even-time.ts';
import { HttpError } from '../../http/http-error.ts';
import { announce, type Parts, servePublic, servePublicCommand } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { remind } from '../../integrations/email/remind.ts';
import { isSpellingOf } from '../../integrations/email/spelling.ts';
import { type LinkOfToken, readToken, redeemToken, whoseToken } from '../../integrations/email/tokens.ts';
import { erasuresOf } from '../../vault/erasures.ts';
import { readableAddress } from '../../vault/readable-address.ts';
import { nameOfAccount } from '../profile/account-name.ts';

/**
 * Signup, resend and verification. What signup and resend answer, headers included, says nothing about whether the
 * address is known: no ledger position, no word of a replay, and about the same time.
 */
export function emailRoutes(router: Router<AppState>, parts: Parts): void {
  const { vault, limits, clock } = parts;

  const hashesOf = (address: string): MailboxHashes => ({
    now: vault.emailHash(address),
    former: vault.formerEmailHash(address),
  });
  const hashInLedger = (address: string) => mailboxHash(parts.handler, hashesOf(address));

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
      await takeMailTurn(parts, ctx.ip, session, hashesOf(input.email));
      const marketingOptIn = input.marketingOptIn ?? false;
      await inEvenTime(async () => {
        const emailHash = await hashInLedger(input.email);
        const seal = (userId: string) => vault.seal('email', userId, input.email);
        const erasures = (userId: string) => erasuresOf(parts, userId);
        const isSpelling = isSpellingOf(vault, vault.emailHash(input.email));
        const signup = { emailHash, marketingOptIn, seal, erasures, isSpelling };
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
      const isRewarded = session && (await readAccount(parts.handler, session.userId)).emailRewarded;
      const message = isRewarded ? emailAnswers.signedUpAgain : emailAnswers.signedUp;
      return { success: true as const, message };
    },
  );

  servePublic(router, parts, resendEmail, async ({ ctx, input }) => {
    await takeMailTurn(parts, ctx.ip, ctx.state.session, hashesOf(input.email));
    await inEvenTime(async () =>
      remind(parts, clock(), {
        commandId: randomUUID(),
        address: input.email,
        emailHash: await hashInLedger(input.email),
        marketingOptIn: undefined,
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
    async ({ ctx, input, session, command }) => {
      await limits.verifications.take(ctx.ip);
      const { token, account } = input;
      const claim = { token, commandId: command.commandId };
      const link = await readToken(parts.pool, clock, claim);
      // About what this very command has done already there is nothing to agree to.
      if (!link?.isUsed) await requireAgreed(parts, link?.userId, account, session);
      // A link of before an erasure is void from here on.
      const sealedAfter = link && (await erasuresOf(parts, link.userId));
      const address = link && (await readableAddress(parts, link.userId, link.sealedEmail));
      if (address === undefined) throw await whyRefused(parts, token);
      const mailboxHash = vault.emailHash(address);
      const isSpelling = isSpellingOf(vault, mailboxHash);
      // The link is the right to do this, whoever is signed in at the browser that opened it.
      const context = { ...command, actor: { kind: 'user' } } as const;
      const redeemed = await redeemToken(parts.pool, clock, claim, (proof) =>
        verifyEmail(parts.handler, { ...proof, mailboxHash, isSpelling, sealedAfter }, context),
      ).catch((error: unknown) => {
        if (error instanceof DomainError) return undefined;
        throw error;
      });
      if (!redeemed) throw await whyRefused(parts, token);
      const { proof, result } = redeemed;
      announce(ctx, result);
      const email = (await readableAddress(parts, proof.userId, proof.sealedEmail)) ?? '';
      return {
        success: true as const,
        user: { email, evoBalance: formatEvo(result.after.granted) },
        account: await nameOfAccount(parts.handler, proof.userId),
        reward: formatEvo(grantedBy(result.events)),
      };
    },
  );

  servePublic(router, parts, readLink, async ({ ctx, input: { token } }) => {
    await limits.verifications.take(ctx.ip);
    const userId = (await readToken(parts.pool, clock, { token }))?.userId;
    if (!userId) throw await whyRefused(parts, token);
    const { session } = ctx.state;
    return {
      account: { userId, ...(await nameOfAccount(parts.handler, userId)) },
      signedInAs: session ? await nameOfAccount(parts.handler, session.userId) : null,
    };
  });
}

/**
 * Somebody else can type a person's address at an account of theirs. So who is signed in to one account verifies a
 * mailbox for another only after having been shown which.
 * @param agreed the account that the person was shown
 */
async function requireAgreed(
  { handler }: Pick<Parts, 'handler'>,
  ofLink: string | undefined,
  agreed: string | undefined,
  session: Session | undefined,
): Promise<void> {
  const expected = agreed ?? session?.userId;
  if (ofLink === undefined || expected === undefined || expected === ofLink) return;
  const link = await nameOfAccount(handler, ofLink);
  const own = await nameOfAccount(handler, session?.userId ?? expected);
  throw new HttpError(409, 'AnotherAccount', refusals.verifiesAnother(link, own));
}

/**
 * Who asks about the mailbox of their own account has a share of their own, which no stranger can use up, not even
 * one who shares the owner's network.
 * @throws HttpError 429, for what this caller has asked before and nobody else
 */
async function takeMailTurn(
  { handler, limits }: Pick<Parts, 'handler' | 'limits'>,
  ip: string,
  session: Session | undefined,
  { now, former }: MailboxHashes,
): Promise<void> {
  const own = session && (await readAccount(handler, session.userId)).email?.emailHash;
  if (session && own !== undefined && [now, former].includes(own)) {
    return limits.ownMailbox.take(session.userId);
  }
  await limits.mails.take(ip);
  await limits.mailboxes.take(`${now}/${session?.userId ?? ip}`);
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

/**
 * Who opens a link once more, at another device or behind a scanner of mails, is told that its address is verified. Of any
 * other link that proves nothing, whatever the reason, whoever holds it learns no more; a token that was guessed is none.
 */
async function whyRefused(
  { pool, handler }: Pick<Parts, 'pool' | 'handler'>,
  token: string,
): Promise<HttpError> {
  const link = await whoseToken(pool, token);
  if (link && (await isVerified(handler, link))) {
    return new HttpError(400, 'VerifiedAlready', refusals.emailAlreadyVerified);
  }
  return new HttpError(400, 'VerificationInvalid', refusals.verificationInvalid);
}

async function isVerified(handler: Parts['handler'], { userId, emailHash }: LinkOfToken): Promise<boolean> {
  const { removed, email } = await readAccount(handler, userId);
  return !removed && email?.emailHash === emailHash && email.verified;
}
