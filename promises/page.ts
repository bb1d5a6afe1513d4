import type { ProductPromise } from './promise.ts';

const CLIENT = 'ui/src/lib/api/client.ts';
const CLIENT_TEST = 'ui/src/lib/api/client.test.ts';
const QUERIES = 'ui/src/lib/api/query-client.ts';
const QUERIES_TEST = 'ui/src/lib/api/query-client.test.ts';
const KEY = 'ui/src/lib/api/command-key.ts';
const KEY_TEST = 'ui/src/lib/api/command-key.test.ts';
const VERIFY = 'ui/src/features/email/model/verify-once.ts';
const VERIFY_TEST = 'ui/src/features/email/model/verify-once.test.ts';
const CONNECT_TEST = 'ui/src/lib/wallet/connect-wallet.test.ts';

/** What a page asks, and how often, and whose it is. */
export const page: readonly ProductPromise[] = [
  {
    id: 'calls-have-credentials',
    promise: 'A call of the page carries the session.',
    source: 'spec: Calls',
    sabotage: [{ file: CLIENT, from: "credentials: 'include'", to: "credentials: 'omit'" }],
    red: [[CLIENT_TEST, 'credentials go along, query parameters into the address']],
  },
  {
    id: 'calls-name-the-wallet',
    promise: 'Every call names the account that the page shows.',
    source: 'threat 8',
    sabotage: [{ file: CLIENT, from: 'if (wallet) headers.set(HEADERS.walletAddress, wallet);', to: '' }],
    red: [[CLIENT_TEST, 'path parameters are encoded; every call names the wallet that the page shows']],
  },
  {
    id: 'failures-say-status',
    promise: 'A failed call says its status and its text.',
    source: 'spec: Calls',
    sabotage: [{ file: 'contracts/shell-messages.ts', from: '`${status}: ${text}`', to: '`${text}`' }],
    red: [[CLIENT_TEST, 'a failed answer says `{status}: {text}` and keeps the parsed body']],
  },
  {
    id: 'reads-after-writes',
    promise: 'A page that has written reads what it wrote.',
    source: 'spec: reads',
    sabotage: [
      {
        file: CLIENT,
        from: 'sync.acted(response.headers.get(HEADERS.ledgerPosition) ?? undefined);',
        to: '',
      },
    ],
    red: [[CLIENT_TEST, 'a command carries its key; the position it reached goes with every later read']],
  },
  {
    id: 'lag-of-what-is-shown',
    promise: 'What was answered before the read models caught up comes right by itself.',
    source: 'spec: reads',
    sabotage: [
      {
        file: CLIENT,
        from: 'const text = await response.text();',
        to: 'sync.answered(response.headers.has(HEADERS.ledgerLag)); return { response, text: await response.text() };',
      },
    ],
    red: [
      [
        CLIENT_TEST,
        'an answer that lags does so however late the rest of it comes, whatever others said meanwhile',
      ],
    ],
  },
  {
    id: 'ages-follow-the-server',
    promise: 'Ages and countdowns follow the clock of the server, also on a device whose own is wrong.',
    source: 'spec: Display',
    sabotage: [{ file: CLIENT, from: "time.heard(response.headers.get('date'), askedAt);", to: '' }],
    red: [[CLIENT_TEST, 'every answer says what time it is, also one that refuses']],
  },
  {
    id: 'answers-are-dated-by-the-program',
    promise: 'An answer is dated by the clock that all replicas share, not by that of its machine.',
    source: 'fault 15',
    sabotage: [{ file: 'api/app.ts', from: 'app.use(dated(parts.clock));', to: '' }],
    red: [
      [
        'api/http/answer-date.int.test.ts',
        'the answer to %s %s (%i) is dated by the clock of the program, not of its machine',
      ],
    ],
  },
  {
    id: 'signed-out-is-null',
    promise: 'Who is not signed in is nobody, where a page asks so.',
    source: 'spec: Calls',
    sabotage: [
      { file: CLIENT, from: 'if (error instanceof ApiError && error.status === 401) return null;', to: '' },
    ],
    red: [[CLIENT_TEST, '401 throws, or is null for those who ask so']],
  },
  {
    id: 'calls-end',
    promise: 'A call that is not answered ends after 15 seconds.',
    source: 'fault: silent store',
    sabotage: [{ file: CLIENT, from: 'const TIMEOUT_MS = 15_000;', to: 'const TIMEOUT_MS = 150_000;' }],
    red: [[CLIENT_TEST, 'a call waits as long as its answer may take']],
  },
  {
    id: 'left-alone-says-so',
    promise: 'A page that was left alone keeps no session alive.',
    source: 'README: settings',
    sabotage: [
      { file: CLIENT, from: "if (isAttended?.() === false) headers.set(HEADERS.unattended, '1');", to: '' },
    ],
    red: [[CLIENT_TEST, 'what a page asks that was left alone says so']],
  },
  {
    id: 'left-alone-after',
    promise: 'A page counts as left alone after five minutes without a sign of a person.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ui/src/lib/api/attendance.ts',
        from: 'LEFT_ALONE_MS = 5 * 60_000',
        to: 'LEFT_ALONE_MS = 50 * 60_000',
      },
    ],
    red: [['ui/src/lib/api/attendance.test.ts', 'a person shows by %s']],
  },
  {
    id: 'no-retries',
    promise: 'A query that failed is asked once.',
    source: 'spec: Calls',
    sabotage: [
      {
        file: QUERIES,
        from: `queries: {
        retry: false,`,
        to: `queries: {
        retry: 3,
        retryDelay: 1,`,
      },
    ],
    red: [[QUERIES_TEST, 'what fails is asked once, and a command is sent once']],
  },
  {
    id: 'commands-are-sent-once',
    promise: 'A command that failed is not sent again by itself.',
    source: 'spec: Calls',
    sabotage: [
      {
        file: QUERIES,
        from: 'mutations: { retry: false, networkMode',
        to: 'mutations: { retry: 1, retryDelay: 1, networkMode',
      },
    ],
    red: [[QUERIES_TEST, 'what fails is asked once, and a command is sent once']],
  },
  {
    id: 'never-stale',
    promise: 'What was read is not asked for again by itself.',
    source: 'spec: Calls',
    sabotage: [{ file: QUERIES, from: 'staleTime: Number.POSITIVE_INFINITY', to: 'staleTime: 0' }],
    red: [[QUERIES_TEST, 'nothing is asked for again by itself']],
  },
  {
    id: 'no-polling',
    promise: 'Nothing is polled unless it says so.',
    source: 'spec: Calls',
    sabotage: [{ file: QUERIES, from: 'refetchInterval: false', to: 'refetchInterval: 60_000' }],
    red: [[QUERIES_TEST, 'nothing is asked for again by itself']],
  },
  {
    id: 'late-acts-are-told',
    promise: 'Whoever sends a lost act again after another one is told when it had been done before.',
    source: 'threat 14',
    sabotage: [
      {
        file: KEY,
        from: 'const isLate = known?.isUnknown === true && open.isLeft(name);',
        to: 'const isLate = false && open.isLeft(name);',
      },
    ],
    red: [[KEY_TEST, 'who sends an act again after another was done is told when it had been done before']],
  },
  {
    id: 'admins-acts-stay-open',
    promise: 'What an admin sends again hours later, without having heard of it, is the same act.',
    source: 'threat 14',
    sabotage: [
      {
        file: 'ui/src/lib/api/open-acts.ts',
        from: "access === 'admin' || access === 'superAdmin' ?",
        to: "access === 'public' ?",
      },
    ],
    red: [
      [
        'ui/src/lib/api/open-acts.test.ts',
        'what admins alone do ($path) is the same act however late it is sent again, on a page loaded again, too',
      ],
      [
        'ui/src/lib/api/use-command-failures.test.ts',
        'what an admin sends again after lunch is the same act, and what a user sends then is another one',
      ],
    ],
  },
  {
    id: 'disconnect-forgets-acts',
    promise: 'A disconnect forgets the acts that are not known to be over.',
    source: 'spec: disconnect',
    sabotage: [
      {
        file: 'ui/src/lib/api/open-acts.ts',
        from: 'if (isForgotten(account, except)) known.delete(name);',
        to: 'void isForgotten(account, except);',
      },
    ],
    red: [
      [
        'ui/src/lib/api/open-acts.test.ts',
        'a disconnect forgets them on the page that is not loaded again, too; another account that signs in, all but its own',
      ],
    ],
  },
  {
    id: 'unknown-keeps-its-key',
    promise: 'An act whose outcome is unknown keeps its key.',
    source: 'threat 14',
    sabotage: [
      {
        file: KEY,
        from: 'if (isOutcomeUnknown(error) && !isOverLimit(error)) act.isUnknown = true;',
        to: 'if (isOutcomeUnknown(error)) return true;',
      },
    ],
    red: [[KEY_TEST, 'after %s the same act keeps its key']],
  },
  {
    id: 'cut-answer-is-unknown',
    promise: 'An act whose answer broke off in the middle keeps its key.',
    source: 'threat 14',
    sabotage: [
      {
        file: CLIENT,
        from: 'if (options.signal?.aborted) throw error;',
        to: 'if (options.signal?.aborted || String(error).includes("network error")) throw error;',
      },
    ],
    red: [
      [
        CLIENT_TEST,
        'an answer that breaks off in the middle is none, and what it would have told is not known',
      ],
    ],
  },
  {
    id: 'acts-keep-their-own-keys',
    promise: 'The end of one act does not end another that was sent meanwhile.',
    source: 'threat 14',
    sabotage: [
      {
        file: KEY,
        from: 'if (isEnded) open.delete(name);',
        to: 'if (isEnded) open.clear();',
      },
    ],
    red: [
      [
        KEY_TEST,
        'an act whose outcome is unknown keeps its key whatever becomes of another that was sent meanwhile',
      ],
    ],
  },
  {
    id: 'refused-signature-keeps-the-key',
    promise: 'A refused signature ends no act that may have been applied.',
    source: 'threat 14',
    sabotage: [{ file: KEY, from: '(isOfServer || !act.isUnknown)', to: '(isOfServer || true)' }],
    red: [
      [
        KEY_TEST,
        'a signature that was refused ends an act of which nothing was sent, and none that may have been applied',
      ],
    ],
  },
  {
    id: 'refused-ends-its-key',
    promise: 'An act that was refused is over: the next has a key of its own.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: KEY,
        from: 'return act.underWay === 0 && (isOfServer || !act.isUnknown);',
        to: 'return false && isOfServer;',
      },
    ],
    red: [[KEY_TEST, 'after a refusal or a success the next act has its own']],
  },
  {
    id: 'other-input-other-key',
    promise: 'Another amount is another act.',
    source: 'spec: Idempotency-Key',
    sabotage: [{ file: KEY, from: "JSON.stringify(input) ?? ''", to: "''" }],
    red: [[KEY_TEST, 'other input is another act']],
  },
  {
    id: 'signing-in-again-keeps-the-key',
    promise: 'Who has to sign in again in between goes on with the same act.',
    source: 'threat 14',
    sabotage: [{ file: KEY, from: 'known ?? {', to: '{' }],
    red: [[KEY_TEST, 'who has to sign in again in between goes on with the same act, in a new form, too']],
  },
  {
    id: 'rows-end',
    promise: 'One of many calls in a row is tried five times, and no more.',
    source: 'fault: load',
    sabotage: [
      { file: 'ui/src/lib/api/when-ready.ts', from: 'const ATTEMPTS = 5;', to: 'const ATTEMPTS = 50;' },
    ],
    red: [['ui/src/lib/api/when-ready.test.ts', 'not for ever']],
  },
  {
    id: 'refusals-are-final',
    promise: 'What was refused is not tried again.',
    source: 'fault: load',
    sabotage: [
      { file: 'ui/src/lib/api/when-ready.ts', from: 'error.status === 503', to: 'error.status >= 400' },
    ],
    red: [['ui/src/lib/api/when-ready.test.ts', 'a %s is final']],
  },
  {
    id: 'rows-wait-for-limits',
    promise: 'A row of many calls that comes to a limit goes on once it may.',
    source: 'fault: load',
    sabotage: [
      {
        file: 'ui/src/lib/api/when-ready.ts',
        from: '(error.retryAfter ?? 1) * 1_000',
        to: 'PAUSE_MS',
      },
    ],
    red: [['ui/src/lib/api/when-ready.test.ts', 'what is over a limit is sent again once it may be']],
  },
  {
    id: 'asked-once-after-an-act',
    promise:
      'After an act of its own the panel asks for its lists once, whichever comes first, answer or message.',
    source: 'spec: Calls',
    sabotage: [
      {
        file: 'ui/src/lib/admin/admin-queries.ts',
        from: 'if (!asked || own === undefined || !isAsked(own)) return refreshAdmin();',
        to: 'if (!asked || own === undefined || isAsked(own)) return refreshAdmin();',
      },
    ],
    red: [
      [
        'ui/src/lib/admin/admin-queries.test.ts',
        'after the answer to an act nothing is asked that was asked since the server told of it',
      ],
    ],
  },
  {
    id: 'slow-lists-come-on-a-busy-ledger',
    promise: 'A list that is slower than the messages of a busy ledger comes all the same.',
    source: 'fault: load',
    sabotage: [
      {
        file: 'ui/src/lib/admin/admin-queries.ts',
        from: 'queries.filter((query) => !isUnderWay(query))',
        to: 'queries',
      },
    ],
    red: [
      [
        'ui/src/lib/admin/admin-queries.test.ts',
        'a list that is being asked is let come however many words come meanwhile, and is asked once more then',
      ],
    ],
  },
  {
    id: 'erased-mailbox-is-not-remembered-by-the-page',
    promise:
      'What the link of a mail came to is forgotten with the memory of the tab, also by a page that stays open.',
    source: 'spec: Email verification page',
    sabotage: [{ file: VERIFY, from: 'sent.delete(name);', to: '' }],
    red: [
      [
        VERIFY_TEST,
        'what a link came to is known from the memory of the tab alone: once that is forgotten, the server is asked',
      ],
    ],
  },
  {
    id: 'late-figures-come-right-everywhere',
    promise: 'What was answered before an own act is asked for again on a page that was left since, too.',
    source: 'fault: lagging read models',
    sabotage: [
      {
        file: 'ui/src/lib/ledger/use-ledger-lag.ts',
        from: 'predicate: ({ state, queryKey }) => state.dataUpdatedAt >= from && !queryKey.includes(DRY_RUN),',
        to: 'predicate: (query) => query.isActive() && !query.queryKey.includes(DRY_RUN),',
      },
    ],
    red: [
      [
        'ui/src/lib/ledger/use-ledger-lag.test.ts',
        'what was answered while the read models lagged is asked again where it is looked at next, too',
      ],
    ],
  },
  {
    id: 'more-waits-for-the-newest',
    promise: 'Asking for more of a list gives up no answer that shows what an act came to.',
    source: 'fault: late answers',
    sabotage: [
      {
        file: 'ui/src/lib/api/paged-query.ts',
        from: '  if (list.isFetching) await list.fetchNextPage(how);\n  return list.fetchNextPage(how);',
        to: '  return Reflect.apply(list.fetchNextPage, undefined, list.isFetching ? [] : [how]);',
      },
    ],
    red: [
      [
        'ui/src/lib/api/paged-query.test.ts',
        'more of a list that is asked again comes behind that: what an act came to is seen, and then the next page',
      ],
    ],
  },
  {
    id: 'first-read-is-no-older',
    promise: 'What is read for the first time while something is done is read once more when it has come.',
    source: 'fault: late answers',
    sabotage: [{ file: QUERIES, from: 'if (come.length > 0)', to: 'if (come.length > 1)' }],
    red: [[QUERIES_TEST, 'is asked once more when it has come: it may be from before']],
  },
  {
    id: 'looks-grow-apart',
    promise: 'A server that is away is asked at growing intervals, every 30 seconds at the most.',
    source: 'fault: load',
    sabotage: [
      {
        file: 'ui/src/lib/connection/create-connection.ts',
        from: 'const LONGEST_PAUSE_MS = 30_000;',
        to: 'const LONGEST_PAUSE_MS = 3_000;',
      },
    ],
    red: [
      [
        'ui/src/lib/connection/create-connection.test.ts',
        'a server that is away is asked at growing intervals until it is back, which is told once',
      ],
    ],
  },
  {
    id: 'notices-dismissed',
    promise: 'A dismissed notice closes at once.',
    source: 'spec: Toast area',
    sabotage: [
      {
        file: 'ui/src/lib/toast/toast-store.ts',
        from: '{ ...toast, open: false }',
        to: '{ ...toast, open: true }',
      },
    ],
    red: [
      [
        'ui/src/lib/toast/toast-store.test.ts',
        'a dismissed toast closes at once and is removed when its time is due',
      ],
    ],
  },
  {
    id: 'reward-form',
    promise: 'A reward needs wallet, amount and reason.',
    source: 'spec: Validation',
    sabotage: [
      {
        file: 'ui/src/features/admin-rewards/model/reward-fault.ts',
        from: '[wallet, amount, reason].some',
        to: '[wallet, amount].some',
      },
    ],
    red: [
      [
        'ui/src/features/admin-rewards/model/reward-fault.test.ts',
        'wallet, amount and reason are all required',
      ],
    ],
  },
  {
    id: 'reward-in-any-spelling',
    promise: 'A reward that got no answer is the same act however its wallet and its amount are spelled.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: 'ui/src/features/admin-rewards/model/reward-fault.ts',
        from: 'isWalletAddress(address) ? getAddress(address) : address',
        to: 'address',
      },
    ],
    red: [
      [
        'ui/src/features/admin-rewards/model/reward-fault.test.ts',
        'a reward that is typed anew in another spelling is the same one',
      ],
    ],
  },
  {
    id: 'link-is-sent-again',
    promise: 'A mailed link whose answer was lost says what it came to when its page is loaded again.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      { file: VERIFY, from: 'keys.get(name) ?? keyBefore ?? newKey()', to: 'keys.get(name) ?? newKey()' },
    ],
    red: [
      [VERIFY_TEST, 'a page that is loaded again before it has heard an answer sends the same once more'],
    ],
  },
  {
    id: 'link-is-agreed-to-once',
    promise:
      'Who agreed to verify a mailbox for another account is not asked again when the answer was lost.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      { file: VERIFY, from: '{ ...request, account: before.account } : request', to: 'request : request' },
    ],
    red: [[VERIFY_TEST, 'what a person agreed to is sent once more, too']],
  },
  {
    id: 'link-of-whoever-signs-in',
    promise: 'Who signs in or out before a mailed link is sent again gets its first answer.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: 'endpoint.carriesRight ? VISITORS : (session?.userId ?? VISITORS)',
        to: 'session?.userId ?? VISITORS',
      },
    ],
    red: [
      [
        'api/resources/email/email.int.test.ts',
        'whoever signs in or out before the link is sent again with its key gets the same answer',
      ],
    ],
  },
  {
    id: 'link-that-is-used-asks-nobody',
    promise: 'Who signs in to another account before a mailed link is sent again gets its first answer, too.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      { file: 'api/resources/email/email-routes.ts', from: 'if (!link?.isUsed) await', to: 'await' },
    ],
    red: [
      [
        'api/resources/email/email.int.test.ts',
        'whoever signs in or out before the link is sent again with its key gets the same answer',
      ],
    ],
  },
  {
    id: 'chain-during-a-sign-in',
    promise: 'A page knows the chain that its wallet changed to during a sign-in.',
    source: 'spec: Wallet',
    sabotage: [
      {
        file: 'ui/src/lib/wallet/wallet-slice.ts',
        from: 'attempt: attempt?.walletId === walletId ? { ...attempt, chainId } : attempt,',
        to: 'attempt,',
      },
    ],
    red: [[CONNECT_TEST, 'a chain that is changed during a sign-in %s is the one that the wallet is on']],
  },
  {
    id: 'withdrawn-during-a-sign-in',
    promise: 'A wallet that withdraws while the server checks its signature is not signed in.',
    source: 'spec: Wallet',
    sabotage: [
      {
        file: 'ui/src/lib/wallet/wallet-slice.ts',
        from: 'isWithdrawn: account === undefined',
        to: 'isWithdrawn: false',
      },
    ],
    red: [[CONNECT_TEST, 'a wallet that withdraws while the server checks its signature is not signed in']],
  },
  {
    id: 'sessions-of-other-wallets',
    promise: 'A wallet that withdraws ends no session that another wallet began.',
    source: 'spec: Wallet',
    sabotage: [
      {
        file: 'ui/src/lib/wallet/wallet-withdrawn.ts',
        from: 'if ((lastWallet() ?? walletId) === walletId) onWithdrawn();',
        to: 'if (lastWallet() !== walletId || walletId) onWithdrawn();',
      },
    ],
    red: [
      [
        'ui/src/lib/wallet/watch-wallet.test.ts',
        'a wallet that shares nothing any more ends no session that another wallet began since',
      ],
    ],
  },
];
