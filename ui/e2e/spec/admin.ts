import type { Sentence } from './sentence.ts';

const panel = 'ui/e2e/admin.e2e.ts';
const acts = 'ui/e2e/admin-acts.screens.e2e.ts';
const scale = 'ui/e2e/admin-scale.screens.e2e.ts';
const history = 'ui/e2e/admin-history.screens.e2e.ts';
const failures = 'ui/e2e/admin-failures.screens.e2e.ts';
const raffle = 'ui/e2e/raffle.screens.e2e.ts';
const raffleForm = 'ui/e2e/raffle-form.screens.e2e.ts';
const rights = 'api/resources/admin-acts/admin-rights.int.test.ts';
const texts = 'ui/e2e/spec-texts.test.ts';
const notices = [texts, 'the notices of errors'] as const;
const actsOfAUser =
  'one user is cleared, one is removed, several are removed: each is asked first and told after';
const twoBrowsers = 'an admin who is added can act at once; one who is removed loses the panel';

/** What is checked of what admins enter. */
export const adminValidation: readonly Sentence[] = [
  [
    'an admin wallet is required',
    ['Please enter a wallet address'],
    [panel, twoBrowsers],
    [rights, 'adding %j says what is wrong'],
  ],
  [
    'an admin wallet begins with 0x and has 42 characters',
    ['Please enter a valid Ethereum wallet address', '0x12'],
    [panel, twoBrowsers],
    [rights, 'adding %j says what is wrong'],
  ],
  [
    'a reward needs wallet, amount and reason',
    ['Please fill in all reward fields', 'walletAddress', 'amount', 'reason'],
    [acts, 'a reward: the user is found, the form is checked, it is shown before it is sent, and it arrives'],
    ['api/resources/rewards/rewards.int.test.ts', 'without %s'],
    ['contracts/api/inputs.test.ts', 'a reward without %s says that all are needed'],
  ],
  [
    'a raffle has a positive whole number of winners',
    ['Please enter a valid number of winners'],
    [raffleForm, 'the form refuses what cannot be drawn, each with its text'],
    ['api/resources/raffles/raffle-admins.int.test.ts', '%j: %s'],
  ],
  [
    'no more winners than users with a verified email',
    ['Cannot select 7 winners from 6 eligible users', 'Cannot select 13 winners from 12 eligible users'],
    [raffleForm, 'the form refuses what cannot be drawn, each with its text'],
    ['api/resources/raffles/raffle-admins.int.test.ts', '%j: %s'],
  ],
  [
    'a flat raffle has a positive amount',
    ['Please enter a valid reward amount'],
    [raffleForm, 'the form refuses what cannot be drawn, each with its text'],
    ['contracts/api/raffle-request.test.ts', 'an amount of %s'],
  ],
  [
    'a tiered raffle has an amount for each place',
    ['Please enter valid amounts for all 4 positions', 'Please enter valid amounts for all 3 positions'],
    [raffleForm, 'the form refuses what cannot be drawn, each with its text'],
    ['contracts/api/raffle-request.test.ts', 'amounts of %j'],
  ],
  [
    'an export of no activity says No Data',
    ['No Data'],
    [history, 'activity history: filter, download, nothing found, and a failed call'],
  ],
  [
    'only winners with a wallet are paid',
    ['no_wallet', 11, 12],
    [
      'api/resources/raffles/raffle.int.test.ts',
      'a winner without a wallet keeps the place; the prize is skipped',
    ],
  ],
];

