import type { Sentence } from './sentence.ts';

const client = 'ui/src/lib/api/client.test.ts';
const signIn = 'api/resources/wallet/sign-in.int.test.ts';
const social = 'api/resources/social/social.int.test.ts';
const email = 'api/resources/email/email.int.test.ts';
const network = 'ui/src/lib/wallet/ensure-network.test.ts';

/** What the page asks of the wallet and of the server. */
export const calls: readonly Sentence[] = [
  [
    'the token has no contract, so that the native balance is always what is read',
    {
      because:
        'there is no contract to ask and no code that would: what is left to see is that the native balance is shown',
    },
    ['ui/src/lib/wallet/native-balance.test.ts', '%s base units read %s'],
  ],
  [
    'a query is a GET of the joined key with credentials',
    ['credentials', 'include', '/api/dashboard?cursor=a+b'],
    [client, 'credentials go along, query parameters into the address'],
  ],
  [
    'a 401 throws, or is null for those who ask so',
    ['401: {}', 'toBeNull'],
    [client, '401 throws, or is null for those who ask so'],
  ],
  [
    'any other failure throws status, colon and text',
    ['409:', '502: Odd'],
    [client, 'a failed answer says `{status}: {text}` and keeps the parsed body'],
    [client, 'without a text the status text stands'],
  ],
  [
    "requests and adds and switches the chain by the network's own data",
    ['0xd60', 'EVO', 18, 'wallet_addEthereumChain', 'wallet_switchEthereumChain'],
    [network, 'after %s the network is added and switched to again'],
    [network, 'a wallet that knows the network switches to it'],
  ],
  [
    'signs a message with an address',
    ['personal_sign', '0x6ec3a9'],
    [
      'ui/src/lib/wallet/sign-message.test.ts',
      'the text goes to the wallet as hex of its UTF-8 bytes, with the address',
    ],
  ],
  [
    'reads the native balance at the latest block, 18 decimals, four of them shown',
    ['1.0000', '1234567.9999', 18, '1234.5678 EVO', 'latest'],
    ['ui/src/lib/wallet/native-balance.test.ts', '%s base units read %s'],
    [
      'ui/e2e/chain.screens.e2e.ts',
      'the wallet switches to the network, and its balance is read from the chain',
    ],
  ],
  [
    'listens to accountsChanged and chainChanged',
    ['accountsChanged', 'chainChanged', 1],
    ['ui/src/lib/wallet/watch-wallet.test.ts', 'watching again adds no second pair of listeners'],
  ],
  [
    'GET /api/twitter/posts: latest and announcement',
    ['/api/twitter/posts', 'latest', 'announcement'],
    [
      'api/resources/social/x-journey.int.test.ts',
      'the posts come from X and are asked for every two minutes',
    ],
  ],
  [
    'POST /api/social/connect {platform, handle}',
    ['/api/social/connect', 'platform', 'handle', 'success'],
    [social, '%s pays once and says that it is a demo'],
  ],
  [
    'POST /api/social/verify {platform, taskType, additionalData}: verified, reward, message',
    ['/api/social/verify', 'taskType', 'verified', 'reward'],
    [social, '%s %s pays %s once and says that it is a demo'],
  ],
  [
    "the tweetId is the post's for like and retweet, otherwise featured_tweet_id",
    ['featured_tweet_id', 'tweetId', 'latest'],
    [
      'ui/e2e/social.screens.e2e.ts',
      'tasks are closed until their platform is connected; then idle, verifying, completed',
    ],
    [social, 'the server decides which post it is about'],
  ],
  [
    'POST /api/email/signup {email, walletAddress}',
    ['/api/email/signup', 'email'],
    [email, 'signup with a wallet, a mail over SMTP, the link, five EVO once'],
    ['ui/e2e/coming-soon.screens.e2e.ts', 'a visitor sees what is coming, connects or signs up'],
  ],
  [
    'POST /api/email/verify {token}: success, user {email, evoBalance}',
    ['/api/email/verify', 'token', 'success', 'evoBalance', 105],
    [email, 'signup with a wallet, a mail over SMTP, the link, five EVO once'],
    [email, 'opening the link uses nothing up, and another browser without a session can verify'],
    ['ui/src/features/email/model/verify-once.test.ts', 'a token is sent once, however often an effect asks'],
  ],
  [
    'POST /api/email/resend {email}: success, message',
    ['Email resent', 'Failed to resend email'],
    ['ui/e2e/email.screens.e2e.ts', 'the mail can be sent once more, and what goes wrong with that is told'],
  ],
  [
    'PUT /api/users/{walletAddress}/username {username}',
    [200, 'username', 'Username Updated'],
    ['api/resources/rewards/engagement.int.test.ts', 'changes everywhere, and the old one is free again'],
    [
      'ui/e2e/account.screens.e2e.ts',
      'the profile shows name, wallet, level and balance, and changes the name',
    ],
  ],
  [
    'POST /api/wallet/connect {walletAddress, walletType, signature, message, actualEvoBalance}: user, isNewUser',
    ['isNewUser', 'walletAddress', 'walletType', 'signature', 'actualEvoBalance', '/api/wallet/connect'],
    [signIn, 'a new wallet gets an account with the welcome bonus, a known one its account back'],
    ['ui/src/lib/wallet/connect-wallet.test.ts', 'account, network, challenge, signature, session'],
  ],
  [
    'the connect message is timestamped and signed by the wallet',
    ['Issued At:', 'Expiration Time:', 'Chain ID: 3424', 5],
    [signIn, 'the text to sign is EIP-4361 for this chain, this site and five minutes'],
  ],
  [
    'GET /api/dashboard: user, leaderboard, transactions, recentActivities',
    ['/api/dashboard', 'user', 'leaderboard', 'transactions', 'recentActivities'],
    ['api/resources/rewards/rewards.int.test.ts', 'takes what is pending, and the next read shows it'],
    [
      'api/resources/rewards/engagement.int.test.ts',
      'the dashboard shows what the user has connected, done and signed up with',
    ],
    ['api/resources/rewards/rewards.int.test.ts', 'the dashboard by user id answers for the session only'],
  ],
  [
    'POST /api/rewards/claim takes what is pending, once',
    ['/api/rewards/claim', 'pendingBefore', 'There is nothing to claim right now', 99],
    ['api/resources/rewards/rewards.int.test.ts', 'takes what is pending, and the next read shows it'],
    ['api/resources/rewards/rewards.int.test.ts', 'a hundred parallel claims leave one RewardsClaimed'],
  ],
  [
    "x-wallet-address is a claim that has to be the session's",
    ['x-wallet-address', 403],
    [signIn, "an x-wallet-address that is not the session's is 403"],
  ],
  [
    'connect sends whose link brought the browser here',
    ['referrerId'],
    ['ui/src/lib/wallet/connect-wallet.test.ts', 'whose link brought the browser here is told to the server'],
    ['ledger/accounts/open-account.test.ts', 'a referrer is bound when the account opens, and never again'],
  ],
];
