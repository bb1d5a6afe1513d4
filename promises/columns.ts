import type { ProductPromise } from './promise.ts';

const COLUMNS_TEST = 'projector/read-models/columns.int.test.ts';
const TAKES = 'the database takes no %s';
const USERS = 'projector/read-models/users/schema.sql';
const TRANSACTIONS = 'projector/read-models/transactions/schema.sql';

/** What the database itself refuses. */
export const columns: readonly ProductPromise[] = [
  {
    id: 'column-total-is-exact',
    promise: 'No total is a float.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: USERS,
        from: 'claimed_rewards numeric(78, 18) not null',
        to: 'claimed_rewards double precision not null',
      },
    ],
    red: [[COLUMNS_TEST, 'no amount is a float, and each holds what any ledger adds up to']],
  },
  {
    id: 'column-status-is-known',
    promise: 'Every transaction has a status that is known.',
    source: 'invariant: read models',
    sabotage: [{ file: TRANSACTIONS, from: " check (status in ('completed', 'pending', 'failed'))", to: '' }],
    red: [[COLUMNS_TEST, TAKES]],
  },
  {
    id: 'column-type-is-known',
    promise: 'Every transaction has a type that is known.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: TRANSACTIONS,
        from: " check (type in ('reward', 'claim', 'stake', 'referral', 'adjustment'))",
        to: '',
      },
    ],
    red: [[COLUMNS_TEST, TAKES]],
  },
  {
    id: 'columns-of-a-batch-arrive',
    promise: 'What a batch gives to a column is what its text says, the sign of an amount included.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/array-parameter.ts',
        from: 'const NEGATIVE = 0x40_00;',
        to: 'const NEGATIVE = 0x00_00;',
      },
    ],
    red: [
      [
        'projector/array-parameter.int.test.ts',
        '%s: what is sent in binary form is what its text says, null among it',
      ],
    ],
  },
  {
    id: 'column-amount-is-there',
    promise: 'Every transaction has an amount.',
    source: 'invariant: read models',
    sabotage: [{ file: TRANSACTIONS, from: 'amount numeric(78, 18) not null', to: 'amount numeric(78, 18)' }],
    red: [[COLUMNS_TEST, TAKES]],
  },
  {
    id: 'column-activity-is-known',
    promise: 'Every activity has a type that is known.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/read-models/activities/schema.sql',
        from: " check (type in ('twitter_retweet', 'discord_message', 'twitter_like', 'referral', 'other'))",
        to: '',
      },
    ],
    red: [[COLUMNS_TEST, TAKES]],
  },
  {
    id: 'column-balance-is-there',
    promise: 'Every balance has a figure.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/read-models/postings/schema.sql',
        from: 'balance numeric(78, 18) not null',
        to: 'balance numeric(78, 18)',
      },
    ],
    red: [[COLUMNS_TEST, TAKES]],
  },
  {
    id: 'column-posting-once',
    promise: 'A posting stands once.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/read-models/postings/schema.sql',
        from: `,
  primary key (commit, prepare, index)`,
        to: '',
      },
    ],
    red: [[COLUMNS_TEST, TAKES]],
  },
  {
    id: 'column-rank-counts',
    promise: 'A rank counts nobody twice away.',
    source: 'invariant: read models',
    sabotage: [{ file: 'projector/read-models/leaderboard/schema.sql', from: ' check (count >= 0)', to: '' }],
    red: [[COLUMNS_TEST, TAKES]],
  },
];
