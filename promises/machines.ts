import type { ProductPromise } from './promise.ts';

const DATABASE = 'projector/database.ts';
const DATABASE_TEST = 'projector/database.int.test.ts';
const REBUILD = 'projector/rebuild.ts';
const REBUILD_TEST = 'projector/rebuild.drill.test.ts';
const OUTBOX = 'api/integrations/email/outbox.ts';

/** What holds when machines, databases and mail servers fail, and how long things are good for. */
export const machines: readonly ProductPromise[] = [
  {
    id: 'fenced-by-epoch',
    promise: 'A projector whose place another has taken writes no more.',
    source: 'fault 8',
    sabotage: [
      {
        file: 'projector/progress/checkpoint.ts',
        from: 'where epoch = $3 and',
        to: 'where $3::bigint is not null and',
      },
    ],
    red: [
      [
        'projector/progress/write-batch.drill.test.ts',
        'whoever another one has followed as the writer writes no more, from the same checkpoint',
      ],
    ],
  },
  {
    id: 'level-with-what-readers-want',
    promise: 'Read models are not level before they have the indexes that readers want.',
    source: 'docs/architecture.md: The read side',
    sabotage: [
      {
        file: 'projector/session.ts',
        from: "const isLevel = found === 'level' && isComplete === true;",
        to: "const isLevel = found === 'level';",
      },
    ],
    red: [
      [
        'projector/late-indexes.drill.test.ts',
        'a long ledger is read without what only readers want, and the read models are level when that is made',
      ],
    ],
  },
  {
    id: 'what-readers-want-takes-its-time',
    promise: 'An index that readers want is made, however long it takes.',
    source: 'docs/architecture.md: The read side',
    sabotage: [
      {
        file: 'projector/progress/late-indexes.ts',
        from: 'await answerWithin(Math.min(EACH_MS, timeToAnswer()), () => make(client, schema, index));',
        to: 'await make(client, schema, index);',
      },
    ],
    red: [
      [
        'projector/late-indexes.drill.test.ts',
        'an index takes its time, however long its pool lets others wait for an answer',
      ],
    ],
  },
  {
    id: 'a-batch-goes-on-from-what-stands-there',
    promise:
      'A batch goes on from the sums that stand in its tables, also where others were put in their place.',
    source: 'fault 8',
    sabotage: [
      {
        file: 'projector/progress/write-batch.ts',
        from: 'before?.table === table ? before.carried : []',
        to: 'before ? before.carried : []',
      },
    ],
    red: [
      [
        'projector/progress/write-batch.drill.test.ts',
        'whoever finds other tables in the place of those that it wrote to asks them',
      ],
    ],
  },
  {
    id: 'batches-have-no-borders',
    promise: 'Whatever batches the ledger is read in, the read models hold the same rows.',
    source: 'fault 10',
    sabotage: [
      {
        file: 'projector/read-models/moments/project.ts',
        from: 'sums.leave(db, rows.at(-1) ?? before);',
        to: 'sums.leave(db, before);',
      },
    ],
    red: [
      [
        'projector/progress/write-batch.drill.test.ts',
        'what a batch has written last is not asked for by the next, and any borders give the same rows',
      ],
    ],
  },
  {
    id: 'locks-are-not-waited-for',
    promise: 'A statement waits for a lock no longer than its pool says.',
    source: 'fault 13',
    sabotage: [{ file: DATABASE, from: 'lock_timeout: options.lockTimeout', to: 'lock_timeout: 0' }],
    red: [[DATABASE_TEST, 'a statement waits for a lock no longer than its pool says']],
  },
  {
    id: 'idle-transactions-end',
    promise: 'A transaction that does nothing holds nobody up for long.',
    source: 'fault 13',
    sabotage: [
      {
        file: DATABASE,
        from: 'idle_in_transaction_session_timeout: options.idleTransactionTimeout',
        to: 'idle_in_transaction_session_timeout: 0',
      },
    ],
    red: [[DATABASE_TEST, 'a transaction that does nothing loses its connection when its pool says so']],
  },
  {
    id: 'frozen-migration',
    promise: 'Who stands still while it makes tables keeps others from them for seconds only.',
    source: 'fault 8',
    sabotage: [{ file: 'api/migrate.ts', from: '  idleTransactionTimeout: 10_000,\n', to: '' }],
    red: [
      [
        'api/migrate.drill.test.ts',
        'a program that stands still in the middle of it keeps the tables from others for ten seconds',
      ],
    ],
  },
  {
    id: 'a-change-waits-alone',
    promise: 'A release that changes a table while a backup reads it keeps nobody else waiting.',
    source: 'docs/architecture.md: Tables',
    sabotage: [
      {
        file: 'api/migrate.ts',
        from: 'await client.query(`set lock_timeout to ${TABLE_MS}`);',
        to: "await client.query('set lock_timeout to 60000');",
      },
    ],
    red: [
      [
        'api/migrate.drill.test.ts',
        'a change of a table that somebody reads for long keeps nobody else from it, and is made once it is free',
      ],
    ],
  },
  {
    id: 'a-clock-that-was-set-back',
    promise: 'A program starts on tables that a release before made by a clock which was ahead.',
    source: 'fault 15',
    sabotage: [{ file: 'api/migrate.ts', from: '    checkOrder: false,\n', to: '' }],
    red: [
      [
        'api/migrate.drill.test.ts',
        'a database whose clock was set back between two releases is migrated by the next one, and that one starts again',
      ],
    ],
  },
  {
    id: 'lost-peers-are-noticed',
    promise: 'The locks of a machine that was cut off are free within seconds.',
    source: 'fault 4',
    sabotage: [
      {
        file: DATABASE,
        from: '...[NOTICE_LOST_PEERS, USUAL],',
        to: '...[NOTICE_LOST_PEERS, USUAL].slice(1),',
      },
    ],
    red: [
      [
        DATABASE_TEST,
        'Postgres notices within seconds that the other end of a connection is gone, and so frees its locks',
      ],
    ],
  },
  {
    id: 'dead-connections-end-nothing',
    promise: 'A connection that dies in the hands of its user ends nothing else.',
    source: 'fault 4',
    sabotage: [
      {
        file: DATABASE,
        from: "pool.on('connect', (client) => client.on('error', () => undefined));",
        to: '',
      },
    ],
    red: [
      [
        DATABASE_TEST,
        'a connection that dies in the hands of its user is learnt at the next query, and ends nothing else',
      ],
    ],
  },
  {
    id: 'rebuild-shows-differences',
    promise: 'New read models that differ from the live ones take no place by themselves.',
    source: 'fault 14',
    sabotage: [
      {
        file: REBUILD,
        from: 'const isAccepted = options.acceptDifferences || tables.every(({ equal }) => equal);',
        to: 'const isAccepted = options.acceptDifferences || tables.length >= 0;',
      },
    ],
    red: [[REBUILD_TEST, 'a difference keeps the live ones until someone accepts it']],
  },
  {
    id: 'an-erasure-is-not-lost',
    promise: 'An erasure that a node of the event store lacks is carried out as soon as it has it.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'api/vault/erase-kept.ts',
        from: '  if ((given?.revision ?? -1n) < atLeast) throw new NodeBehind(stream, atLeast);\n',
        to: '',
      },
    ],
    red: [
      [
        'api/processes/node-behind.test.ts',
        'an erasure that the node which is asked lacks is told again, not taken for done',
      ],
    ],
  },
  {
    id: 'no-round-that-is-out',
    promise: 'A program that stood still names no round that is out by then.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/raffles/freeze-raffle.ts',
        from: '() => ports.stillToCome(rule, round)',
        to: '() => round > 0',
      },
    ],
    red: [
      [
        'ledger/raffles/run-raffle.test.ts',
        'names no round that was out before it could be written down: told again it names a later one',
      ],
    ],
  },
  {
    id: 'no-block-that-is-there',
    promise: 'A program that stood still names no block whose hash is known by then.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/raffles/freeze-raffle.ts',
        from: '() => ports.isBlockToCome(block)',
        to: '() => block.length > 0',
      },
    ],
    red: [
      [
        'ledger/raffles/run-raffle.test.ts',
        'a raffle names no block that was there before it could be written down: told again it names a later one',
      ],
    ],
  },
  {
    id: 'a-mass-act-leaves-nobody-out',
    promise: 'An act on all accounts leaves nobody out when Postgres has crashed.',
    source: 'fault 4',
    sabotage: [
      {
        file: 'projector/read-models/user-list/queries.ts',
        from: '     where (commit, prepare) >= ($1::bigint, $2::bigint)\n',
        to: '',
      },
    ],
    red: [
      [
        'api/processes/mass-act-progress.int.test.ts',
        'accounts are not listed from read models that a crash has put back behind the act',
      ],
    ],
  },
  {
    id: 'one-rebuild',
    promise: 'One rebuild at a time.',
    source: 'fault 14',
    sabotage: [
      {
        file: REBUILD,
        from: "if (!rows[0]?.mine) throw new Error('another rebuild of the read models is under way');",
        to: '',
      },
    ],
    red: [[REBUILD_TEST, 'one rebuild at a time']],
  },
  {
    id: 'a-rebuild-of-this-ledger',
    promise: 'No rebuild puts the read models of another ledger in the place of those that are live.',
    source: 'fault 14',
    sabotage: [
      { file: REBUILD, from: 'await short(() => assertLedgerOf(pool, store, LIVE_SCHEMA));', to: '' },
    ],
    red: [
      [
        REBUILD_TEST,
        'a rebuild from another event store replaces nothing, also where differences are accepted',
      ],
    ],
  },
  {
    id: 'mails-of-an-address',
    promise: 'An address gets five mails in an hour, however many ask.',
    source: 'threat 24',
    sabotage: [
      { file: OUTBOX, from: 'owner: { all: 5, each: 5 }', to: 'owner: { all: 50, each: 50 }' },
      { file: OUTBOX, from: 'visitor: { all: 5, each: 5 }', to: 'visitor: { all: 50, each: 50 }' },
    ],
    red: [
      [
        'api/integrations/email/outbox.int.test.ts',
        'an address gets five mails in an hour, however many ask for one in the same moment',
      ],
    ],
  },
  {
    id: 'mails-of-dead-senders',
    promise: 'A mail whose senders have died is given up, and its address is not kept.',
    source: 'fault 16',
    sabotage: [
      {
        file: 'api/integrations/email/mailer.ts',
        from: '      await giveUpUnsaid(pool, clock());\n',
        to: '',
      },
    ],
    red: [
      [
        'api/integrations/email/mailer.int.test.ts',
        'a mail whose senders have died, one after the other, is given up: nobody keeps its address for ever',
      ],
    ],
  },
  {
    id: 'unknown-mails-twice',
    promise: 'A mail of which nobody knows whether it went out is sent twice at the most.',
    source: 'fault 16',
    sabotage: [
      { file: OUTBOX, from: 'export const MAX_UNCERTAIN = 2;', to: 'export const MAX_UNCERTAIN = 4;' },
    ],
    red: [
      [
        'api/integrations/email/mailer.int.test.ts',
        'a server that takes the mail and hangs up gets it twice at the most',
      ],
    ],
  },
  {
    id: 'link-of-a-day',
    promise: 'A mailed link is good for 24 hours.',
    source: 'threat 25',
    sabotage: [
      {
        file: 'api/integrations/email/tokens.ts',
        from: 'TOKEN_LIFETIME_MS = 24 * 3_600_000',
        to: 'TOKEN_LIFETIME_MS = 240 * 3_600_000',
      },
    ],
    red: [['api/resources/email/email.int.test.ts', 'an unknown, an ill-formed and an expired token']],
  },
  {
    id: 'challenge-of-five-minutes',
    promise: 'A text to sign in with is good for five minutes.',
    source: 'threat 2',
    sabotage: [
      {
        file: 'api/auth/challenge.ts',
        from: 'const LIFETIME_MS = 5 * 60_000;',
        to: 'const LIFETIME_MS = 50 * 60_000;',
      },
    ],
    red: [
      [
        'api/resources/wallet/sign-in.int.test.ts',
        'the text to sign is EIP-4361 for this chain, this site and five minutes',
      ],
    ],
  },
  {
    id: 'act-of-five-minutes',
    promise: 'A signature of an act is good for five minutes.',
    source: 'threat 36',
    sabotage: [
      {
        file: 'api/auth/step-up.ts',
        from: `const LIFETIME = "interval '5 minutes'";`,
        to: `const LIFETIME = "interval '50 minutes'";`,
      },
    ],
    red: [['api/auth/step-up.int.test.ts', 'is good for five minutes, whatever the clock of a process says']],
  },
  {
    id: 'upload-of-fifteen-minutes',
    promise: 'An address for one file is good for fifteen minutes.',
    source: 'threat 34',
    sabotage: [
      {
        file: 'api/resources/music/uploads.ts',
        from: 'LINK_LIFE_MS = 15 * 60_000',
        to: 'LINK_LIFE_MS = 150 * 60_000',
      },
    ],
    red: [
      [
        'api/resources/music/music.int.test.ts',
        'expires after fifteen minutes, and what was not used is swept up',
      ],
    ],
  },
  {
    id: 'state-of-ten-minutes',
    promise: 'The way to a platform and back is good for ten minutes.',
    source: 'threat 18',
    sabotage: [
      {
        file: 'api/resources/social/oauth-states.ts',
        from: 'OAUTH_STATE_MS = 10 * 60_000',
        to: 'OAUTH_STATE_MS = 100 * 60_000',
      },
    ],
    red: [['api/resources/social/stores.int.test.ts', '%s: nothing, and it is gone']],
  },
  {
    id: 'reads-do-not-wait-for-ever',
    promise: 'A read that names a moment to come answers in time and says that it lags.',
    source: 'fault 2',
    sabotage: [
      {
        file: 'api/http/middleware/read-your-writes.ts',
        from: 'READ_WAIT_MS = 2_000',
        to: 'READ_WAIT_MS = 20_000',
      },
    ],
    red: [
      [
        'api/resources/rewards/rewards.int.test.ts',
        'a position beyond the head answers in time and says that it lags',
      ],
    ],
  },
];
