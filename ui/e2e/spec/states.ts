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
    [watch, 'on load the account that is shared already is taken up with its balance'],
  ],
  [
    'without one it stays disconnected quietly',
    [watch, 'on load a locked wallet is asked for its accounts and nothing else'],
    ['ui/e2e/wallet.e2e.ts', 'an injected wallet signs in, and is asked for its accounts alone before that'],
  ],
  [
    'accountsChanged takes the first account; an empty list disconnects',
    [watch, 'the first of the new accounts is taken, an empty list unlinks, an opened wallet links again'],
    ['ui/e2e/session.e2e.ts', 'a wallet that shares no account any more ends the session'],
  ],
  ['chainChanged updates the chain id', [watch, 'a chain change is noted and its balance read']],
  [
    'connecting lasts until the attempt ends',
    [connect, 'one attempt at a time: a second click asks the wallet nothing'],
  ],
  [
    'on another chain it tries to switch, then adds the network and switches again',
    [network, 'after %s the network is added and switched to again'],
    ['ui/e2e/chain.screens.e2e.ts', 'a network that the wallet does not know (%s 4902) is added'],
  ],
  [
    'on success address, chain id and balance are stored; on failure nothing is',
    [connect, 'account, network, challenge, signature, session'],
    [connect, 'a refused sign-in leaves no link'],
  ],
  [
    'connected means that the server accepted a signed message',
    [signIn, 'a new wallet gets an account with the welcome bonus, a known one its account back'],
  ],
  [
    'disconnect clears user, chain, balance, flag and storage',
    [watch, 'disconnect ends the session, forgets the wallet and stops listening'],
    [claim, 'disconnect leaves nothing of the account behind; connecting again gives no second bonus'],
  ],
  [
    'connectedWallet holds the wallet; isAdmin and adminWallet are written for an admin',
    [claim, 'Demo wallet, welcome bonus, claim, and the same after a reload'],
    [claim, 'the admin button is there for the super admin alone'],
  ],
  [
    'other wallet types say that they are coming soon',
    ['ui/e2e/wallet.e2e.ts', 'WalletConnect and Coinbase are announced'],
  ],
  [
    'another account in the wallet shows a banner and changes nothing by itself',
    ['ui/e2e/wallet.e2e.ts', 'another account in the wallet raises a banner; the session and the page stay'],
  ],
  [
    'a wallet on another network gets a notice with the way back',
    ['ui/e2e/chain.screens.e2e.ts', 'a wallet that leaves the network gets a notice with the way back'],
  ],
  [
    'a task is idle, verifying or completed, for the visit only',
    [
      'ui/src/features/social/model/tasks.test.ts',
      'a like or retweet stays for the visit in which it was completed, and is gone on the next',
    ],
  ],
  [
    'an email is registered, pending, and verified by the link',
    [
      'api/resources/email/email.int.test.ts',
      'signup with a wallet, a mail over SMTP, the link, five EVO once',
    ],
  ],
  [
    'a receipt is polled every 1000 ms until there is one',
    ['ui/src/lib/wallet/wait-for-receipt.test.ts', 'a receipt is asked for every 1000 ms until there is one'],
    ['ui/e2e/chain.screens.e2e.ts', 'the receipt of a transaction is waited for until a block holds it'],
  ],
  [
    'a visitor may see the landing and the verification page, and nothing of an account',
    [signIn, '%s %s without a session is 401'],
    ['ui/e2e/email.e2e.ts', 'a link without a token is an invalid one'],
  ],
  [
    'a connected user changes the own name only',
    ['api/resources/rewards/engagement.int.test.ts', "only at the session's own address, in any case"],
  ],
  [
    'a signup needs no wallet, its reward does',
    ['ledger/accounts/email.test.ts', 'without a wallet nothing is paid'],
    ['ui/e2e/coming-soon.screens.e2e.ts', 'a visitor sees what is coming, connects or signs up'],
  ],
];
