import type { ProductPromise } from '../promise.ts';

const RIGHTS = 'api/resources/admin-acts/admin-rights.int.test.ts';
const RIGHTS_RACE = 'api/resources/admin-acts/admin-race.drill.test.ts';

/** Threats 10 to 12. */
export const rightsThreats: readonly ProductPromise[] = [
  {
    id: 'removal-waits-for-acts',
    promise: 'No act of an admin comes after the removal of the right, whatever is sent at that moment.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'api/migrations/0460_begin_acts.sql',
        from: 'perform pg_advisory_lock_shared(held_by);',
        to: '',
      },
      {
        file: 'api/auth/rights-fence.ts',
        from: 'await closeAll(client, false, (act) => close(act, use));',
        to: '',
      },
      // A slow machine: what may come between the look at a right and the append does.
      {
        file: 'api/auth/policies.ts',
        from: 'look?.(now.state);',
        to: 'look?.(now.state);\n      await new Promise((resolve) => setTimeout(resolve, 300));',
      },
      {
        file: 'api/auth/policies.ts',
        from: 'return { ...held, right: rightIn(known, walletAddress) };',
        to: `await new Promise((resolve) => setTimeout(resolve, 300));
      return { ...held, right: rightIn(known, walletAddress) };`,
      },
    ],
    red: [
      ['api/auth/rights-fence.drill.test.ts', 'keeps a removal waiting as long as it may still land'],
      [
        RIGHTS_RACE,
        'whatever an admin sends while the right is taken away, in any process: no act of theirs comes after it',
      ],
    ],
  },
  {
    id: 'removal-closes-open-acts',
    promise: 'What a process sent before it lost the lock does not land after the removal.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'api/auth/rights-fence.ts',
        from: 'await closeAll(client, false, (act) => close(act, use));',
        to: '',
      },
    ],
    red: [
      [
        'api/auth/rights-fence.drill.test.ts',
        'is closed by the removal when its process has lost the lock: what it sent cannot land any more',
      ],
    ],
  },
  {
    id: 'removed-admin-is-signed-out',
    promise: 'Who was removed as an admin is signed out at once.',
    source: 'threat 10',
    sabotage: [
      {
        file: 'api/resources/admin-users/admin-admins-routes.ts',
        from: "await endSessionsWithout('admin', wallet, result, parts);",
        to: '',
      },
    ],
    red: [[RIGHTS, 'who was an admin a moment ago: 401 with the old session, 403 with a new one, no event']],
  },
  {
    id: 'own-name-only',
    promise: 'Nobody renames another user.',
    source: 'threat 12',
    sabotage: [
      {
        file: 'api/resources/profile/profile-routes.ts',
        from: "if (lowerCase(ctx.params.walletAddress ?? '') !== lowerCase(session.walletAddress)) {",
        to: "if (ctx.params.walletAddress === '') {",
      },
    ],
    red: [['api/resources/rewards/engagement.int.test.ts', "only at the session's own address, in any case"]],
  },
  {
    id: 'super-admin-stays',
    promise: 'The super admin is never removed, and is told why.',
    source: 'threat 11',
    sabotage: [
      { file: 'ledger/admins/admins.ts', from: 'if (isOriginal) throw new OriginalAdmin();', to: '' },
    ],
    red: [[RIGHTS, 'the original admin cannot be removed, nor who is none']],
  },
  {
    id: 'super-admin-is-one',
    promise: 'The super admin cannot be added as an admin.',
    source: 'threat 11',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: `      case 'AddAdmin':
        if (isOriginal || isAdmin(`,
        to: `      case 'AddAdmin':
        if (isAdmin(`,
      },
    ],
    red: [
      [RIGHTS, 'adding one twice is refused, in any case of the address, and so is adding the super admin'],
    ],
  },
];
