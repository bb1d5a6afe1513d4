import type { Sentence } from './sentence.ts';

const chain = 'ui/e2e/chain.screens.e2e.ts';
const social = 'ui/e2e/social.screens.e2e.ts';
const email = 'ui/e2e/email.screens.e2e.ts';
const account = 'ui/e2e/account.screens.e2e.ts';
const texts = 'ui/e2e/spec-texts.test.ts';
const walletText = [texts, 'the texts of the wallet'] as const;
const each = [chain, '%s has its text, and the next try goes through'] as const;

/** Each error and success that a person is told, and where it appears. */
export const errors: readonly Sentence[] = [
  [
    'MetaMask is not installed',
    ['MetaMask is not installed. Please install MetaMask to continue.'],
    walletText,
    [chain, 'without a wallet in the browser there is a text for it'],
  ],
  ['No accounts found', ['No accounts found. Please unlock MetaMask.'], walletText, each],
  [
    '4001: Please connect to MetaMask to continue',
    [4001, 'Please connect to MetaMask to continue.'],
    walletText,
    each,
  ],
  [
    '-32002: the request is already pending',
    [32002, 'MetaMask connection request is already pending. Please check MetaMask.'],
    walletText,
    each,
    [
      'ui/e2e/wallet.screens.e2e.ts',
      'a request that waits in the wallet keeps the dialog open and says what to do',
    ],
  ],
  ['Failed to connect to MetaMask: {reason}', ['Failed to connect to MetaMask:'], walletText, each],
  [
    'Failed to add {network} network: {reason}',
    ['Failed to add EVO network: why', 'fault 4001'],
    walletText,
    each,
  ],
  [
    'Failed to switch to {network} network: {reason}',
    ['Failed to switch to EVO network: why', 'fault 4001'],
    walletText,
    each,
  ],
  [
    'Please connect your wallet first',
    ['Please connect your wallet first.'],
    walletText,
    ['ui/src/lib/wallet/switch-network.test.ts', 'without a linked wallet there is nothing to switch'],
  ],
  ['Failed to sign message: {reason}', ['Failed to sign message:'], walletText, each],
  [
    'No provider available. Please connect your wallet first',
    ['No provider available. Please connect your wallet first.'],
    walletText,
    ['ui/src/lib/wallet/native-balance.test.ts', 'without a provider there is a text for it'],
  ],
  [
    'Failed to get balance: {reason}, logged',
    ['Failed to get balance:', 'console'],
    walletText,
    [chain, 'a balance that cannot be read is logged and holds nothing up'],
  ],
  [
    'No provider available, while a receipt is waited for',
    ['No provider available'],
    walletText,
    ['ui/src/lib/wallet/wait-for-receipt.test.ts', 'without a provider it says so'],
  ],
  [
    '{status}: {text} for any failed query',
    ['503: Service Unavailable', 409],
    [texts, 'the text of a failed query'],
    ['ui/src/lib/api/client.test.ts', 'a failed answer says `{status}: {text}` and keeps the parsed body'],
  ],
  [
    'Error - Please enter a valid handle',
    ['Error', 'Please enter a valid handle'],
    [texts, 'the notices of errors'],
    [social, 'an empty or impossible handle shows its text and asks the server nothing'],
  ],
  [
    'Connection Failed - Failed to connect social account',
    ['Connection Failed', 'Failed to connect social account. Please try again.'],
    [texts, 'the notices of errors'],
    [social, 'a handle that the server refuses is told by notice and beside the field'],
  ],
  [
    'Verification Failed with the message, or with the task',
    ['Verification Failed', 'Please complete the follow task and try again.'],
    [texts, 'the notices of errors'],
    [social, 'a task that was not done shows the reason and when to ask again'],
  ],
  [
    'Verification Error with the message',
    ['Verification Error', 'Failed to verify task. Please try again.'],
    [texts, 'the notices of errors'],
    [social, 'a task that cannot be asked about shows why'],
  ],
  [
    'Email required, Invalid email',
    ['Email required', 'Invalid email', 'Please enter a valid email address.'],
    [texts, 'the notices of errors'],
    [email, 'an address is required and has to look like one'],
  ],
  [
    'Signup failed with the message',
    ['Signup failed', 'Failed to sign up', 'This wallet has already signed up with an email address'],
    [texts, 'the notices of errors'],
    [email, 'a signup that fails says why and keeps what was typed'],
  ],
  [
    'Copy Failed',
    ['Copy Failed', 'Failed to copy link. Please copy manually.'],
    [texts, 'the notices of errors'],
    [
      'ui/src/lib/copy-failure.test.ts',
      'of a link that cannot be copied it is said that it can be copied by hand, of all else it is not called a link',
    ],
    [
      'ui/e2e/referral.screens.e2e.ts',
      'the link is shared where there is a share sheet, and copied where there is none',
    ],
  ],
  [
    'Update Failed, No Changes',
    ['Update Failed', 'Failed to update username', 'No Changes', 'Username is the same as current'],
    [texts, 'the notices of errors'],
    [account, 'a name that cannot be sent shows its text'],
    [account, 'the profile shows name, wallet, level and balance, and changes the name'],
  ],
  [
    'Connection Failed with the message',
    ['Connection Failed', 'Failed to connect wallet. Please try again.'],
    [texts, 'the notices of errors'],
    each,
  ],
  [
    'Coming Soon - {type} integration is coming soon',
    ['Coming Soon', 'integration is coming soon. Please use MetaMask for now.'],
    [texts, 'the notices of errors'],
    ['ui/e2e/wallet.screens.e2e.ts', 'WalletConnect and Coinbase are announced'],
  ],
  [
    'Failed to resend email with the message; Error otherwise',
    ['Failed to resend email', 'Error', 'Failed to resend verification email'],
    [texts, 'the notices of errors'],
    [email, 'the mail can be sent once more, and what goes wrong with that is told'],
  ],
  [
    'verification page: Verification Failed and its default text',
    ['Verification Failed', 'Something went wrong during verification.'],
    [texts, 'the texts of pages'],
    [email, 'the page says that it verifies, and what the server answers'],
  ],
  [
    'verification page: Invalid Verification Link',
    ['Invalid Verification Link'],
    [texts, 'the texts of pages'],
    [email, 'a link without a token is an invalid one'],
  ],
  [
    '404: Page Not Found',
    ['Page Not Found'],
    [texts, 'the texts of pages'],
    ['ui/e2e/accessibility.screens.e2e.ts', 'axe finds nothing before and after connecting in any look'],
  ],
  [
    'Connected!',
    ['Connected!'],
    [texts, 'the notices of success'],
    [social, 'a connection is confirmed by the demo verifier, which says that it is one, and pays once'],
  ],
  [
    'Task Verified!',
    ['Task Verified!'],
    [texts, 'the notices of success'],
    [social, 'tasks are closed until their platform is connected; then idle, verifying, completed'],
  ],
  [
    'Email signup successful!, check email to earn 2 EVO',
    ['Email signup successful!', 'Check your email to earn 2 EVO'],
    [texts, 'the notices of success'],
    [email, 'signup, the wait for the link, the link, and 5 EVO for it'],
  ],
  [
    'Link Copied!',
    ['Link Copied!'],
    [texts, 'the notices of success'],
    [
      'ui/e2e/referral.screens.e2e.ts',
      'the link is shared where there is a share sheet, and copied where there is none',
    ],
  ],
  [
    'Username Updated',
    ['Username Updated'],
    [texts, 'the notices of success'],
    [account, 'the profile shows name, wallet, level and balance, and changes the name'],
  ],
  [
    'Wallet Connected; Welcome Bonus for a new user',
    ['Wallet Connected', 'Welcome Bonus', 'You received 100 EVO tokens for joining!'],
    [texts, 'the notices of success'],
    ['ui/e2e/first-claim.e2e.ts', 'Demo wallet, welcome bonus, claim, and the same after a reload'],
  ],
  [
    'Wallet Disconnected',
    ['Wallet Disconnected'],
    [texts, 'the notices of success'],
    [
      'ui/e2e/first-claim.e2e.ts',
      'disconnect leaves nothing of the account behind; connecting again gives no second bonus',
    ],
  ],
  [
    'Email resent',
    ['Email resent'],
    [texts, 'the notices of success'],
    [email, 'the mail can be sent once more, and what goes wrong with that is told'],
  ],
];