/** Who may do what. */
export const roles: readonly Sentence[] = [
  [
    'a visitor sees the public raffle',
    ['EVO Raffle Center', '/api/public/latest-raffle', 200],
    [raffle, 'before the first draw there is no raffle'],
    [
      'api/resources/raffles/raffle.int.test.ts',
      'everybody sees it: no balances, and no ids but the winners’',
    ],
  ],
  [
    'a user has no admin right',
    [403, 'Access Denied', "You don't have admin access"],
    [rights, "a user's session: 403 with the own wallet, without, and with the super admin's"],
    [panel, 'who is not connected, who is no admin, and who is: three states of one page'],
  ],
  [
    'an admin views and manages users, sends rewards, adds admins',
    ['/api/admin/send-reward', 200, 'added_by', 'Reward Sent'],
    [rights, 'a new one acts at once, adds others, and cannot remove them'],
    [panel, twoBrowsers],
  ],
  [
    'the super admin is one fixed wallet, whatever its case',
    ['AdminAdded'],
    ['ledger/admins/admins.test.ts', 'by the super admin, whatever the case of the address'],
  ],
  [
    'the super admin alone removes admins',
    ['NotTheSuperAdmin', 403, 'Only the Super Admin can do this'],
    ['ledger/admins/admins.test.ts', 'not by another admin'],
    [rights, 'an admin is not the super admin: 403, and no event'],
  ],
  [
    'the super admin alone sees and exports the activity history',
    ['Only the Super Admin can view activity history', 403],
    [
      'api/resources/admin-users/admin-lists.int.test.ts',
      'as CSV; nothing of a kind is 404; for the super admin alone',
    ],
    [panel, twoBrowsers],
  ],
  [
    'the super admin alone sees the admin button on the rewards page',
    ['Admin', 0],
    ['ui/e2e/first-claim.e2e.ts', 'the admin button is there for the super admin alone'],
  ],
  [
    'the original admin cannot be removed',
    ['The original admin cannot be removed', 403],
    [rights, 'the original admin cannot be removed, nor who is none'],
  ],
  [
    'the list of admins is polled and says when it is not in sync',
    ['Live Sync', 'Not in sync', 'ADMIN_LIST_POLL_MS', 30000],
    ['ui/e2e/spec-constants.test.ts', 'times'],
    ['ui/src/lib/admin/admin-queries.test.ts', 'the list of admins is asked for again every 30 seconds'],
    [panel, 'the list of admins says when it is not in sync any more'],
  ],
  [
    'admin requests carry the wallet, and it must be the session’s',
    ['x-wallet-address', 403, 'This page shows another account'],
    [rights, "a user's session: 403 with the own wallet, without, and with the super admin's"],
    ['api/resources/wallet/sign-in.int.test.ts', "an x-wallet-address that is not the session's is 403"],
  ],
  [
    'a failed admin check denies access',
    ['Access Denied', 0],
    [panel, 'an admin check that fails denies access'],
  ],
  [
    'who was removed a moment ago is refused',
    [401, 403, 'NotAnAdmin'],
    [rights, 'who was an admin a moment ago: 401 with the old session, 403 with a new one, no event'],
    ['ledger/admins/rights.test.ts', '%s is refused and leaves no event'],
  ],
];

/** What admins are told. */
export const adminTexts: readonly Sentence[] = [
  [
    'Export Failed, of emails and of wallets',
    ['Export Failed', 'Failed to download email list', 'Failed to download wallet addresses'],
    notices,
    [history, 'emails and wallets are downloaded; a failure says which'],
  ],
  [
    'Export Failed, of the activity history',
    ['Export Failed', 'Failed to export activity history'],
    notices,
    [failures, 'prizes that cannot be sent, and a history that cannot be downloaded, say so'],
  ],
  [
    'No Data',
    ['No Data'],
    notices,
    [history, 'activity history: filter, download, nothing found, and a failed call'],
  ],
  ['Reward Failed', ['Reward Failed'], [failures, 'a reward that is refused says so']],
  [
    'Failed to Remove User',
    ['Failed to Remove User'],
    [failures, 'a clear and a removal that are refused say so'],
  ],
  [
    'Bulk Removal Failed - All user removals failed',
    ['Bulk Removal Failed', 'All user removals failed'],
    notices,
    [acts, actsOfAUser],
  ],
  [
    'a partial failure is told with the success',
    ['1 user removed, 1 could not be removed', 40],
    [acts, actsOfAUser],
    ['api/resources/admin-acts/admin-acts.int.test.ts', 'many at once says of each whether it is removed'],
  ],
  [
    'Clear Balance Failed',
    ['Clear Balance Failed'],
    [failures, 'a clear and a removal that are refused say so'],
  ],
  [
    'Failed to Send Rewards',
    ['Failed to Send Rewards'],
    [failures, 'prizes that cannot be sent, and a history that cannot be downloaded, say so'],
  ],
  ['Raffle Failed', ['Raffle Failed'], [raffle, 'a draw that fails closes, and says why']],
  [
    'Reset Failed',
    ['Reset Failed'],
    [failures, 'a removal of an admin, and a reset, that are refused say so'],
  ],
  [
    'Failed to Remove Admin',
    ['Failed to Remove Admin'],
    [failures, 'a removal of an admin, and a reset, that are refused say so'],
  ],
  ['Failed to Add Admin', ['Failed to Add Admin'], [panel, twoBrowsers]],
  [
    'Connection Failed with the message, at the panel',
    ['Admin Access', 'Connection Failed', 'Connecting...'],
    [panel, 'a wallet that cannot be connected says why, and the button is busy meanwhile'],
  ],
  [
    'Export Complete, Reward Sent, User Removed, Balance Cleared, All Rewards Reset, Admin Added, Admin Removed',
    [
      'Export Complete',
      'Reward Sent',
      'User Removed',
      'Balance Cleared',
      'All Rewards Reset',
      'Admin Added',
      'Admin Removed',
    ],
    [acts, actsOfAUser],
    [panel, twoBrowsers],
    [history, 'emails and wallets are downloaded; a failure says which'],
    [scale, 'a reset of all accounts shows how far it is, also after a reload, and says when it is done'],
    [
      acts,
      'clear all and reset all show what they would do; the reset wants a typed word, and its undoing a signature',
    ],
  ],
];
