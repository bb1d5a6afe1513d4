import type { ProductPromise } from './promise.ts';

/** Who may do what. */
export const rights: readonly ProductPromise[] = [
  {
    id: 'only-admins-add',
    promise: 'Nobody but an admin makes an admin.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: 'if (!isSuperAdmin && !isAdmin(state, by)) throw new NotAnAdmin();',
        to: '',
      },
    ],
    red: [
      ['ledger/admins/admins.test.ts', 'not by anybody else'],
      ['ledger/admins/admins.test.ts', 'not by one who was removed'],
    ],
  },
  {
    id: 'only-the-super-admin-removes',
    promise: 'Nobody but the super admin removes an admin.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: `      case 'RemoveAdmin': {
        if (!isSuperAdmin) throw new NotTheSuperAdmin();`,
        to: `      case 'RemoveAdmin': {`,
      },
    ],
    red: [
      ['ledger/admins/admins.test.ts', 'not by another admin'],
      ['ledger/admins/admins.test.ts', 'not by oneself'],
    ],
  },
  {
    id: 'super-admin-in-any-case',
    promise: 'The super admin is the same in any case of the address.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: 'const isSuperAdmin = lowerCase(by) === lowerCase(superAdmin);',
        to: 'const isSuperAdmin = by === superAdmin;',
      },
    ],
    red: [['ledger/admins/admins.test.ts', 'by the super admin, whatever the case of the address']],
  },
  {
    id: 'acts-of-the-super-admin',
    promise: 'What only the super admin may do no other admin does.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: "if (endpoint.access === 'superAdmin' && role === 'admin') {",
        to: "if (endpoint.access === 'superAdmin' && role === 'auditor') {",
      },
      {
        file: 'api/auth/policies.ts',
        from: 'if (!isSuperAdmin(walletAddress)) throw new NotTheSuperAdmin();',
        to: '',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/admin-rights.int.test.ts',
        'an admin is not the super admin: 403, and no event',
      ],
    ],
  },
  {
    id: 'right-of-a-late-node',
    promise: 'A node of the event store that is behind gives nobody a right that is gone.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'if ((now.revision ?? -1n) < removedAt) {',
        to: 'if ((now.revision ?? -1n) < -1n) {',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'a node of the event store that is behind, and still shows the right, lets nobody act',
      ],
    ],
  },
  {
    id: 'right-that-was-read-before-a-removal',
    promise: 'Rights that were read a moment ago serve no act where a later removal is known.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'if (known && (known.revision ?? -1n) >= held.adminsRevision && isAdmin(known.state, walletAddress)) {',
        to: 'if (known && isAdmin(known.state, walletAddress)) {',
      },
    ],
    red: [
      ['api/auth/policies.test.ts', 'is refused where a removal is known that the reading does not show'],
    ],
  },
  {
    id: 'rights-serve-for-a-second',
    promise: 'Rights that were read serve the acts of one second, and are read again then.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'lately: () => (last && performance.now() - last.at <= SERVES_MS ? last.rights : undefined),',
        to: 'lately: () => last?.rights,',
      },
    ],
    red: [
      [
        'api/auth/policies.test.ts',
        'reads again a second later, and then serves by the newest of what was read',
      ],
    ],
  },
  {
    id: 'right-behind-a-dead-removal',
    promise: 'Who closes what is left of a removal notes it: no right of before it gives an act.',
    source: 'api/auth/rights-fence.ts',
    sabotage: [
      {
        file: 'api/auth/rights-fence.ts',
        from: 'removedAt = (await client.query<LastRemoval>(LAST_REMOVAL)).rows[0]?.revision;',
        to: '',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'a removal whose program ended before it knew is noted by whoever closes it: a node that is behind lets nobody act',
      ],
    ],
  },
  {
    id: 'act-sees-after-lock',
    promise: 'An act that has waited for a removal looks at rights of after it.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'api/migrations/0460_begin_acts.sql',
        from: '  perform pg_advisory_lock_shared(held_by);',
        to: '',
      },
      {
        file: 'api/migrations/0460_begin_acts.sql',
        from: '    into removed_at, has_removal;\n',
        to: '    into removed_at, has_removal;\n  perform pg_advisory_lock_shared(held_by);\n',
      },
      // Where the removal is still written down, the act that closes it looks once more.
      {
        file: 'api/auth/rights-fence.ts',
        from: 'removedAt = (await client.query<LastRemoval>(LAST_REMOVAL)).rows[0]?.revision;',
        to: '',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'an act that has waited for a removal knows of it, whatever its node of the event store still shows',
      ],
    ],
  },
  {
    id: 'removal-waits',
    promise: 'A removal waits for the act whose answer was lost.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/rights-fence.ts',
        from: "'select pg_advisory_lock($1)'",
        to: "'select pg_advisory_lock_shared($1)'",
      },
    ],
    red: [['api/auth/rights-fence.drill.test.ts', 'keeps a removal waiting as long as it may still land']],
  },
  {
    id: 'lost-hold-sends-nothing',
    promise:
      'An act of which nobody knows whether it landed is not sent again by who has lost the hold of its right.',
    source: 'fault: Postgres is put back',
    sabotage: [
      {
        file: 'api/auth/rights-fence.ts',
        from: '({ isLost: () => gone.has(client) })',
        to: '({ isLost: () => gone.has(client) && false })',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'is not sent again by who has lost the lock to a Postgres that has taken over and knows of no act',
      ],
    ],
  },
  {
    id: 'acts-side-by-side',
    promise: 'Admins who act at the same moment do not wait for each other.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/migrations/0460_begin_acts.sql',
        from: 'pg_advisory_lock_shared(held_by)',
        to: 'pg_advisory_lock(held_by)',
      },
      {
        file: 'api/auth/rights-fence.ts',
        from: 'select pg_advisory_unlock_shared($1)',
        to: 'select pg_advisory_unlock($1)::text',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'two admins act side by side: one whose append hangs keeps nobody but a removal waiting',
      ],
    ],
  },
  {
    id: 'right-is-named',
    promise: 'An act names the revision that gave its right.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'adminsRevision: Number(revision) }',
        to: 'adminsRevision: Number(revision) + 1 }',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'each act names the revision of the stream of admins that gave its right',
      ],
    ],
  },
  {
    id: 'audit-of-rights',
    promise: 'An act after the removal of its right is found in the ledger.',
    source: 'invariant: rights',
    sabotage: [
      {
        file: 'ledger/admins/rights-audit.ts',
        from: 'return isRoot || isHeld ?',
        to: 'return isRoot || right || isHeld ?',
      },
    ],
    red: [
      [
        'ledger/admins/rights-audit.test.ts',
        'an act after the removal is found, also one that names a revision at which the right stood',
      ],
      [
        'ledger/admins/rights-audit.test.ts',
        'an act of who was let in again is found where it names a revision of before',
      ],
    ],
  },
  {
    id: 'account-of-an-admin-stays',
    promise: 'The account of an admin is not removed.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/resources/admin-acts/remove-as-admin.ts',
        from: "if (role !== 'user') throw new DomainError('conflict', 'AccountOfAdmin', refusals.accountOfAdmin);",
        to: '',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/admin-rights.int.test.ts',
        'a user who is an admin is not removed before the right is',
      ],
    ],
  },
  {
    id: 'no-right-without-its-account',
    promise:
      'Who is given a right keeps the account, and who loses the account is given none, whatever comes first.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'heldIf(await fence.removal(use), async () => {',
        to: 'heldIf(heldForNothing, async () => {',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/right-of-removed.int.test.ts',
        'an account whose removal is on its way when its wallet is to be made $right is removed and has no right: $who',
      ],
      [
        'api/resources/admin-acts/right-of-removed.int.test.ts',
        'a wallet that is being made $right when its account is to be removed has the right and the account: $who',
      ],
    ],
  },
  {
    id: 'super-admin-removes-in-turn',
    promise: 'Also while the super admin removes an account its wallet is given no right.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'const held = use.isDryRun ? heldForNothing',
        to: 'const held = use.isDryRun || isSuperAdmin(walletAddress) ? heldForNothing',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/right-of-removed.int.test.ts',
        'an account whose removal is on its way when its wallet is to be made $right is removed and has no right: $who',
      ],
    ],
  },
  {
    id: 'no-right-of-who-was-removed',
    promise: 'Whose account was removed is given no right.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/resources/admin-users/giving-to.ts',
        from: 'if (removed) throw',
        to: 'if (removed && userId === wallet) throw',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/admin-rights.int.test.ts',
        'whose account was removed is given no right before it is let in again',
      ],
    ],
  },
  {
    id: 'own-claims-stay-held',
    promise: 'An admin does not release the own claims.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/resources/admin-acts/hold-as-admin.ts',
        from: "if (kind === 'release' && userId === ownId) {",
        to: "if (kind === 'release' && userId === '') {",
      },
    ],
    red: [
      [
        'api/resources/admin-users/clusters.int.test.ts',
        'an admin whose own claims are held cannot release them, others can',
      ],
    ],
  },
  {
    id: 'own-holds-stay-undone-by-others',
    promise: 'An admin does not release the own claims by undoing the hold.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'api/resources/admin-acts/undo-act.ts',
        from: 'act.user?.userId === session.userId',
        to: "act.user?.userId === ''",
      },
    ],
    red: [
      [
        'api/resources/admin-users/clusters.int.test.ts',
        'an admin whose own claims are held cannot release them, others can',
      ],
    ],
  },
  {
    id: 'not-the-own-request',
    promise: 'Nobody approves the own request.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/request.ts',
        from: 'if (lowerCase(by) === lowerCase(state.requestedBy)) throw new OwnRewardRequest();',
        to: '',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/rewards-by-hand.test.ts',
        'is not approved by whoever asked, in any spelling of the wallet',
      ],
    ],
  },
  {
    id: 'not-by-the-same-hand',
    promise: 'Nobody approves what somebody of the same hand has asked for.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/request.ts',
        from: 'if (theirs.includes(lowerCase(hand))) throw new SameHandRewardRequest();',
        to: '',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/rewards-by-hand.test.ts',
        'nor by somebody whom they have named, who has named them, or whom the same one has named',
      ],
    ],
  },
  {
    id: 'no-approval-ahead-of-its-request',
    promise: 'No approval passes without a signature because its request was not there yet.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'api/auth/signed-acts.ts',
        from: "if (request.stage === 'unknown') throw new RewardRequestUnknown();",
        to: "if (request.stage === 'unknown') return undefined;",
      },
    ],
    red: [
      [
        'api/auth/signed-acts.test.ts',
        'that the ledger does not have is refused, never let through: a moment later it may be there',
      ],
    ],
  },
  {
    id: 'no-words-of-a-stranger',
    promise: 'What a stranger writes into a path stands in no ledger.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'api/resources/wallet/act-challenge-routes.ts',
        from: 'await permitted(parts, endpoint, ctx);',
        to: 'await permitted(parts, { ...endpoint, path: operation }, ctx);',
      },
    ],
    red: [['api/auth/step-up.int.test.ts', 'is not issued without a key, nor to who is no admin']],
  },
  {
    id: 'undo-is-signed',
    promise: 'A reset, or a large clear, is undone by no session alone.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'api/auth/signed-acts.ts',
        from: "if (type === 'rewards_reset_all') return actWords.undoReset;",
        to: "if (type === 'rewards_reset_all') return undefined;",
      },
      {
        file: 'api/auth/signed-acts.ts',
        from: "if (type !== 'balance_cleared' || !user || !isAbove([amount ?? 0n])) return undefined;",
        to: 'if (true) return undefined;',
      },
    ],
    red: [
      [
        'api/auth/step-up.int.test.ts',
        'is not enough to undo a reset, nor a clear of more than the limit; it is for one of less',
      ],
    ],
  },
  {
    id: 'hands-while-the-right-is-held',
    promise: 'A reward is approved by the hands that stand while the right to approve is held.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/held-hands.ts',
        from: `      const held = await authorize(use);
      try {
        seen = await hands();
`,
        to: `      seen = await hands();
      const held = await authorize(use);
      try {
`,
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'is decided by the hands that stand while the right is held, which is given back',
      ],
    ],
  },
  {
    id: 'approved-and-unpaid-is-said',
    promise: 'Whoever has approved a reward that the account does not take is told that the approval stands.',
    source: 'invariant I8',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/decide-request.ts',
        from: 'if (!(refusal instanceof DomainError)) throw refusal;',
        to: 'if (refusal) throw refusal;',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'whose account another one fills before the grant is said to be approved and not paid, also when it is sent again, and is paid once there is room',
      ],
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'whose account is removed before the grant is said to be approved and not paid',
      ],
    ],
  },
  {
    id: 'dismissed-is-not-granted',
    promise:
      'What was approved, could not be granted and was dismissed is not granted by an approval that is sent again.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/pay-approved.ts',
        from: 'if (await isDismissed(approvalId)) throw new RewardDismissed();',
        to: 'await isDismissed(approvalId);',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'that an admin has dismissed since is granted to nobody who approves once more, however much room there is; one that was granted before is told as granted',
      ],
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'that an admin dismisses while the program tries to grant it once more is granted no more',
      ],
    ],
  },
  {
    id: 'what-is-tried-is-not-dismissed',
    promise:
      'No admin dismisses an event that is tried by itself: it may be paid at that moment, and would be paid by hand once more.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'api/processes/set-aside-decisions.ts',
        from: "`state = 'parked' and process not in",
        to: "`state <> 'dismissed' and process not in",
      },
    ],
    red: [
      [
        'api/processes/set-aside.int.test.ts',
        'an event that is tried by itself is not dismissed: it may be done at that moment, and whoever hears otherwise does it by hand',
      ],
      [
        'api/resources/admin-acts/set-aside.int.test.ts',
        'an event that is tried by itself is not dismissed, and whoever wants to hears why',
      ],
    ],
  },
  {
    id: 'granted-or-dismissed',
    promise:
      'An approved reward that an admin dismisses while its grant is on its way is either granted or dismissed.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'hold: fence.act,',
        to: 'hold: async () => undefined,',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/dismiss-beside-grant.int.test.ts',
        'an approved reward whose grant is on its way is not dismissed: who dismisses it hears that it was handled',
      ],
      [
        'api/resources/admin-acts/dismiss-beside-grant.int.test.ts',
        'nor is it granted once it is dismissed, also where who grants it has lost its lock and its append is on its way',
      ],
    ],
  },
  {
    id: 'no-decision-behind-a-removal',
    promise: 'What is set aside is retried and dismissed by nobody whose right was taken away before.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'api/auth/policies.ts',
        from: 'if (!isSuperAdmin(walletAddress)) rightIn(await rightsSince(removedAt, deadline), walletAddress);',
        to: 'await rightsSince(removedAt, deadline);',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/set-aside-beside-removal.int.test.ts',
        'who is removed while they %s an event of %s waits for the removal, and decides nothing',
      ],
    ],
  },
  {
    id: 'granted-is-not-dismissed-by-command',
    promise:
      'The command line, too, dismisses no approved reward that was granted before, wherever the ledger is.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'api/ops/retry-parked.ts',
        from: 'if (await wasGranted(config, approval)) throw new OpsRefused(GRANTED);',
        to: 'await wasGranted(config, approval);',
      },
    ],
    red: [
      [
        'api/ops/doctor/doctor.drill.test.ts',
        'nor is one that was granted before, wherever the ledger is: who is told that it will not come may send it by hand',
      ],
    ],
  },
  {
    id: 'approved-and-unpaid-is-listed',
    promise: 'The list says of an approved reward that nothing was granted for it.',
    source: 'invariant I8',
    sabotage: [
      {
        file: 'projector/read-models/reward-requests/queries.ts',
        from: "request.state = 'approved' and not exists",
        to: "request.state = 'declined' and not exists",
      },
    ],
    red: [
      [
        'projector/read-models/reward-requests/reward-requests.int.test.ts',
        'what was approved is unpaid until it is granted, and nothing else is',
      ],
    ],
  },
  {
    id: 'approved-and-dismissed-is-listed',
    promise:
      'The list says of an approved reward that it was dismissed, and not that it is still to be sent.',
    source: 'invariant I8',
    sabotage: [
      {
        file: 'ui/src/features/admin-rewards/components/RewardRequestRow.tsx',
        from: 'return dismissed\n',
        to: 'return !unpaid\n',
      },
    ],
    red: [
      [
        'ui/src/features/admin-rewards/components/RewardRequestRow.test.tsx',
        'an approved reward is said to be sent, to be not sent yet, or to have been dismissed',
      ],
    ],
  },
  {
    id: 'request-expires',
    promise: 'A request is good for a week.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/request.ts',
        from: 'if (at >= state.expiresAt)',
        to: 'if (at > state.expiresAt)',
      },
    ],
    red: [
      ['ledger/rewards-by-hand/rewards-by-hand.test.ts', 'is approved until it expires, to the millisecond'],
    ],
  },
  {
    id: 'request-is-decided-once',
    promise: 'A request is decided once.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/request.ts',
        from: "if (state.stage !== 'open') throw new RewardRequestOver();",
        to: '',
      },
    ],
    red: [['ledger/rewards-by-hand/rewards-by-hand.test.ts', 'is decided once']],
  },
  {
    id: 'embedded-ledger-is-its-owners',
    promise: 'Nobody without its credential reads the embedded ledger, or writes to it.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/grpc/server.ts',
        from: '    append: answered(append(ledger.log, calls)),\n    batchAppend: streamed(batchAppend(ledger.log, calls)),\n',
        to: '    append: append(ledger.log, calls),\n    batchAppend: batchAppend(ledger.log, calls),\n',
      },
    ],
    red: [
      ['ledger/embedded/start.drill.test.ts', '%s is refused to whoever does not bring it, and does nothing'],
    ],
  },
  {
    id: 'auditors-by-the-super-admin',
    promise: 'Nobody but the super admin says who audits the admins.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: `case 'AddAuditor':
        if (!isSuperAdmin) throw new NotTheSuperAdmin();`,
        to: "case 'AddAuditor':",
      },
    ],
    red: [['ledger/admins/admins.test.ts', 'and by no admin']],
  },
  {
    id: 'auditor-is-no-admin',
    promise: 'No admin turns an auditor into an admin.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: `if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
        if (isAuditor(state, wallet)) throw new AlreadyAnAuditor();
        return [{ type: 'AdminAdded'`,
        to: `if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
        return [{ type: 'AdminAdded'`,
      },
    ],
    red: [
      [
        'ledger/admins/admins.test.ts',
        'one does not become an admin before the right is taken, whoever asks',
      ],
    ],
  },
  {
    id: 'a-right-comes-in-at-once',
    promise: 'Who was given a right uses it at once, whatever others have opened from the same network.',
    source: 'api/faucet/opening-gate.ts',
    sabotage: [
      {
        file: 'api/faucet/opening-gate.ts',
        from: 'isUser ? accountsANetwork : undefined',
        to: 'accountsANetwork',
      },
    ],
    red: [
      [
        'api/faucet/opening-limits.drill.test.ts',
        'who was made an admin or an auditor comes in at once, also from a network that has opened all its accounts',
      ],
    ],
  },
];
