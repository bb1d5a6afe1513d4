import type { Sentence } from './sentence.ts';

const panel = 'ui/e2e/admin.e2e.ts';
const users = 'ui/e2e/admin-users.screens.e2e.ts';
const acts = 'ui/e2e/admin-acts.screens.e2e.ts';
const scale = 'ui/e2e/admin-scale.screens.e2e.ts';
const looks = 'ui/e2e/admin-looks.screens.e2e.ts';
const history = 'ui/e2e/admin-history.screens.e2e.ts';
const lists = 'api/resources/admin-users/admin-lists.int.test.ts';
const row = 'ui/src/features/admin-users/components/UserRow.test.tsx';
const admins = 'ui/src/features/admin-acts/components/AdminManagement.test.tsx';
const constants = 'ui/e2e/spec-constants.test.ts';

const three = [panel, 'who is not connected, who is no admin, and who is: three states of one page'] as const;
const actsOfAUser = [
  acts,
  'one user is cleared, one is removed, several are removed: each is asked first and told after',
] as const;
const reward = [
  acts,
  'a reward: the user is found, the form is checked, it is shown before it is sent, and it arrives',
] as const;
const ofAll = [
  acts,
  'clear all and reset all show what they would do; the reset wants a typed word, and its undoing a signature',
] as const;
const twoBrowsers = [
  panel,
  'an admin who is added can act at once; one who is removed loses the panel',
] as const;
const search = [
  users,
  'users are searched, filtered and sorted; the address has it, and the selection goes with any change',
] as const;
const files = [history, 'emails and wallets are downloaded; a failure says which'] as const;
const activities = [history, 'activity history: filter, download, nothing found, and a failed call'] as const;
const heights = [looks, 'the lists of admins and of their acts are at most 10rem and 24rem high'] as const;

