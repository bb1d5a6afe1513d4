import type { ProductPromise } from '../promise.ts';

/** What is paid for what, and how amounts are read and shown. */
export const amounts: readonly ProductPromise[] = [
  {
    id: 'welcome-bonus',
    promise: 'A new account gets 100 EVO.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "WELCOME_BONUS = '100'", to: "WELCOME_BONUS = '1000'" },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards for joining and for friends']],
  },
  {
    id: 'referral-amount',
    promise: 'A referral pays 200 EVO.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "REFERRAL_REWARD = '200'", to: "REFERRAL_REWARD = '100'" },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards for joining and for friends']],
  },
  {
    id: 'friend-amount',
    promise: 'Who was referred gets 100 EVO.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: "REFERRAL_FRIEND_BONUS = '100'",
        to: "REFERRAL_FRIEND_BONUS = '50'",
      },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards for joining and for friends']],
  },
  {
    id: 'weekly-amount',
    promise: 'A week with active friends pays 50 EVO.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: "REFERRAL_WEEKLY_BONUS = '50'",
        to: "REFERRAL_WEEKLY_BONUS = '500'",
      },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards for joining and for friends']],
  },
  {
    id: 'commission-percent',
    promise: 'A referrer has a share of ten percent.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: 'REFERRAL_COMMISSION_PERCENT = 10n',
        to: 'REFERRAL_COMMISSION_PERCENT = 11n',
      },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards for joining and for friends']],
  },
  {
    id: 'connection-amounts',
    promise: 'A platform pays what the product says when it is connected.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: `  twitter: '50',
  instagram: '75',`,
        to: `  twitter: '75',
  instagram: '50',`,
      },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards of tasks and connections']],
  },
  {
    id: 'task-amounts',
    promise: 'A task pays what the product says.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "like: '25', retweet: '35'", to: "like: '35', retweet: '25'" },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'rewards of tasks and connections']],
  },
  {
    id: 'email-amounts',
    promise: 'A mailbox pays 2 EVO and 3 EVO.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "EMAIL_SIGNUP_REWARD = '2'", to: "EMAIL_SIGNUP_REWARD = '20'" },
    ],
    red: [
      ['ui/e2e/spec-constants.test.ts', 'rewards of an email'],
      ['ledger/accounts/email.test.ts', 'verifying pays both rewards at once'],
    ],
  },
  {
    id: 'check-in-amounts',
    promise: 'A check-in pays 1 EVO, and the seventh in a row 5 EVO.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "STREAK_WEEK_REWARD = '5'", to: "STREAK_WEEK_REWARD = '50'" },
    ],
    red: [
      ['ui/e2e/spec-constants.test.ts', 'rewards of check-ins'],
      ['ledger/accounts/engagement.test.ts', 'the seventh in a row pays more'],
    ],
  },
  {
    id: 'most-at-once',
    promise: 'No grant pays more than a million EVO.',
    source: 'spec: Business constants',
    sabotage: [
      { file: 'contracts/constants.ts', from: "MAX_GRANT = '1000000'", to: "MAX_GRANT = '10000000'" },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'bounds of what is granted and drawn, and of what waits']],
  },
  {
    id: 'most-in-total',
    promise: 'No account is granted more than a thousand million EVO.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/constants.ts',
        from: "MAX_ACCOUNT_TOTAL = '1000000000'",
        to: "MAX_ACCOUNT_TOTAL = '10000000000'",
      },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'bounds of what is granted and drawn, and of what waits']],
  },
  {
    id: 'tiers',
    promise: 'A tier begins with its number of referrals.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/referral-tier.ts',
        from: "{ tier: 'Silver', from: 10 }",
        to: "{ tier: 'Silver', from: 9 }",
      },
    ],
    red: [['ui/e2e/spec-constants.test.ts', 'tiers of referrals']],
  },
  {
    id: 'level',
    promise: 'A level is a hundred EVO.',
    source: 'spec: Business constants',
    sabotage: [
      {
        file: 'contracts/money.ts',
        from: '1n + totalRewards / (100n * ONE_EVO)',
        to: '1n + totalRewards / (101n * ONE_EVO)',
      },
    ],
    red: [['contracts/money.test.ts', 'the level of %s is %i']],
  },
  {
    id: 'name-length',
    promise: 'A name has three characters at the least.',
    source: 'spec: Business constants',
    sabotage: [{ file: 'contracts/constants.ts', from: 'USERNAME_MIN = 3', to: 'USERNAME_MIN = 2' }],
    red: [['ui/e2e/spec-constants.test.ts', 'the network and the forms of names']],
  },
  {
    id: 'amount-is-digits',
    promise: 'An amount is plain digits and nothing else.',
    source: 'spec: Validation',
    sabotage: [
      {
        file: 'contracts/money.ts',
        from: 'const DECIMAL = /^(0|[1-9][0-9]*)(?:\\.([0-9]+))?$/;',
        to: 'const DECIMAL = /^(0|[1-9][0-9]*)(?:\\.([0-9]+))?/;',
      },
    ],
    red: [['contracts/money.test.ts', '%j is refused']],
  },
  {
    id: 'amount-is-not-rounded',
    promise: 'An amount of more than 18 decimals is refused, not cut.',
    source: 'spec: Validation',
    sabotage: [
      {
        file: 'contracts/money.ts',
        from: "if (fraction.replace(/0+$/, '').length > EVO_DECIMALS) throw new InvalidAmount('too_many_decimals');",
        to: '',
      },
    ],
    red: [['contracts/money.test.ts', '%j is refused']],
  },
  {
    id: 'display-is-cut',
    promise: 'What is shown is never more than there is.',
    source: 'spec: Validation',
    sabotage: [
      {
        file: 'contracts/money.ts',
        from: `.slice(0, decimals);
  return { integer: amount`,
        to: `.slice(0, decimals).replace(/.$/, '9');
  return { integer: amount`,
      },
    ],
    red: [['contracts/money.test.ts', 'is never above the amount']],
  },
];
