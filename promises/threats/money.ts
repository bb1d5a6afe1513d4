import type { ProductPromise } from '../promise.ts';

const LOST = 'ledger/lost-answers.test.ts';
const ANY_SEQUENCE =
  'any sequence of commands: postings add up to zero, pending is never negative, a refusal leaves no event';
const FARM =
  'a farm of wallets claims nothing, and one network opens so many accounts an hour at two replicas';
const PARALLEL = 'a hundred parallel claims leave one RewardsClaimed';

/** Threats 13 to 17, 22 and 36: what is paid, to whom, and how often. */
export const moneyThreats: readonly ProductPromise[] = [
  {
    id: 'claimed-is-claimed',
    promise: 'What was claimed cannot be claimed again.',
    source: 'threat 13',
    sabotage: [
      {
        file: 'ledger/accounts/evolve.ts',
        from: 'claimed: state.claimed + parseSum(event.data.amount),',
        to: 'claimed: state.claimed,',
      },
    ],
    red: [['api/resources/rewards/rewards.int.test.ts', PARALLEL]],
  },
  {
    id: 'append-at-the-exact-revision',
    promise: 'Of many claims at the same moment one counts.',
    source: 'threat 13',
    sabotage: [
      {
        file: 'ledger/event-store.ts',
        from: '{ expectedRevision: expected ?? NO_STREAM }',
        to: "{ expectedRevision: expected === undefined ? NO_STREAM : 'any' }",
      },
    ],
    on: 'embedded node',
    red: [['ledger/handle-one-effect.test.ts', 'a hundred parallel claims from two processes pay once']],
  },
  {
    id: 'one-command-one-effect',
    promise: 'A command that another process has carried out is not carried out again.',
    source: 'threat 14',
    sabotage: [
      {
        file: 'ledger/known-commands.ts',
        from: 'return known.recent.byId.get(commandId) ?? known.older.byId.get(commandId) ??',
        to: 'return known.older.byId.get(commandId) ??',
      },
    ],
    red: [
      [LOST, 'another process answers with what the ledger holds, and each goes on from there'],
      [LOST, 'while the right is looked at: one key has one effect, and the answer is the first one'],
    ],
  },
  {
    id: 'postings-balance',
    promise: 'What goes into one account comes out of another.',
    source: 'threat 15',
    sabotage: [
      {
        file: 'ledger/accounts/postings.ts',
        from: 'amount: total - claimed }',
        to: 'amount: total }',
      },
    ],
    red: [['ledger/accounts/account.test.ts', ANY_SEQUENCE]],
  },
  {
    id: 'cap-on-totals',
    promise: 'An account never holds more than the highest total.',
    source: 'threat 15',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: 'if (!hasRoomFor(amount, total)) throw new BalanceTooLarge();',
        to: '',
      },
    ],
    red: [['ledger/accounts/account.test.ts', ANY_SEQUENCE]],
  },
  {
    id: 'cap-on-one-grant',
    promise: 'No grant pays more than the highest one.',
    source: 'threat 15',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: 'if (amount > MOST_AT_ONCE) throw new GrantTooLarge();',
        to: '',
      },
    ],
    red: [['ledger/accounts/account.test.ts', ANY_SEQUENCE]],
  },
  {
    id: 'no-float-on-the-way',
    promise: 'An amount is shown to its last digit.',
    source: 'threat 15',
    sabotage: [
      {
        file: 'projector/sql-amount.ts',
        from: "text.split('.');",
        to: "String(Number(text)).split('.');",
      },
    ],
    red: [['api/resources/rewards/rewards.int.test.ts', 'all 18 decimals survive every hop']],
  },
  {
    id: 'new-accounts-of-a-network',
    promise: 'One network opens so many accounts an hour, and not one more.',
    source: 'threat 16',
    sabotage: [
      { file: 'api/migrations/0520_clocks_put_back.sql', from: 'taken >= places', to: 'taken > places' },
    ],
    red: [['api/faucet/opening-limits.drill.test.ts', FARM]],
  },
  {
    id: 'still-replica-keeps-no-place',
    promise: 'A replica that stands still keeps nobody from a new account at the others.',
    source: 'fault: a process that stands still',
    sabotage: [
      {
        file: 'api/migrations/0520_clocks_put_back.sql',
        from: 'perform pg_advisory_xact_lock(held_by,',
        to: 'perform pg_advisory_lock(held_by,',
      },
    ],
    red: [
      [
        'api/turns-at-once.int.test.ts',
        '%s: a replica that stands still after any of its statements keeps nobody waiting',
      ],
    ],
  },
  {
    id: 'still-replica-keeps-no-turn',
    promise: 'A replica that stands still keeps nobody from a mailed link, nor from a reward for a friend.',
    source: 'fault: a process that stands still',
    sabotage: [
      {
        file: 'api/migrations/0520_clocks_put_back.sql',
        from: "perform pg_advisory_xact_lock(hashtextextended('mails/'",
        to: "perform pg_advisory_lock(hashtextextended('mails/'",
      },
      {
        file: 'api/migrations/0490_turns_at_once.sql',
        from: "perform pg_advisory_xact_lock(hashtextextended('email/'",
        to: "perform pg_advisory_lock(hashtextextended('email/'",
      },
      {
        file: 'api/migrations/0490_turns_at_once.sql',
        from: 'perform pg_advisory_xact_lock(held_by,',
        to: 'perform pg_advisory_lock(held_by,',
      },
    ],
    red: [
      [
        'api/turns-at-once.int.test.ts',
        '%s: a replica that stands still after any of its statements keeps nobody waiting',
      ],
    ],
  },
  {
    id: 'welcome-bonuses-of-a-day',
    promise: 'The welcome bonuses of a day have an end.',
    source: 'threat 16',
    sabotage: [
      {
        file: 'api/migrations/0480_faucet_at_once.sql',
        from: 'sum + bonus > most',
        to: 'sum + bonus > most * 2',
      },
    ],
    red: [['api/faucet/opening-limits.drill.test.ts', FARM]],
  },
  {
    id: 'claim-needs-identity',
    promise: 'A wallet that proves nothing claims nothing.',
    source: 'threat 16',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: "if (needs === 'identity' && !hasProvenIdentity(state)) throw new IdentityNeeded();",
        to: '',
      },
    ],
    red: [['ledger/accounts/claim-gate.test.ts', 'ten thousand wallets that prove nothing claim nothing']],
  },
  {
    id: 'held-claims',
    promise: 'Claims that are held pay nothing until they are released.',
    source: 'threat 16',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: 'if (state.hold?.goesOn) throw new ClaimsAreHeld();',
        to: '',
      },
    ],
    red: [
      [
        'api/resources/admin-users/clusters.int.test.ts',
        'held claims are refused with words until they are released; who, why and by which right are events',
      ],
    ],
  },
  {
    id: 'removed-wallet-stays-removed',
    promise: 'The wallet of a removed account opens no new one.',
    source: 'threat 17',
    sabotage: [
      {
        file: 'ledger/accounts/open-account.ts',
        from: 'if (after.removed) throw new AccountIsRemoved();',
        to: '',
      },
    ],
    red: [['ledger/accounts/open-account.test.ts', 'the wallet of a removed account opens nothing']],
  },
  {
    id: 'no-circle-of-referrals',
    promise: 'Who refers was there before.',
    source: 'threat 22',
    sabotage: [
      {
        file: 'ledger/accounts/open-account.ts',
        from: 'if (state.walletAddress !== undefined && !state.removed) return referrerId;',
        to: 'if (!state.removed) return referrerId;',
      },
    ],
    red: [
      [
        'ledger/accounts/open-account.test.ts',
        'two that name each other make no circle: who comes first has no referrer',
      ],
    ],
  },
  {
    id: 'no-wallet-refers-nobody',
    promise: 'An account without a wallet refers nobody: nothing is granted to it.',
    source: 'threat 22',
    sabotage: [
      {
        file: 'ledger/accounts/open-account.ts',
        from: 'if (state.walletAddress !== undefined && !state.removed) return referrerId;',
        to: 'if (state.opened && !state.removed) return referrerId;',
      },
    ],
    red: [
      [
        'ledger/accounts/open-account.test.ts',
        'an account without a wallet refers nobody: nothing is granted to it',
      ],
    ],
  },
  {
    id: 'erased-address-by-nobody-else',
    promise: 'An address that was erased comes back to its account by nobody who is not signed in there.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'ledger/accounts/sign-up-email.ts',
        from: 'if (!found || !hasGivenUp(found, emailHash)) return owner;',
        to: 'if (!found || hasGivenUp(found, emailHash)) return owner;',
      },
    ],
    red: [
      [
        'ledger/accounts/email-addresses.test.ts',
        'is not given to it anew by a stranger, who signs it up alone',
      ],
    ],
  },
  {
    id: 'welcome-once',
    promise: 'The welcome bonus is paid once in an account’s life.',
    source: 'threat 17',
    sabotage: [
      {
        file: 'ledger/accounts/lifecycle.ts',
        from: 'welcome && !state.welcomed && !state.removed ?',
        to: 'welcome ?',
      },
    ],
    red: [['ledger/accounts/lifecycle.test.ts', 'opening again does not pay again']],
  },
  {
    id: 'referral-one-level',
    promise: 'A referral pays the one who referred, and nobody above.',
    source: 'threat 22',
    sabotage: [
      {
        file: 'ledger/processes/referral-rewards.ts',
        from: "  'social_connection',\n",
        to: "  'social_connection',\n  'referral',\n  'referral_commission',\n",
      },
    ],
    red: [['ledger/processes/referral-rewards.test.ts', 'goes one level and no further']],
  },
  {
    id: 'mass-act-signature',
    promise: 'An act on everybody needs a fresh signature.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: 'if (toSign !== undefined && !isDryRun(input)) {',
        to: 'if (toSign !== undefined && !isDryRun(input) && !key) {',
      },
    ],
    red: [['api/auth/step-up.int.test.ts', 'is not enough for %s, and nothing happens']],
  },
  {
    id: 'restore-gives-all-back',
    promise: 'Undoing a reset gives back exactly what it took.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: 'data: { resetId, total, claimed: formatEvo(lastReset.claimed) }',
        to: "data: { resetId, total, claimed: '0' }",
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts.test.ts',
        'a reset leaves what was earned since, and a restore gives back exactly what it took',
      ],
    ],
  },
  {
    id: 'reset-leaves-what-came-since',
    promise: 'A reset takes nothing that was earned after it was asked for.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: `  const { total, claimed } = share
    ? sharedOut(share, state)
    : { total: state.granted, claimed: state.claimed };`,
        to: `  const { total, claimed } =
    share === null ? sharedOut(share, state) : { total: state.granted, claimed: state.claimed };`,
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts.test.ts',
        'a reset leaves what was earned since, and a restore gives back exactly what it took',
      ],
    ],
  },
];
