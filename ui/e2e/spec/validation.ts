import type { Sentence } from './sentence.ts';

const username = 'ui/src/features/profile/model/username-fault.test.ts';
const wallet = 'ui/src/lib/wallet/request-account.test.ts';
const email = 'ui/e2e/email.screens.e2e.ts';

/** What is checked before it is taken. */
export const validation: readonly Sentence[] = [
  [
    'who reads the state of the wallet stands inside its provider, or gets an error',
    ['<Provider>'],
    [
      'ui/src/lib/wallet/use-wallet.test.ts',
      'who reads the state of the wallet outside its provider is told so by an error',
    ],
  ],
  [
    'connecting needs a wallet in the browser',
    ['MetaMask is not installed. Please install MetaMask to continue.'],
    ['ui/e2e/chain.screens.e2e.ts', 'without a wallet in the browser there is a text for it'],
  ],
  [
    'connecting needs at least one account',
    ['No accounts found. Please unlock MetaMask.'],
    [wallet, '%s gives the text of the catalogue'],
    ['ui/e2e/chain.screens.e2e.ts', '%s has its text, and the next try goes through'],
  ],
  [
    'signing needs a connected wallet with an address',
    ['Please connect your wallet first.'],
    ['ui/src/lib/wallet/sign-message.test.ts', 'without a wallet or an account nothing is signed'],
  ],
  [
    'reading a balance needs a provider',
    ['No provider available. Please connect your wallet first.'],
    ['ui/src/lib/wallet/native-balance.test.ts', 'without a provider there is a text for it'],
  ],
  [
    'a wallet address has 42 characters and begins with 0x',
    ['41 characters', 'Please enter a valid Ethereum wallet address', 400],
    ['api/resources/wallet/sign-in.int.test.ts', 'a challenge for %s'],
  ],
  [
    'a username is not empty after trimming',
    ['Username cannot be empty'],
    [username, '%j is refused: %s'],
    ['ui/e2e/account.screens.e2e.ts', 'a name that cannot be sent shows its text'],
  ],
  [
    'a username differs from the current one',
    ['Username is the same as current', 'No Changes', 'UsernameUnchanged'],
    [username, '%j is refused: %s'],
    ['ledger/accounts/engagement.test.ts', 'the same name is no change'],
  ],
  [
    'a username has 3 to 20 letters, digits and underscores',
    ['ab', 'A_9', 20, 21, 'Use 3 to 20 letters, digits or underscores'],
    [username, '%j can be sent'],
    ['api/resources/rewards/engagement.int.test.ts', '%j is refused'],
  ],
  [
    'a handle is not empty',
    ['Please enter a valid handle'],
    [
      'ui/e2e/social.screens.e2e.ts',
      'an empty or impossible handle shows its text and asks the server nothing',
    ],
    ['api/resources/social/social.int.test.ts', '%s does not take the handle %j'],
  ],
  [
    'task buttons are disabled until the platform is connected; Verify also while verifying or completed',
    ['isDisabled', 'Verify', 'Verifying…', 'Completed', 'Connect the platform first'],
    [
      'ui/e2e/social.screens.e2e.ts',
      'tasks are closed until their platform is connected; then idle, verifying, completed',
    ],
    ['api/resources/social/social.int.test.ts', 'need the platform'],
  ],
  [
    'an email is required',
    ['Email required', 'Please enter a valid email address.'],
    [email, 'an address is required and has to look like one'],
  ],
  [
    'an email looks like one',
    ['Invalid email', 'Please enter a valid email address.', 'first.last+tag@sub.example.org'],
    [email, 'an address is required and has to look like one'],
    ['contracts/email.test.ts', '%s is an address'],
    ['api/resources/email/email-privacy.drill.test.ts', '%j is refused, and no mail goes out'],
  ],
  [
    'the submit button is disabled while it is pending or the field is empty',
    ['isDisabled', 'Sign Up'],
    [email, 'an address is required and has to look like one'],
  ],
  [
    'one signup per wallet address',
    [409, 'This wallet has already signed up with an email address'],
    [
      'api/resources/email/email.int.test.ts',
      'one signup per wallet: another address is refused and stays free',
    ],
  ],
];
