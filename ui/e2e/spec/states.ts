import type { Sentence } from './sentence.ts';

const watch = 'ui/src/lib/wallet/watch-wallet.test.ts';
const connect = 'ui/src/lib/wallet/connect-wallet.test.ts';
const network = 'ui/src/lib/wallet/ensure-network.test.ts';
const signIn = 'api/resources/wallet/sign-in.int.test.ts';
const claim = 'ui/e2e/first-claim.e2e.ts';

/** States, transitions and roles of a wallet user. */
export const states: readonly Sentence[] = [
  [
    'on load the wallet is asked for existing accounts; one is taken up with its balance',
    ['eth_accounts', '2.0000'],
    [watch, 'on load the account that is shared already is taken up with its balance'],
  ],
  [
    'without one it stays disconnected quietly',
    ['eth_accounts', 'Launch into EvoRewards', 'eth_requestAccounts'],
    [watch, 'on load a locked wallet is asked for its accounts and nothing else'],
    [
      'ui/e2e/wallet.screens.e2e.ts',
      'an injected wallet signs in, and is asked for its accounts alone before that',
    ],
  ],
  [
    'accountsChanged takes the first account; an empty list disconnects',
    ['account', 'toBeNull', 'connectedWallet'],
    [watch, 'the first of the new accounts is taken, an empty list unlinks, an opened wallet links again'],
    ['ui/e2e/session.screens.e2e.ts', 'a wallet that shares no account any more ends the session'],
  ],
  [
    'a wallet that is opened after the page was loaded is connected then, with its balance',
    ['0xd60', '2.0000'],
    [watch, 'a wallet that was locked on load is taken up with its balance once it is opened'],
  ],
  [
    'chainChanged updates the chain id',
    ['0x1', 'chainId'],
    [watch, 'a chain change is noted and its balance read'],
    [connect, 'a chain that is changed during a sign-in %s is the one that the wallet is on'],
  ],
  [
    'connecting lasts until the attempt ends',
    ['dropped', 'eth_requestAccounts', 1],
    [connect, 'one attempt at a time: a second click asks the wallet nothing'],
  ],
  [
    'on another chain it tries to switch, then adds the network and switches again',
    ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 4902],
    [network, 'after %s the network is added and switched to again'],
    ['ui/e2e/chain.screens.e2e.ts', 'a network that the wallet does not know (%s 4902) is added'],
  ],
  [
    'on success address, chain id and balance are stored; on failure nothing is',
    ['0xd60', '1.5000', 'failed'],
    [connect, 'account, network, challenge, signature, session'],
    [connect, 'a refused sign-in leaves no link'],
  ],
  [
    'connected means that the server accepted a signed message',
    [200, 'isNewUser', 'evo_session'],
    [signIn, 'a new wallet gets an account with the welcome bonus, a known one its account back'],
  ],
  [
    'disconnect clears user, chain, balance, flag and storage',
    ['/api/wallet/disconnect', 'link', 'toBeNull', 'connectedWallet'],
    [watch, 'disconnect ends the session, forgets the wallet and stops listening'],
    [claim, 'disconnect leaves nothing of the account behind; connecting again gives no second bonus'],
  ],
  [
    'connectedWallet holds the wallet; isAdmin and adminWallet are written for an admin',
    ['connectedWallet', 'isAdmin', 'adminWallet', 'true'],
    [claim, 'Demo wallet, welcome bonus, claim, and the same after a reload'],
    [claim, 'the admin button is there for the super admin alone'],
  ],
  [
    'other wallet types say that they are coming soon',
    ['Coming Soon', 'integration is coming soon. Please use MetaMask for now.'],
    ['ui/e2e/wallet.screens.e2e.ts', 'WalletConnect and Coinbase are announced'],
  ],
  [
    'another account in the wallet shows a banner and changes nothing by itself',
    ['You are still signed in as'],
    [
      'ui/e2e/wallet.screens.e2e.ts',
      'another account in the wallet raises a banner; the session and the page stay',
    ],
  ],
  [
    'a wallet on another network gets a notice with the way back',
    ['Your wallet is on another network', 'Switch network'],
    ['ui/e2e/chain.screens.e2e.ts', 'a wallet that leaves the network gets a notice with the way back'],
  ],
  [
    'a task is idle, verifying or completed, for the visit only',
    ['completed', 'like'],
    [
      'ui/src/features/social/model/tasks.test.ts',
      'a like or retweet stays for the visit in which it was completed, and is gone on the next',
    ],
  ],
  [
    'an email is registered, pending, and verified by the link',
    ['Check your email to earn 2 EVO', '/verify-email?token', 'EmailVerified'],
    [
      'api/resources/email/email.int.test.ts',
      'signup with a wallet, a mail over SMTP, the link, five EVO once',
    ],
  ],
  [
    'a receipt is polled every 1000 ms until there is one',
    [2, 3, '0x1', 'transactionHash'],
    ['ui/src/lib/wallet/wait-for-receipt.test.ts', 'a receipt is asked for every 1000 ms until there is one'],
    ['ui/e2e/chain.screens.e2e.ts', 'the receipt of a transaction is waited for until a block holds it'],
  ],
  [
    'a visitor may see the landing and the verification page, and nothing of an account',
    [401, '/api/dashboard', '/api/admin/admin-wallets', 'Invalid Verification Link'],
    [signIn, '%s %s without a session is 401'],
    ['ui/e2e/email.screens.e2e.ts', 'a link without a token is an invalid one'],
  ],
  [
    'a connected user changes the own name only',
    [403, 'You can only change your own account'],
    ['api/resources/rewards/engagement.int.test.ts', "only at the session's own address, in any case"],
  ],
  [
    'a signup needs no wallet, its reward does',
    ['EmailVerified', 'Email signup successful!'],
    ['ledger/accounts/email.test.ts', 'without a wallet nothing is paid'],
    ['ui/e2e/coming-soon.screens.e2e.ts', 'a visitor sees what is coming, connects or signs up'],
  ],
];
