import { EMAIL_VERIFIED_TOTAL } from './constants.ts';
import { type NamedAccount, pages } from './messages.ts';

/** Answers of the email calls: the same whether an address is known or not. */
export const emailAnswers = {
  signedUp: 'Check your email to earn 2 EVO',
  /** To an account that was paid for a mailbox before. */
  signedUpAgain: 'Check your email to confirm the address',
  resent: 'If this address waits for its confirmation, a new link is on its way.',
} as const;

export type MailText = {
  readonly subject: string;
  readonly before: readonly string[];
  readonly button: string;
  readonly after: readonly string[];
};

/** An account that a link verifies, and whether it was paid for a mailbox before: once is all. */
export type LinkedAccount = NamedAccount & { readonly isEmailRewarded?: boolean };

/** The mails of the program. `site` is its host name, `account` the one that a link verifies, or that has the address. */
export const mails = {
  link: (site: string, account: LinkedAccount): MailText => ({
    subject: 'Confirm your email address for EvoRewards',
    before: [
      'Hello,',
      `Somebody, most likely you, typed this address at EvoRewards (${site}), the rewards program of the EVO community.`,
      `The link makes this mailbox the one of the account ${account.username} ${
        account.walletAddress ? `with the wallet ${account.walletAddress}` : 'without a wallet'
      }, and of no other.`,
    ],
    button: 'Confirm this email address',
    after: [
      account.isEmailRewarded
        ? `The link works once and expires in 24 hours. ${pages.rewardedBefore}`
        : `The link works once and expires in 24 hours. With a wallet connected to your account, confirming pays ${EMAIL_VERIFIED_TOTAL} EVO.`,
      'If it was not you, or that is not your account, ignore this mail: without the link nothing happens.',
    ],
  }),
  known: (site: string, { walletAddress }: Pick<NamedAccount, 'walletAddress'>): MailText => ({
    subject: 'Your email address already has an EvoRewards account',
    before: [
      'Hello,',
      `Somebody, most likely you, typed this address at EvoRewards (${site}), the rewards program of the EVO community. It already has an account there, so nothing was changed.`,
    ],
    button: 'Open EvoRewards',
    after: [
      walletAddress
        ? 'To see the account, connect the wallet that you signed up with.'
        : 'The account has no wallet yet. To go on with it, connect a wallet there and sign up with this address.',
      'If it was not you, ignore this mail: there is nothing that you need to do.',
    ],
  }),
} as const;