/** The admin panel: its states, its tabs and what stands in each. */
export const adminPanel: readonly Sentence[] = [
  ['while the access is checked the panel says so', ['Checking admin access...'], three],
  [
    'not connected: Admin Access with Connect Wallet, which says Connecting... while it is busy',
    ['Admin Access', 'Connect Wallet', 'Connecting...'],
    three,
    [panel, 'a wallet that cannot be connected says why, and the button is busy meanwhile'],
  ],
  [
    "no admin: Access Denied, You don't have admin access, and the connected wallet",
    ['Access Denied', "You don't have admin access", 'Connected wallet:', 'Please connect an admin wallet'],
    three,
    [
      'ui/src/features/admin/components/AccessStates.test.tsx',
      'who is no admin sees which wallet is connected, and is asked to connect one of an admin',
    ],
  ],
  [
    'an admin: Admin Dashboard, and Logout leads to the socials',
    ['Admin Dashboard', 'Logout', '**/evolve-socials'],
    three,
  ],
  [
    'four cards: Total Users, Verified Emails, Total Rewards (EVO), Marketing Opt-ins',
    ['Total Users', 'Verified Emails', 'Total Rewards (EVO)', 'Marketing Opt-ins', 'totalUsers'],
    three,
    [lists, 'the figures and the last ninety days'],
  ],
  [
    'the tabs are User Management, Send Rewards, Raffle System, Admin Actions, Music, Activity History',
    ['User Management', 'Send Rewards', 'Raffle System', 'Admin Actions', 'Music', 'Activity History'],
    three,
  ],

  [
    'users are searched by username, email or wallet',
    ['Search users', 'a part of a username, in any case', 'a domain', 30],
    search,
    [lists, 'are found by %s'],
    [lists, 'are found by a part of a wallet, in any case'],
  ],
  [
    'the filter has all, verified, unverified, marketing opt-in, has wallet, no wallet, has balance, zero balance',
    ['all', 'verified', 'unverified', 'marketing', 'has_wallet', 'no_wallet', 'has_balance', 'zero_balance'],
    [lists, 'by every filter of the panel'],
  ],
  [
    'sorted by balance: none, highest, lowest; the header toggles',
    ['none', 'highest', 'lowest', 'sort=highest', 'sort=lowest'],
    search,
    [lists, 'sorted %s, a page of one after the other is the whole'],
    [
      'ui/src/features/admin-users/model/user-list.test.ts',
      'the header of App Rewards toggles between highest and lowest',
    ],
  ],
  [
    'it says Showing X of Y users, and how many are selected',
    ['Showing 2,001 of 2,001 users', '1 selected'],
    [scale, 'the users in any look: every column, nothing beside the screen'],
  ],
  [
    'a checkbox for each row and for all; Clear Selection and Remove Selected; any change of the list clears it',
    ['Select all users', 'Clear Selection', 'Remove Selected', 'detached'],
    search,
    actsOfAUser,
  ],
  [
    'columns: Username, Email, Wallet, App Rewards, Status, Actions',
    ['Username', 'Email', 'Wallet', 'App Rewards', 'Status', 'Actions'],
    [scale, 'the users in any look: every column, nothing beside the screen'],
  ],
  ['N/A stands for no email and no wallet; App Rewards have eight decimals', ['N/A', '105.00000000'], search],
  [
    'a row has the wallet as 6 and 4, N/A for what there is not, and the badges Verified and Marketing',
    ['0x7099…79C8', 'N/A', 'Verified', 'Marketing'],
    [row, 'a row has username, email, wallet as 6 and 4, App Rewards with eight decimals, and both badges'],
    [row, 'N/A stands for no email and no wallet; who is not verified, or wants no news, has no badge of it'],
  ],
  [
    'Clear App Rewards and Remove User are asked about first',
    ['100.00000000 EVO of App Rewards would be taken', 'would be removed'],
    actsOfAUser,
  ],
  [
    'Clear All App Rewards is asked about first',
    ['Clear All App Rewards', 'EVO of App Rewards would be taken from'],
    ofAll,
  ],
  ['Export Emails and Export Wallets', ['Export Emails', 'Export Wallets', 'download'], files],

  [
    'whom to reward is searched for: at most ten, or No users found matching',
    ['No users found matching', 'REWARD_USER_SEARCH_MAX', 10],
    reward,
    [constants, 'sounds, steps, and how many of a kind are shown'],
  ],
  [
    'the fields show 0x..., 10.50 and Manual admin reward as examples',
    ['0x...', '10.50', 'Manual admin reward'],
    reward,
  ],
  [
    'a chosen user fills the wallet and shows the pending balance; another wallet deselects, Clear empties',
    ['Wallet Address', 'Pending balance', 'Find a user', 'Clear', '.56789012'],
    reward,
    [
      'ui/src/features/admin-rewards/components/UserPicker.test.tsx',
      'the chosen user is shown with the pending balance in eight decimals, and a way to choose another',
    ],
  ],

  [
    'the list of admins says Live Sync, Super Admin, and who added whom',
    ['Live Sync', 'Super Admin', 'Added by System', 'Current admins'],
    twoBrowsers,
  ],
  [
    'each admin stands with the wallet and who added it as 6 and 4; the original has no button to remove it',
    ['2 admins', 'Super Admin', 'Added by ', '0x3C44…93BC', '0x7099…79C8', 'anna'],
    [admins, 'each admin stands with name and wallet as 6 and 4, who added whom, and how many there are'],
    [admins, 'as %s: %j can be removed'],
  ],
  ['the super admin alone removes admins, in the panel', ['Remove Admin', 'Admin Removed', 0], twoBrowsers],
  ['Add New Admin Wallet with Add Admin', ['Add New Admin Wallet', 'Add Admin'], twoBrowsers],
  ['the list of admins is at most 10rem high, that of their acts 24rem', ['160px', '384px'], heights],
  [
    'Reset All User Rewards is asked about first, and wants a word',
    ['Reset All User Rewards', 'would be set to zero', 'Type RESET to confirm'],
    ofAll,
  ],

  [
    'activity history: filter by type, Export CSV, loading and empty texts',
    ['Filter by action type', 'Export CSV', 'Loading activity history...', 'No activity history found'],
    activities,
  ],
  [
    'an act stands with a badge, the shortened wallet of who did it, the time, a description and details',
    ['Reward sent', '0x7099…79C8', 'created_at', 'Details', 'System'],
    [
      'ui/src/features/admin-activity/components/ActivityRow.test.tsx',
      'an act has a badge, who did it as 6 and 4, when, what it was, and its details',
    ],
    [
      'ui/src/features/admin-activity/components/ActivityRow.test.tsx',
      'an act of nobody is the program’s, and only one that can still be undone offers it',
    ],
  ],
  [
    'others see that only the Super Admin can view it',
    ['Only the Super Admin can view activity history'],
    activities,
    twoBrowsers,
  ],
  [
    'an act has a type, a performer, a description and details',
    ['created_at', 'action_type', 'performed_by_wallet', 'description', 'details', 'user_removed'],
    [lists, 'is filtered, and a page after the other is the whole'],
    [lists, 'as CSV; nothing of a kind is 404; for the super admin alone'],
  ],
];
