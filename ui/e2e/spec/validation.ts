import type { Sentence } from './sentence.ts';

const username = 'ui/src/features/profile/model/username-fault.test.ts';
const wallet = 'ui/src/lib/wallet/request-account.test.ts';
const email = 'ui/e2e/email.e2e.ts';

/** What is checked before it is taken. */
export const validation: readonly Sentence[] = [
  [
    'connecting needs a wallet in the browser',
    ['ui/e2e/chain.screens.e2e.ts', 'without a wallet in the browser there is a text for it'],
  ],
  [
    'connecting needs at least one account',
    [wallet, '%s gives the text of the catalogue'],
    ['ui/e2e/chain.screens.e2e.ts', '%s has its text, and the next try goes through'],
  ],
  [
    'signing needs a connected wallet with an address',
    ['ui/src/lib/wallet/sign-message.test.ts', 'without a wallet or an account nothing is signed'],
  ],
  [
    'reading a balance needs a provider',
    ['ui/src/lib/wallet/native-balance.test.ts', 'without a provider there is a text for it'],
  ],
  [
    'a wallet address has 42 characters and begins with 0x',
    ['api/resources/wallet/sign-in.int.test.ts', 'a challenge for %s'],
  ],
  [
    'a username is not empty after trimming',
    [username, '%j is refused: %s'],
    ['ui/e2e/account.e2e.ts', 'a name that cannot be sent shows its text'],
  ],
  [
    'a username differs from the current one',
    [username, '%j is refused: %s'],
    ['ledger/accounts/engagement.test.ts', 'the same name is no change'],
  ],
  [
    'a username has 3 to 20 letters, digits and underscores',
    [username, '%j can be sent'],
    ['api/resources/rewards/engagement.int.test.ts', '%j is refused'],
  ],
  [
    'a handle is not empty',
    ['ui/e2e/social.e2e.ts', 'an empty or impossible handle shows its text and asks the server nothing'],
    ['api/resources/social/social.int.test.ts', '%s does not take the handle %j'],
  ],
  [
    'task buttons are disabled until the platform is connected; Verify also while verifying or completed',
    [
      'ui/e2e/social.e2e.ts',
      'tasks are closed until their platform is connected; then idle, verifying, completed',
    ],
    ['api/resources/social/social.int.test.ts', 'need the platform'],
  ],
  ['an email is required', [email, 'an address is required and has to look like one']],
  [
    'an email looks like one',
    [email, 'an address is required and has to look like one'],
    ['contracts/email.test.ts', '%s is an address'],
    ['api/resources/email/email-privacy.int.test.ts', '%j is refused, and no mail goes out'],
  ],
  [
    'the submit button is disabled while it is pending or the field is empty',
    [email, 'an address is required and has to look like one'],
  ],
  [
    'one signup per wallet address',
    [
      'api/resources/email/email.int.test.ts',
      'one signup per wallet: another address is refused and stays free',
    ],
  ],
];
