import type { ProductPromise } from './promise.ts';

/** What holds in every ledger and every read model. */
export const invariants: readonly ProductPromise[] = [
  {
    id: 'chain-of-hashes',
    promise: 'Each event names the hash of the one before it.',
    source: 'invariant: chain',
    sabotage: [{ file: 'ledger/envelope.ts', from: 'prevHash: last?.hash ?? null', to: 'prevHash: null' }],
    red: [
      [
        'ledger/envelope.test.ts',
        'each event names the hash of the one before, and the end is the hash of the last',
      ],
    ],
  },
  {
    id: 'id-of-the-content',
    promise: 'Two events of one id are the same to the last byte.',
    source: 'invariant: ids',
    sabotage: [
      {
        file: 'ledger/event-id.ts',
        from: '`${stream}/${index}/${contentHash}`',
        to: '`${stream}/${index}/${type}`',
      },
    ],
    red: [
      [
        'ledger/envelope.test.ts',
        'the same events of the same command have the same ids; another byte anywhere gives others',
      ],
    ],
  },
  {
    id: 'id-of-the-place',
    promise: 'An id is of one place in its stream.',
    source: 'invariant: ids',
    sabotage: [
      {
        file: 'ledger/envelope.ts',
        from: 'const content = { data: canonicalJson(event.data), metadata: canonicalJson(metadata) };',
        to: 'const content = { data: canonicalJson(event.data), metadata: canonicalJson({ ...metadata, prevHash: null }) };',
      },
    ],
    red: [
      [
        'ledger/envelope.test.ts',
        'the same events after another event have other ids: an id is of one place',
      ],
    ],
  },
  {
    id: 'hash-as-written',
    promise: 'The hash of an event covers what was written, whatever a newer version makes of it.',
    source: 'invariant: chain',
    sabotage: [
      {
        file: 'ledger/envelope.ts',
        from: 'const { data, metadata } = event.written ?? event;',
        to: 'const { data, metadata } = event;',
      },
    ],
    red: [
      [
        'ledger/envelope.test.ts',
        'the hash of an event is that of what was written, whatever a newer version makes of it',
      ],
    ],
  },
  {
    id: 'event-once-in-read-models',
    promise: 'An event that comes again changes no read model.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/progress/admit.ts',
        from: 'if (revision < expected) return false;',
        to: 'if (revision < -1n) return false;',
      },
    ],
    red: [['projector/progress/admit.test.ts', 'events that were applied do not pass again']],
  },
  {
    id: 'no-gap-in-read-models',
    promise: 'A revision that is missing stops the read models.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/progress/admit.ts',
        from: 'if (revision > expected) {',
        to: 'if (revision > expected + 1_000n) {',
      },
    ],
    red: [
      [
        'projector/progress/admit.test.ts',
        'a missing revision is a fault, at the start of a stream and within it',
      ],
    ],
  },
  {
    id: 'reservation-first',
    promise: 'What is reserved belongs to whoever was first.',
    source: 'invariant: reservations',
    sabotage: [
      {
        file: 'ledger/reservations/reservation.ts',
        from: "return owner === undefined ? [{ type: 'Reserved'",
        to: "return owner !== userId ? [{ type: 'Reserved'",
      },
    ],
    red: [['ledger/reservations/reservation.test.ts', 'who comes later changes nothing']],
  },
  {
    id: 'reservation-of-its-owner',
    promise: 'Nobody releases what belongs to another.',
    source: 'invariant: reservations',
    sabotage: [
      {
        file: 'ledger/reservations/reservation.ts',
        from: `      case 'Release':
        return owner === userId ?`,
        to: `      case 'Release':
        return owner !== undefined ?`,
      },
    ],
    red: [['ledger/reservations/reservation.test.ts', 'only the owner releases']],
  },
  {
    id: 'postings-of-a-reset',
    promise: 'A reset takes out of the balances what it takes out of the account.',
    source: 'invariant: postings',
    sabotage: [
      {
        file: 'ledger/accounts/postings.ts',
        from: "{ book: 'claimable', amount: claimed - total },",
        to: "{ book: 'claimable', amount: -total },",
      },
    ],
    red: [
      [
        'ledger/accounts/account.test.ts',
        'any sequence of commands: postings add up to zero, pending is never negative, a refusal leaves no event',
      ],
    ],
  },
  {
    id: 'inclusion-proof',
    promise: 'Nothing but the true entry is proved by its path.',
    source: 'invariant: proofs',
    sabotage: [
      {
        file: 'ledger/proof/merkle.ts',
        from: 'return last === 0 && equalBytes(hash, root);',
        to: 'return equalBytes(hash, root);',
      },
    ],
    red: [['ledger/proof/merkle.test.ts', 'another entry, index, size, path or root']],
  },
  {
    id: 'removed-are-on-no-list',
    promise: 'Who was removed is on no list.',
    source: 'spec: removal',
    sabotage: [
      {
        file: 'api/resources/admin-users/list-users.ts',
        from: '`not list.removed and ',
        to: '`',
      },
    ],
    red: [['api/resources/admin-users/admin-lists.int.test.ts', 'who was removed is on no list']],
  },
  {
    id: 'removed-enter-no-raffle',
    promise: 'Who was removed enters no raffle.',
    source: 'spec: removal',
    sabotage: [
      {
        file: 'api/resources/raffles/eligible.ts',
        from: "'email_verified and not removed'",
        to: "'email_verified'",
      },
    ],
    red: [
      [
        'api/resources/raffles/raffle-moments.int.test.ts',
        'everybody wins, and one is removed in that moment: it fails in public, and the next one goes on',
      ],
    ],
  },
  {
    id: 'no-debt-in-read-models',
    promise: 'No row says that more was claimed than granted.',
    source: 'invariant: read models',
    sabotage: [
      {
        file: 'projector/read-models/users/schema.sql',
        from: 'check (pending_rewards >= 0)',
        to: 'check (pending_rewards is not null)',
      },
    ],
    red: [
      ['projector/read-models/users/users.int.test.ts', 'no row says that more was claimed than granted'],
    ],
  },
  {
    id: 'key-in-the-database',
    promise: 'A key that was used for one request is refused for another.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: 'api/http/middleware/idempotency.ts',
        from: 'do update set request_hash = known.request_hash',
        to: 'do update set request_hash = excluded.request_hash',
      },
    ],
    red: [
      [
        'api/resources/rewards/rewards.int.test.ts',
        'a key that was used for one user is refused for another, also where the two share no stream',
      ],
    ],
  },
];
