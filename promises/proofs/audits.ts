import type { ProductPromise } from '../promise.ts';

const RULES = 'ledger/audit/ledger-rules.ts';
const RULES_TEST = 'ledger/audit/rules.test.ts';
const HANDS_TEST = 'ledger/audit/rewards-by-hand-rules.test.ts';
const RIGHTS_TEST = 'ledger/audit/rights-rules.test.ts';
const RAFFLES_TEST = 'ledger/audit/raffle-rules.test.ts';
const ACCOUNTS_TEST = 'ledger/audit/account-rules.test.ts';
const FORGED = '%j: %s';
const BEHIND = '%s: %s';

/** What whoever replays the ledger finds. */
export const auditProofs: readonly ProductPromise[] = [
  {
    id: 'audit-of-streams',
    promise: 'An audit finds an event in a stream where it has no place.',
    source: 'invariant streams',
    sabotage: [
      {
        file: RULES,
        from: `      this.#places.add(event, undefined, stream);
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'audit-of-hands',
    promise: 'An audit finds a reward by hand that had no place in its day.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: RULES,
        from: `      this.rewardsByHand,
`,
        to: '',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-decisions',
    promise: 'An audit finds an event that no decision can have made.',
    source: 'invariant I2',
    sabotage: [
      {
        file: RULES,
        from: `      accountDecisions(accounts),
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, FORGED]],
  },
  {
    id: 'audit-of-owners',
    promise: 'An audit finds a second owner of what belongs to one.',
    source: 'invariant I4',
    sabotage: [
      {
        file: RULES,
        from: `      this.owners,
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, FORGED]],
  },
  {
    id: 'audit-of-names-that-are-left',
    promise:
      'An audit calls it sound that somebody goes back to the name that their account was opened with.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/owners.ts',
        from: "used.what === what || (what === 'name' && used.what === 'likeness')",
        to: 'used.what === what',
      },
    ],
    red: [
      [
        'ledger/audit/sound-acts.test.ts',
        'a name that is chosen, spelt anew, left for the one that the account was opened with, and for another',
      ],
    ],
  },
  {
    id: 'audit-of-former-super-admins',
    promise: 'An audit that is told who the super admin was before finds what that one did sound.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'const formerly = new Set(former.map(lowerCase));',
        to: 'const formerly = new Set<string>();',
      },
    ],
    red: [
      [
        'ledger/audit/sound-acts.test.ts',
        'what super admins did one after the other, where who audits says who it was before',
      ],
    ],
  },
  {
    id: 'audit-of-acts',
    promise: 'An audit finds an act of somebody who had no right.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'must(isSuper || isAdmin(now, wallet),',
        to: 'must(true,',
      },
    ],
    red: [[RIGHTS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-acts-without-a-right',
    promise: 'An audit finds who acts as an admin and is none, also where no act names its right.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'if (isWord && !formerly.has(lowerCase(wallet))) superAdmin ??= wallet;',
        to: 'if (isWord && !formerly.has(lowerCase(wallet))) superAdmin = wallet;',
      },
    ],
    red: [
      [RIGHTS_TEST, 'the first who has none by an event is the super admin, and no stranger behind them'],
    ],
  },
  {
    id: 'audit-of-whole-clears',
    promise: 'An audit finds a clear by an admin who left some of the balance.',
    source: 'invariant I2',
    sabotage: [
      {
        file: 'ledger/audit/rules/account-decisions.ts',
        from: "metadata.actor.kind === 'admin' ? amount === pending : amount <= pending",
        to: 'amount <= pending',
      },
    ],
    red: [[ACCOUNTS_TEST, 'an account’s decider refuses %s']],
  },
  {
    id: 'audit-of-whose-acts',
    promise: 'An audit finds an act of admins that no admin has done.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/admins/admins-acts.ts',
        from: 'return ADMINS_ACTS.has(type);',
        to: 'return false;',
      },
    ],
    red: [
      [RIGHTS_TEST, BEHIND],
      ['ledger/admins/rights-audit.test.ts', 'what only admins do is found where somebody else has done it'],
    ],
  },
  {
    id: 'audit-of-approvals',
    promise: 'An audit finds a reward that one approval has paid twice.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: 'must(granted.add(`${userId} ${grantId}`), () =>',
        to: 'must(true, () =>',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-who-approved',
    promise: 'An audit finds a reward that names another admin than the one who has approved it.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: 'lowerCase(wallet) === lowerCase(approvedBy),',
        to: 'true,',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-who-asked',
    promise:
      'An audit finds an act on all accounts that names another admin than the one who has asked for it.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: 'actorOf(event) === askedBy,',
        to: 'true,',
      },
    ],
    red: [
      ['ledger/audit/mass-acts-rules.test.ts', 'what an act does says who has asked for it, and a clear why'],
    ],
  },
  {
    id: 'audit-of-rights-given-again',
    promise: 'An audit finds an act by a right that was taken, also where it was given again since.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'states.slice(right.adminsRevision).every(',
        to: 'states.slice(-1).every(',
      },
    ],
    red: [[RIGHTS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-days-of-places',
    promise: 'An audit finds a reward by hand that was sent on another day than that of its place.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: "const place = placeKey(occurredAt.slice(0, 'yyyy-mm-dd'.length), grantId);",
        to: 'const place = places.keys().find((key) => key.endsWith(grantId)) ?? occurredAt;',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-names-of-prizes',
    promise: 'An audit finds a prize that is settled again under a longer name.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: '({ place }) => ref === `${raffleId}:${place}`',
        to: '({ place }) => ref.startsWith(`${raffleId}:${place}`)',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'a prize has one name: what was forgone is not paid under a longer one, nor what was paid forgone',
      ],
    ],
  },
  {
    id: 'audit-of-users',
    promise: 'An audit finds what a user is said to have done to the account of another.',
    source: 'threat 12',
    sabotage: [
      {
        file: 'ledger/audit/rules/account-decisions.ts',
        from: 'lowerCase(wallet) === lowerCase(walletAddress)',
        to: 'lowerCase(wallet) !== walletAddress.slice(1)',
      },
    ],
    red: [[ACCOUNTS_TEST, 'what a user does is done to the account of the own wallet']],
  },
  {
    id: 'audit-of-likenesses',
    promise: 'An audit finds a name that is taken without what it looks like.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/owners.ts',
        from: 'must(likenessUse !== undefined, () =>',
        to: 'must(true, () =>',
      },
    ],
    red: [
      [
        'ledger/audit/account-owner-rules.test.ts',
        'a name rests on what it looks like since names do, and is nobody else’s first one',
      ],
    ],
  },
  {
    id: 'audit-of-the-playlist',
    promise: 'An audit finds a track that is taken away and never came.',
    source: 'threat 34',
    sabotage: [
      {
        file: RULES,
        from: `      playlist(),
`,
        to: '',
      },
    ],
    red: [['ledger/audit/playlist-rules.test.ts', 'no track %s']],
  },
  {
    id: 'audit-of-other-hands',
    promise: 'An audit finds an approval by an admin who owes the right to who asked.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: 'isOtherHand(event, known, hands),',
        to: 'true,',
      },
    ],
    red: [
      [HANDS_TEST, BEHIND],
      [
        HANDS_TEST,
        'an approval is of another hand as the rights were when it was decided, whoever is named meanwhile',
      ],
    ],
  },
  {
    id: 'audit-of-late-effects',
    promise: 'An audit finds what an act on all accounts has taken from who came after it.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: 'must(since !== undefined,',
        to: 'if (since === undefined) return;\n  must(true,',
      },
    ],
    red: [
      [
        'ledger/audit/mass-acts-rules.test.ts',
        'nothing is taken late from who came when the act was requested or over, nor from who had nothing',
      ],
    ],
  },
  {
    id: 'audit-of-late-shares',
    promise: 'An audit finds what an act on all accounts has taken late of what came after it.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: 'requireExact(act, event, since, before);',
        to: '',
      },
    ],
    red: [
      [
        'ledger/audit/mass-acts-rules.test.ts',
        'who comes late takes what is left of what stood there, and nothing of what has come since',
      ],
    ],
  },
  {
    id: 'audit-of-whom-a-reset-leaves-out',
    promise:
      'An audit finds whom a reset of everybody, or its undoing, has left out because they were removed meanwhile.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: "kind === 'Clear' && (now.removed || hasBeenAway(events));",
        to: "hasBeenAway(events) || (kind === 'Clear' && now.removed);",
      },
    ],
    red: [
      [
        'ledger/audit/mass-acts-rules.test.ts',
        'a reset leaves out nobody who was removed meanwhile, nor does its undoing, and neither comes late',
      ],
    ],
  },
  {
    id: 'audit-of-claims-that-come-back',
    promise: 'An audit finds a reset that makes claimable again what was claimed.',
    source: 'invariant I2',
    sabotage: [
      {
        file: 'ledger/audit/rules/account-decisions.ts',
        from: "if (claimed > total) return 'it makes claimable again what was claimed';",
        to: '',
      },
    ],
    red: [
      [
        'ledger/audit/mass-acts-rules.test.ts',
        'a reset makes nothing claimable again that was claimed, in an act or behind it',
      ],
    ],
  },
  {
    id: 'audit-of-seeds-in-stock',
    promise:
      'An audit finds a seed that was committed while the raffle before could still come out otherwise.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: 'number === 1 || (before !== undefined && isDecided(before)),',
        to: 'true,',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'the next seed is committed once nobody can change any more what becomes of the raffle before',
      ],
    ],
  },
  {
    id: 'audit-of-mailboxes',
    promise: 'An audit finds a mailbox that was paid for at two accounts.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/tariff.ts',
        from: 'if (!verified.add(`${source} ${email.emailHash}`)) return undefined;',
        to: '',
      },
    ],
    red: [
      [
        'ledger/audit/account-tariff-rules.test.ts',
        'a mailbox is paid for at an account with a wallet, and at one account',
      ],
    ],
  },
  {
    id: 'audit-of-what-is-paid-at-once',
    promise:
      'An audit finds a check-in, a connection, a task or a mailbox whose reward was taken out of the ledger.',
    source: 'invariant tariff',
    sabotage: [
      {
        file: 'ledger/audit/rules/tariff.ts',
        from: `      pay(change);
`,
        to: `      if (change.event.type === 'RevisionTaken') pay(change);
`,
      },
    ],
    red: [
      [
        'ledger/audit/account-tariff-rules.test.ts',
        'who is paid at once for %s is paid by the very decision, all of it',
      ],
    ],
  },
  {
    id: 'audit-of-undone-clears',
    promise:
      'An audit finds a clear that was undone beside a reset of everybody, or behind one that found nothing there any more.',
    source: 'invariant tariff',
    sabotage: [
      {
        file: 'ledger/audit/rules/tariff.ts',
        from: `      followReset(told);
`,
        to: '',
      },
    ],
    red: [
      [
        'ledger/audit/mass-acts-rules.test.ts',
        'nor is a clear undone beside a reset, or behind one that found nothing there any more',
      ],
    ],
  },
  {
    id: 'audit-of-who-is-locked-out',
    promise: 'An audit finds that the account of an admin or an auditor was removed.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'must(!hasRight,',
        to: 'must(true,',
      },
    ],
    red: [
      [
        'ledger/audit/account-rules.test.ts',
        'nobody who has a right is locked out of it: their account is not removed',
      ],
    ],
  },
  {
    id: 'audit-of-one-hand',
    promise: 'An audit finds one command of two people, or of two times.',
    source: 'invariant I3',
    sabotage: [
      {
        file: 'ledger/audit/rules/commands.ts',
        from: 'isOneAct(beside.metadata, metadata),',
        to: 'isOneAct(metadata, metadata),',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'audit-of-commands-apart',
    promise: 'An audit finds a command that goes on behind what others did.',
    source: 'invariant I3',
    sabotage: [
      {
        file: 'ledger/audit/rules/commands.ts',
        from: 'done.add(metadata.commandId, stream),',
        to: 'done.add(metadata.commandId, stream) || place === 0,',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'audit-of-older-forms',
    promise: 'An audit finds an event in a form that no release writes behind what stands before it.',
    source: 'invariant streams',
    sabotage: [
      {
        file: 'ledger/audit/rules/forms.ts',
        from: "  ['SocialConnected'],\n",
        to: '',
      },
    ],
    red: [['ledger/audit/forms.test.ts', 'behind a handle that is sealed none is in clear text']],
  },
  {
    id: 'audit-of-the-super-admins-right',
    promise: 'An audit finds a right that was given to the super admin, who has it by the setting.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'superAdmin === undefined || lowerCase(data.wallet) !== lowerCase(superAdmin),',
        to: 'true,',
      },
    ],
    red: [[RIGHTS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-stray-rights',
    promise: 'An audit finds the right of an admin in what the program did.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: `        right === undefined,
        () =>`,
        to: `        right === undefined || actor.kind !== 'user',
        () =>`,
      },
    ],
    red: [[RIGHTS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-the-programs-own',
    promise: 'An audit finds a seal, or a place taken from a late act, that is said to be of an admin.',
    source: 'invariant streams',
    sabotage: [
      {
        file: 'ledger/audit/rules/programs-acts.ts',
        from: "OF_NOBODY.has(type) || (type === 'RewardGranted'",
        to: "type === 'DenialsCounted' || (type === 'RewardGranted'",
      },
    ],
    red: [
      [RIGHTS_TEST, BEHIND],
      [RIGHTS_TEST, 'seals and the keys of the notary are the program’s own, and name nobody'],
    ],
  },
  {
    id: 'audit-of-earned-causes',
    promise: 'An audit finds a payment for a friend that names another cause than what has earned it.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/earned.ts',
        from: 'by !== undefined && pays(change, payment, by),',
        to: 'by !== undefined,',
      },
    ],
    red: [
      [
        'ledger/audit/causes-rules.test.ts',
        'the %s names the very event that has earned it, and its time and request',
      ],
    ],
  },
  {
    id: 'audit-of-ends-of-raffles',
    promise:
      'An audit finds a raffle that is over by another command than the one that notes its last prize.',
    source: 'invariant I11',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: `    mustBeOneStep(event, own.events.at(-1));
`,
        to: '',
      },
    ],
    red: [[RAFFLES_TEST, 'no raffle is over %s']],
  },
  {
    id: 'audit-of-winners-names',
    promise: 'An audit finds a winner who was drawn under a name that the account did not have then.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: 'mustHaveTheirNames(of, (userId)',
        to: 'if (names === undefined) mustHaveTheirNames(of, (userId)',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'each winner is drawn under the name that the account had at the position of the entries',
      ],
    ],
  },
  {
    id: 'audit-of-old-skips',
    promise:
      'An audit finds a prize of a raffle of now that was skipped though its winner had not forgone it.',
    source: 'invariant I11',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: "isOfBefore && metadata.actor.kind === 'admin'",
        to: "(isOfBefore || place > 0) && metadata.actor.kind === 'admin'",
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'no release skips a prize that its winner has not forgone, of a raffle that may name a beacon',
      ],
    ],
  },
  {
    id: 'audit-of-mergers',
    promise: 'An audit finds an account that came back beside the one that it was merged into.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/account-decisions.ts',
        from: "event.type === 'AccountReinstated' && merged.has(userId)",
        to: "event.type === 'AccountReinstated' && merged.has('')",
      },
    ],
    red: [[ACCOUNTS_TEST, 'who was merged into another account does not come back beside it']],
  },
  {
    id: 'audit-of-the-last-reset',
    promise: 'An audit finds a reset that was given back behind a later one.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: "kind === 'Restore' && !isOfFirst && lastReset",
        to: "kind === 'Restore' && isOfFirst && lastReset",
      },
    ],
    red: [['ledger/audit/mass-acts-rules.test.ts', 'no reset is given back but the last that took anything']],
  },
  {
    id: 'audit-of-effects',
    promise: 'An audit finds a reset that nobody has asked for.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: 'if (!isOfOne && isOfActsAlone(change)) mustBeLate(change, over);',
        to: '',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'audit-of-the-erased',
    promise: 'An audit counts nobody among the entries of a raffle who has erased what is known of them.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ledger/audit/rules/eligible.ts',
        from: `  'PersonalDataErased',
`,
        to: '',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'who has erased what is known of them takes part no more, and comes back with an address',
      ],
    ],
  },
  {
    id: 'audit-of-what-is-given-up',
    promise: 'An audit finds a raffle that was given up when anybody could draw it.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: 'must(entries?.beacon === undefined, () =>',
        to: 'must(entries !== null, () =>',
      },
    ],
    red: [
      [RAFFLES_TEST, 'a raffle fails while nobody can know its winners, and not once its round is named'],
    ],
  },
  {
    id: 'audit-of-second-seeds',
    promise: 'An audit finds a second seed for the number of a raffle.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: 'number === newest && (newestOf.get(event.stream) ?? 0) < number',
        to: 'number === newest',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'a number has one seed in a stream, and a second one where a release of the first version ran beside',
      ],
    ],
  },
  {
    id: 'audit-of-raffles-in-a-name',
    promise: 'An audit finds a draw, or a seed, in the name of somebody who has not begun the raffle.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: `    if (STEPS.has(of.type)) mustNameWhoBegan(event, own);
`,
        to: '',
      },
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: `    mustNameWhoBegan(event, known.get(raffleIdOf(number - 1)));
`,
        to: '',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'what the program does of a raffle, and the seed of the next one, name who has begun it, or nobody',
      ],
    ],
  },
  {
    id: 'audit-of-raffles',
    promise: 'An audit finds winners whom the draw does not give.',
    source: 'invariant I10',
    sabotage: [
      {
        file: RULES,
        from: `      this.rights,
      this.raffles,
`,
        to: `      this.rights,
`,
      },
    ],
    red: [[RULES_TEST, FORGED]],
  },
  {
    id: 'audit-of-commands',
    promise: 'An audit finds a command whose effect was written twice.',
    source: 'invariant I3',
    sabotage: [
      {
        file: RULES,
        from: `      commands(),
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'verdict-of-an-audit-alone',
    promise: 'No ledger adds a line of its own to the verdict that an auditor reads.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/proof/audit/fault.ts',
        from: '.map(visibleLine)',
        to: '',
      },
    ],
    red: [
      [
        'projector/audit/main.drill.test.ts',
        'what a ledger or a receipt says of itself steers no terminal, and adds no line to a verdict',
      ],
    ],
  },
];
