import { EMAIL_SIGNUP_REWARD, EMAIL_VERIFICATION_REWARD } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { granted } from './balance.ts';
import type { SignUpEmail, VerifyEmail } from './commands.ts';
import { requireSealedSince } from './erase.ts';
import { EmailAlreadySignedUp, EmailAlreadyVerified, EmailNotSignedUp } from './errors.ts';
import type { AccountState } from './state.ts';

/** One signup per account. The same address again changes nothing; another one is refused. */
export function signUpEmail(command: SignUpEmail, state: AccountState): AccountEvent[] {
  const { emailHash, sealedEmail, marketingOptIn } = command;
  if (state.email?.emailHash === emailHash) return [];
  if (state.email) throw new EmailAlreadySignedUp();
  requireSealedSince(command, state);
  return [{ type: 'EmailSignedUp', data: { emailHash, sealedEmail, marketingOptIn } }];
}

/** Verified once; both email rewards are granted now, and only to an account with a wallet. */
export function verifyEmail(command: VerifyEmail, state: AccountState): AccountEvent[] {
  const { emailHash, grantIds } = command;
  if (state.email?.emailHash !== emailHash) throw new EmailNotSignedUp();
  if (state.email.verified) throw new EmailAlreadyVerified();
  const verified: AccountEvent = { type: 'EmailVerified', data: { emailHash } };
  if (state.walletAddress === undefined || state.emailRewarded) return [verified];
  return [
    verified,
    granted({
      grantId: grantIds[0],
      amount: parseEvo(EMAIL_SIGNUP_REWARD),
      source: 'email_signup',
      reason: 'Email signup',
    }),
    granted({
      grantId: grantIds[1],
      amount: parseEvo(EMAIL_VERIFICATION_REWARD),
      source: 'email_verification',
      reason: 'Email verified',
    }),
  ];
}
