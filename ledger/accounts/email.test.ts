import { test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import type { AccountCommand } from './commands.ts';
import { EmailAlreadySignedUp, EmailAlreadyVerified, EmailNotSignedUp } from './errors.ts';
import { given, granted, id, opened, openedByEmail } from './testing/account-events.ts';

const hash = (digit: string) => digit.repeat(64);
const signUp = (emailHash: string): AccountCommand => ({
  type: 'SignUpEmail',
  emailHash,
  sealedEmail: 'sealed',
  marketingOptIn: true,
});
const signedUp: AccountEvent = {
  type: 'EmailSignedUp',
  data: { emailHash: hash('a'), sealedEmail: 'sealed', marketingOptIn: true },
};
const verify = (emailHash: string): AccountCommand => ({
  type: 'VerifyEmail',
  emailHash,
  grantIds: [id(3), id(4)],
});
const verified: AccountEvent = { type: 'EmailVerified', data: { emailHash: hash('a') } };
const paid = [
  granted('2', { source: 'email_signup', reason: 'Email signup' }),
  granted('3', { grantId: id(4), source: 'email_verification', reason: 'Email verified' }),
];

test('signing up pays nothing yet', () =>
  given(opened)
    .when(signUp(hash('a')))
    .then(signedUp));
test('the same address again changes nothing', () =>
  given(opened, signedUp)
    .when(signUp(hash('a')))
    .then());
test('one signup per wallet', () =>
  given(opened, signedUp)
    .when(signUp(hash('b')))
    .fails(EmailAlreadySignedUp));
test('verifying pays both rewards at once', () =>
  given(opened, signedUp)
    .when(verify(hash('a')))
    .then(verified, ...paid));
test('verifying twice pays once', () =>
  given(opened, signedUp, verified, ...paid)
    .when(verify(hash('a')))
    .fails(EmailAlreadyVerified));
test('another address cannot be verified', () =>
  given(opened, signedUp)
    .when(verify(hash('b')))
    .fails(EmailNotSignedUp));
test('without a wallet nothing is paid', () =>
  given(openedByEmail, signedUp)
    .when(verify(hash('a')))
    .then(verified));
