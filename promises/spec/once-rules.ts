import type { ProductPromise } from '../promise.ts';

/** What happens once, and to whom. */
export const onceRules: readonly ProductPromise[] = [
  {
    id: 'check-in-once',
    promise: 'A day is checked in once.',
    source: 'spec: check-in',
    sabotage: [{ file: 'ledger/accounts/engagement.ts', from: 'day <= last.day', to: 'day < last.day' }],
    red: [['ledger/accounts/engagement.test.ts', 'once per day']],
  },
  {
    id: 'check-in-never-back',
    promise: 'A day that has passed cannot be checked in.',
    source: 'spec: check-in',
    sabotage: [{ file: 'ledger/accounts/engagement.ts', from: 'day <= last.day', to: 'day === last.day' }],
    red: [
      [
        'ledger/accounts/engagement.test.ts',
        'a day that has passed is refused, as when a clock was turned back',
      ],
    ],
  },
  {
    id: 'streak-begins-again',
    promise: 'A day left out ends the streak.',
    source: 'spec: check-in',
    sabotage: [
      { file: 'ledger/accounts/engagement.ts', from: 'last && isDayAfter(day, last.day) ?', to: 'last ?' },
    ],
    red: [['ledger/accounts/engagement.test.ts', 'a day left out begins again']],
  },
  {
    id: 'every-seventh-day',
    promise: 'Every seventh day in a row pays more.',
    source: 'spec: check-in',
    sabotage: [{ file: 'ledger/accounts/engagement.ts', from: 'streak % 7', to: 'streak % 8' }],
    red: [['ledger/accounts/engagement.test.ts', 'the seventh in a row pays more']],
  },
  {
    id: 'whitelist-once',
    promise: 'The whitelist is joined once.',
    source: 'spec: whitelist',
    sabotage: [
      {
        file: 'ledger/accounts/engagement.ts',
        from: 'return state.whitelisted ? [] :',
        to: 'return state.removed ? [] :',
      },
    ],
    red: [['ledger/accounts/engagement.test.ts', 'is joined once']],
  },
  {
    id: 'connection-once',
    promise: 'A platform is connected, and paid, once.',
    source: 'spec: connections',
    sabotage: [
      {
        file: 'ledger/accounts/social.ts',
        from: `  if (known !== undefined) throw new PlatformAlreadyConnected();
`,
        to: '',
      },
    ],
    red: [['ledger/accounts/social.test.ts', 'a second account of the platform is refused']],
  },
  {
    id: 'connection-again',
    promise: 'Connecting what is connected pays nothing.',
    source: 'spec: connections',
    sabotage: [
      {
        file: 'ledger/accounts/social.ts',
        from: 'if (known === platformUserId) return [];',
        to: 'if (known === handleHash) return [];',
      },
    ],
    red: [['ledger/accounts/social.test.ts', 'the same word again pays nothing']],
  },
  {
    id: 'handle-proves-nothing',
    promise: 'A handle that is only typed replaces no proven account.',
    source: 'spec: connections',
    sabotage: [
      {
        file: 'ledger/accounts/social.ts',
        from: 'if (known?.platformUserId !== undefined) throw new PlatformAlreadyConnected();',
        to: '',
      },
    ],
    red: [['ledger/accounts/social.test.ts', 'a typed handle does not replace a proven account']],
  },
  {
    id: 'task-once',
    promise: 'A task is paid once.',
    source: 'spec: tasks',
    sabotage: [
      {
        file: 'ledger/accounts/social.ts',
        from: 'if (state.tasks.has(taskKey(platform, taskType))) throw new TaskAlreadyVerified();',
        to: '',
      },
    ],
    red: [
      ['ledger/accounts/account.test.ts', 'once-only rewards are paid once in any sequence without a reset'],
    ],
  },
  {
    id: 'task-needs-connection',
    promise: 'A task counts on a proven account of the platform.',
    source: 'spec: tasks',
    sabotage: [
      {
        file: 'ledger/accounts/social.ts',
        from: 'if (state.socials[platform]?.platformUserId === undefined) throw new PlatformNotConnected();',
        to: '',
      },
    ],
    red: [['ledger/accounts/social.test.ts', 'need a platform that has confirmed the account']],
  },
  {
    id: 'email-once',
    promise: 'A mailbox is verified once.',
    source: 'spec: email',
    sabotage: [
      {
        file: 'ledger/accounts/email.ts',
        from: 'if (state.email.verified) throw new EmailAlreadyVerified();',
        to: '',
      },
    ],
    red: [['ledger/accounts/email.test.ts', 'verifying twice pays once']],
  },
  {
    id: 'email-needs-wallet',
    promise: 'Without a wallet a mailbox pays nothing.',
    source: 'spec: email',
    sabotage: [
      {
        file: 'ledger/accounts/email.ts',
        from: 'if (state.walletAddress === undefined || state.emailRewarded)',
        to: 'if (state.emailRewarded)',
      },
    ],
    red: [['ledger/accounts/email.test.ts', 'without a wallet nothing is paid']],
  },
  {
    id: 'one-mailbox-a-wallet',
    promise: 'An account signs up with one mailbox.',
    source: 'spec: email',
    sabotage: [
      {
        file: 'ledger/accounts/email.ts',
        from: 'if (state.email) throw new EmailAlreadySignedUp();',
        to: '',
      },
    ],
    red: [['ledger/accounts/email.test.ts', 'one signup per wallet']],
  },
  {
    id: 'removed-account-does-nothing',
    promise: 'A removed account gets and claims nothing.',
    source: 'spec: removal',
    sabotage: [
      {
        file: 'ledger/accounts/account.ts',
        from: 'if (state.removed) throw new AccountIsRemoved();',
        to: '',
      },
    ],
    red: [
      ['ledger/accounts/balance.test.ts', 'a removed account gets nothing'],
      ['ledger/accounts/balance.test.ts', 'a removed account claims nothing'],
    ],
  },
  {
    id: 'clear-leaves-claimed',
    promise: 'A clear takes nothing that was claimed.',
    source: 'spec: clear',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: '{ total: pendingOf(state), claimed: 0n }',
        to: '{ total: state.granted, claimed: 0n }',
      },
    ],
    red: [['ledger/accounts/balance.test.ts', 'leaves what was claimed']],
  },
  {
    id: 'grant-is-taken-back-once',
    promise: 'A grant by hand is taken back once.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'ledger/accounts/evolve.ts',
        from: 'adminGrants: withoutGrant(state.adminGrants, grantId),',
        to: 'adminGrants: state.adminGrants,',
      },
    ],
    // The test of any sequence of commands sees it, too, but not with every seed.
    red: [['ledger/accounts/balance.test.ts', 'once']],
  },
  {
    id: 'undo-of-a-clear-beside-a-reset',
    promise: 'No undo is offered of a clear that took what all accounts were being reset of.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'projector/read-models/admin-acts/queries.ts',
        from: 'and (${IS_OF_A_RESET}) as reset',
        to: 'and false as reset',
      },
    ],
    red: [
      [
        'projector/read-models/admin-acts/undoable.drill.test.ts',
        'what was cleared while all were being reset is offered for giving back where the reset had come to the account before',
      ],
    ],
  },
  {
    id: 'undo-is-offered-of-what-is-whole',
    promise:
      'A reward by hand that an act on all accounts has left whole is offered for undoing, and no other.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'projector/read-models/admin-acts/queries.ts',
        from: 'taken + (${REVOKED_BEFORE_IT}) <= (${PENDING_BEFORE})',
        to: 'taken <= (${PENDING_BEFORE})',
      },
    ],
    red: [
      [
        'projector/read-models/admin-acts/undoable.drill.test.ts',
        'a reward that came while all were being cleared is offered, and no more once the act has taken a part of it',
      ],
    ],
  },
  {
    id: 'undo-during-a-reset',
    promise: 'While all accounts are being reset no clear is given back: the reset would leave it.',
    source: 'spec: reset',
    sabotage: [
      {
        file: 'ledger/accounts/undo-act.ts',
        from: 'if (resets?.isUnderWay && events.length > 0) throw new MassActUnderWay();',
        to: '',
      },
    ],
    red: [
      [
        'ledger/accounts/undo-act.test.ts',
        'a clear gives nothing back while all accounts are being reset: what came back then, the reset would leave',
      ],
    ],
  },
  {
    id: 'undo-or-reset',
    promise:
      'A clear is undone before a reset is asked for, or not at all, whoever asks and in whatever process.',
    source: 'spec: reset',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'holdAct(use, walletAddress, () => undefined, fence.actAlone),',
        to: 'holdAct(use, walletAddress),',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/undo-beside-reset.int.test.ts',
        'a reset of all that is asked for while the undo of a clear is on its way leaves nothing of what came back: $who',
      ],
    ],
  },
  {
    id: 'undo-looks-while-it-may-act',
    promise: 'The undo of a clear sees a reset that was asked for while it waited for its right or its turn.',
    source: 'spec: reset',
    sabotage: [
      {
        file: 'ledger/accounts/undo-act.ts',
        from: 'const held = await authorize(use);',
        to: 'seen ??= await resetsSince(handler, store, act, deadline);\n      const held = await authorize(use);',
      },
      {
        file: 'ledger/accounts/undo-act.ts',
        from: "if (act.type === 'BalanceCleared') seen =",
        to: "if (act.type === 'BalanceCleared') seen ??=",
      },
    ],
    red: [
      [
        'ledger/accounts/undo-act.test.ts',
        'a clear gives nothing back when all are to be reset while the undo waits for its right, which is given back',
      ],
      [
        'ledger/accounts/undo-act.test.ts',
        'a clear that is decided anew because its account has gone on sees a reset that was asked for since',
      ],
    ],
  },
  {
    id: 'words-of-a-merger',
    promise: 'No reason of an admin is taken for a merger, which erases and gives away a mailbox.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'ledger/accounts/remove-account.ts',
        from: 'if (reason === MERGED) throw new ReasonOfMergers();',
        to: '',
      },
    ],
    red: [
      [
        'ledger/accounts/use-cases.test.ts',
        'no admin removes an account in the words of a merger: its mailbox and its data would go',
      ],
    ],
  },
  {
    id: 'words-of-a-merger-once',
    promise: 'What an admin once gave as a reason erases nobody’s data.',
    source: 'threat 36',
    sabotage: [{ file: 'ledger/accounts/merger.ts', from: " && metadata.actor.kind !== 'admin'", to: '' }],
    red: [
      [
        'api/integrations/email/mailer.int.test.ts',
        'what a merged account has sealed is erased, and nothing of one that an admin removed in the same word',
      ],
    ],
  },
  {
    id: 'words-of-a-merger-and-a-mailbox',
    promise:
      'A wallet that an admin once removed in the word of mergers keeps the mailbox that it was paid for.',
    source: 'threat 17',
    sabotage: [
      {
        file: 'ledger/accounts/email-owner.ts',
        from: 'removed && merged && walletAddress === undefined;',
        to: 'removed && merged && walletAddress !== null;',
      },
    ],
    red: [
      [
        'ledger/accounts/email-addresses.test.ts',
        'the mailbox of a wallet that an earlier release removed as “merged”, and the first version paid for, is paid for no second time',
      ],
      [
        'api/processes/reserve-mailboxes.test.ts',
        'so does the wallet that an earlier release let an admin remove in the word of mergers: nobody is paid for it by another spelling',
      ],
    ],
  },
  {
    id: 'referrer-on-a-node-behind',
    promise:
      'Who was brought by somebody whom a node lacks, or still has as removed, for a moment keeps that referrer.',
    source: 'spec: referral',
    sabotage: [
      {
        file: 'ledger/accounts/open-account.ts',
        from: 'if (known !== undefined && revision < known)',
        to: 'if (known !== undefined && revision > known)',
      },
    ],
    red: [
      [
        'ledger/accounts/welcome-gate.test.ts',
        'a referrer whom the node that is asked lacks is not lost: the account is opened once it has caught up',
      ],
      [
        'ledger/accounts/welcome-gate.test.ts',
        'a referrer who was let in again, of which the node that is asked knows nothing yet, is not lost; who is removed is dropped',
      ],
    ],
  },
  {
    id: 'passed-over-for-good',
    promise:
      'Who was removed, or full, when a referral was to be paid is not paid for it later because all is told again.',
    source: 'spec: referral',
    sabotage: [
      {
        file: 'ledger/processes/referral-rewards.ts',
        from: '      authorize: (use) => payableSince(store, handler, { at, amount }, use),\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/referral-payments.test.ts',
        'is passed over for good, also when all is told again once it can be paid: %s',
      ],
    ],
  },
  {
    id: 'paid-by-a-node-behind',
    promise: 'Who was let in again is paid for friends, also where a node does not know of it for a moment.',
    source: 'spec: referral',
    sabotage: [
      {
        file: 'ledger/processes/referral-rewards.ts',
        from: '  await means.handler.readBefore(event.stream, account, event.revision + 1n);\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/referral-payments.test.ts',
        'because the node that is asked does not know yet that it was let in again is asked again',
      ],
    ],
  },
  {
    id: 'mailbox-that-does-not-open',
    promise: 'The mailbox of one friend that cannot be read holds up no other referral.',
    source: 'spec: referral',
    sabotage: [
      {
        file: 'api/vault/readable-address.ts',
        from: 'if (!(error instanceof SealBroken)) throw error;',
        to: 'if (!(error instanceof SealBroken) || error) throw error;',
      },
    ],
    red: [
      [
        'api/faucet/faucet.int.test.ts',
        'a mailbox that does not open is said, and counted with those that were erased; a vault that is away is asked again, and so is one without its key',
      ],
    ],
  },
  {
    id: 'undo-after-a-reset',
    promise: 'What a reset has overtaken is not given back.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'ledger/accounts/undo-act.ts',
        from: 'if (resets && resets.before !== state.resets) throw new NotUndoable();',
        to: '',
      },
    ],
    red: [['ledger/accounts/undo-act.test.ts', 'a clear after which there was a reset gives nothing back']],
  },
  {
    id: 'undo-after-a-reset-of-nothing',
    promise:
      'What was cleared before a reset is not given back, also where the reset found nothing any more.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'ledger/accounts/undo-act.ts',
        from: 'if (resets?.isOvertaken) throw new NotUndoable();',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts-and-undo.test.ts',
        'nor is what was cleared before a reset that found nothing there any more',
      ],
    ],
  },
  {
    id: 'friend-paid-once-over-erasure',
    promise: 'A friend who has personal data erased and proves a mailbox again is not paid for again.',
    source: 'spec: referrals',
    sabotage: [
      {
        file: 'ledger/processes/friends.ts',
        from: "if (act !== firstAct || event.type !== 'EmailVerified') return act === firstAct;",
        to: 'if (act === firstAct || act !== firstAct) return act === firstAct;',
      },
      {
        file: 'ledger/processes/friends.ts',
        from: 'if (known?.confirmedAt !== undefined && known.confirmedAt < revision) return false;',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/referral-payments.test.ts',
        'and proves a mailbox again, after an erasure, is paid for once, whoever leads the process then',
      ],
    ],
  },
  {
    id: 'commission-on-email',
    promise: 'A referrer has a share of what a friend’s mailbox pays.',
    source: 'spec: referrals',
    sabotage: [
      {
        file: 'ledger/processes/referral-rewards.ts',
        from: `  'email_signup',
  'email_verification',
`,
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/referral-rewards.test.ts',
        'a referrer has a share of what a friend earns by acts, and of no prize, gift or bonus',
      ],
    ],
  },
  {
    id: 'no-commission-on-prizes',
    promise: 'A referrer has no share of a friend’s prize.',
    source: 'spec: referrals',
    sabotage: [
      {
        file: 'ledger/processes/referral-rewards.ts',
        from: `  'social_task',
`,
        to: `  'social_task',
  'raffle',
`,
      },
    ],
    red: [
      [
        'ledger/processes/referral-rewards.test.ts',
        'a referrer has a share of what a friend earns by acts, and of no prize, gift or bonus',
      ],
    ],
  },
];
