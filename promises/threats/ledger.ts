import type { ProductPromise } from '../promise.ts';

const TAMPERING = 'ledger/embedded/tampering.drill.test.ts';
const MUTATIONS = 'ledger/audit/mutations.test.ts';
const WITNESS = 'ledger/witness/witness.drill.test.ts';
const ASKING_LOG = 'ledger/witness/log-that-asks.int.test.ts';
const SEALS = 'ledger/proof/audit/seals.ts';

/** Threats 29 to 32: a ledger that is edited, shown in two histories, not what the read models say, or says too much. */
export const ledgerThreats: readonly ProductPromise[] = [
  {
    id: 'byte-of-the-file',
    promise: 'A byte of the file that is not what was written stops the start, and its event is named.',
    source: 'threat 29',
    sabotage: [
      { file: 'ledger/embedded/store/soundness.ts', from: 'if (problem) return damaged(problem);', to: '' },
    ],
    red: [[TAMPERING, 'any one byte of any event: refused, and the event named']],
  },
  {
    id: 'damage-is-given-to-nobody',
    promise: 'An event that is changed in the file of a running node is given to nobody.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/embedded/store/event-rows.ts',
        from: 'if (problem) throw new DamagedEvent(',
        to: "if (problem === 'it is missing') throw new DamagedEvent(",
      },
    ],
    red: [[TAMPERING, 'what is changed while the node runs is given to nobody; the rest is']],
  },
  {
    id: 'index-of-the-file',
    promise: 'A file in which an event is found as another one stops the start.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/embedded/store/soundness.ts',
        from: 'if (count(database, WRONG_ENTRIES) !== 0) return',
        to: 'if (count(database, WRONG_ENTRIES) < 0) return',
      },
    ],
    red: [[TAMPERING, '%s: refused at the start and by verify']],
  },
  {
    id: 'each-names-the-one-before',
    promise: 'No command goes on from a stream of which an event was changed.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/chain.ts',
        from: 'if (prevHash !== expected) {',
        to: 'if ((prevHash === null) !== (expected === null)) {',
      },
    ],
    red: [['ledger/broken-chain.test.ts', 'in its %s']],
  },
  {
    id: 'nothing-on-a-forged-event',
    promise: 'Nothing is built on an event that somebody else has written, and readiness says so.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/chain.ts',
        from: 'if (prevHash !== expected) {',
        to: 'if ((prevHash === null) !== (expected === null)) {',
      },
      { file: 'ledger/chain.ts', from: 'if (hasOwnId(last)) return newest;', to: 'return newest;' },
    ],
    red: [
      [
        'api/http/broken-chain.int.test.ts',
        'nothing is built on a stream that somebody else wrote to: 503 in words, and /readyz says so',
      ],
    ],
  },
  {
    id: 'root-of-each-seal',
    promise: 'An audit finds what is not what was sealed, also where every hash was made anew.',
    source: 'threat 29',
    sabotage: [
      {
        file: SEALS,
        from: 'import { bytesToHex, utf8ToBytes }',
        to: 'import { bytesToHex, hexToBytes, utf8ToBytes }',
      },
      { file: SEALS, from: 'if (computed !== root) {', to: "if (computed === '') {" },
      {
        file: SEALS,
        from: 'checkpointText({ origin, size, root: this.#tree.root() })',
        to: 'checkpointText({ origin, size, root: hexToBytes(root) })',
      },
    ],
    red: [
      [MUTATIONS, 'each of hundreds of random corruptions is found, and named where it is'],
      [MUTATIONS, 'a tail with all hashes made anew is found by the seals'],
    ],
  },
  {
    id: 'audit-of-the-tariff',
    promise: 'An audit finds a grant that was not due, however well its hashes fit.',
    source: 'threat 29',
    sabotage: [{ file: 'ledger/audit/ledger-rules.ts', from: '      tariff(accounts, atHand),\n', to: '' }],
    red: [['ledger/audit/rules.test.ts', '%j: %s']],
  },
  {
    id: 'witness-of-one-history',
    promise: 'A witness cosigns no history but the one that it has seen.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/witness/judge.ts',
        from: 'if (!verifyConsistency(claim)) {',
        to: 'if (claim.to === claim.from && !verifyConsistency(claim)) {',
      },
    ],
    red: [
      [WITNESS, 'cosigns what follows from what it saw, and nothing else'],
      [ASKING_LOG, 'learns the size that a witness has, and is told when its history is another'],
    ],
  },
  {
    id: 'witness-of-no-replaced-key',
    promise: 'A witness that has cosigned a seal of a new key cosigns nothing newer of the one before.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/witness/judge.ts',
        from: 'return isReplaced(note, own, newest.note)',
        to: 'return isReplaced(note, own, note)',
      },
    ],
    red: [
      [
        WITNESS,
        'cosigns nothing newer of a key that was replaced before the newest was signed, also after a restart',
      ],
    ],
  },
  {
    id: 'no-evidence-of-a-false-proof',
    promise:
      'Nobody makes a witness keep evidence against its log with a false proof of what it has cosigned.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/witness/witness.ts',
        from: 'verdict.status === 422 && checkpoint.size > newest.checkpoint.size',
        to: 'verdict.status === 422',
      },
      {
        file: 'ledger/witness/witness.ts',
        from: 'await kept.dropEvidence(evidenceOf(request));',
        to: '',
      },
    ],
    red: [
      [WITNESS, 'keeps nothing of a false proof for the very checkpoint that it has cosigned'],
      [WITNESS, 'lets go of what a false proof seemed to show once it has cosigned that very checkpoint'],
    ],
  },
  {
    id: 'a-witness-that-refuses-is-shown',
    promise: 'That a witness has seen another history is shown to everybody.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/witness/ask-witness.ts',
        from: "return { kind: 'refused', detail: 'it has seen another history: the proof",
        to: "return { kind: 'silent', detail: 'it has seen another history: the proof",
      },
    ],
    red: [
      [
        'api/resources/ledger/seals.int.test.ts',
        'a witness that looks by itself cosigns; one that has seen another history refuses, and that is shown',
      ],
    ],
  },
  {
    id: 'a-root-that-somebody-holds',
    promise: 'A ledger with another history than a checkpoint of an earlier day is found.',
    source: 'threat 30',
    sabotage: [
      {
        file: SEALS,
        from: 'if (known.root === computed) continue;',
        to: 'if (known.size >= 0) continue;',
      },
    ],
    red: [
      [MUTATIONS, 'one that is sealed anew with another key is found by any earlier root and by the key'],
    ],
  },
  {
    id: 'a-root-behind-the-end',
    promise: 'A ledger whose end was taken away is found by whoever holds a checkpoint of it.',
    source: 'threat 30',
    sabotage: [{ file: SEALS, from: 'if (missing) {', to: 'if (missing && missing.size === 0) {' }],
    red: [[MUTATIONS, 'a ledger whose end was taken away is found by any root behind it']],
  },
  {
    id: 'rows-as-the-ledger-gives-them',
    promise: 'An audit finds a row of the read models that is not what the ledger gives.',
    source: 'threat 31',
    sabotage: [
      {
        file: 'projector/audit/row-difference.ts',
        from: 'if (found.rows === wanted.rows && found.hash === wanted.hash) return undefined;',
        to: 'if (found.rows === wanted.rows) return undefined;',
      },
    ],
    red: [
      [
        'api/resources/ledger/ledger-export.drill.test.ts',
        'a row that somebody has changed or added is found, and told',
      ],
    ],
  },
  {
    id: 'rows-whose-short-hashes-are-the-same',
    promise: 'An audit finds a row of the read models that somebody has made to look like the true one.',
    source: 'threat 31',
    sabotage: [
      {
        file: 'projector/audit/row-difference.ts',
        from: "sha256(convert_to(row::text, 'UTF8')) as hash",
        to: 'int8send(hashtextextended(row::text, 0)) as hash',
      },
    ],
    red: [
      [
        'projector/audit/row-difference.int.test.ts',
        'a row is told that was written so that its short hash is that of the row in whose place it stands',
      ],
    ],
  },
  {
    id: 'erased-is-gone',
    promise: 'What an erased person had given is found nowhere any more.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'api/vault/erase-kept.ts',
        from: '    await eraseKey(client, userId, given);\n',
        to: '',
      },
    ],
    red: [
      [
        'api/resources/profile/erasure.drill.test.ts',
        'an erased person is found in no table, no file of the ledger and no answer; balance and proofs stay',
      ],
    ],
  },
  {
    id: 'erasure-of-what-no-event-tells',
    promise: 'An erasure takes what no event tells of, too: links, mails that wait, tokens of platforms.',
    source: 'README: personal data',
    sabotage: [
      {
        file: 'api/resources/profile/personal-data-routes.ts',
        from: 'if (events.length === 0) await eraseUntold(parts.pool, userId);',
        to: 'if (events.length === 0 && userId === "") await eraseUntold(parts.pool, userId);',
      },
    ],
    red: [
      [
        'api/resources/profile/erasure.drill.test.ts',
        'what has come since an erasure, and no event tells of, goes with the next one: links, waiting mails, browsers',
      ],
      [
        'api/resources/social/x-journey.int.test.ts',
        'tokens that were given again after an erasure go with the next one, though no event tells of them',
      ],
    ],
  },
  {
    id: 'given-behind-an-erasure-stays',
    promise:
      'What a person gives behind an erasure is not lost with what it erases, however late that is deleted.',
    source: 'fault: an erasure that is not carried out yet',
    sabotage: [
      {
        file: 'api/vault/erasures.ts',
        from: 'const done = await deadline.wait(() => eraseKept(pool, store, userId));',
        to: 'const done = erasures;',
      },
    ],
    red: [
      [
        'api/resources/profile/erasure.drill.test.ts',
        'leaves the address that is given behind it: it opens, and gets its link',
      ],
      ['api/resources/profile/erasure.drill.test.ts', 'leaves the handle that is given behind it'],
      [
        'api/resources/profile/erasure.drill.test.ts',
        'makes the links of before void: nothing is signed up or paid by one',
      ],
    ],
  },
  {
    id: 'nothing-sealed-before-an-erasure-stands-behind-it',
    promise:
      'No account has an address or a handle that was sealed before its last erasure and opens no more.',
    source: 'fault: an erasure at the same moment',
    sabotage: [
      {
        file: 'ledger/accounts/erase.ts',
        from: '  if (sealedAfter !== erasures) throw new ErasedMeanwhile();\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/accounts/erase.test.ts',
        'has nothing that was sealed before its last erasure: nobody could open it',
      ],
      [
        'ledger/accounts/email-addresses.test.ts',
        'is no reason to refuse it: it is sealed anew, and the account has what it opens',
      ],
    ],
  },
  {
    id: 'no-fold-of-before-an-erasure',
    promise: 'No fold of an erased account comes back with what was erased, however long its stream is.',
    source: 'fault: a long stream that is read anew',
    sabotage: [
      {
        file: 'api/snapshots/postgres-snapshots.ts',
        from: '         where not exists (select from vault.erasures where user_id = $7::uuid and revision > $3)\n',
        to: '         where $7::uuid is null or true\n',
      },
    ],
    red: [
      [
        'api/snapshots/postgres-snapshots.int.test.ts',
        'none of before is kept again by who reads its stream anew',
      ],
    ],
  },
  {
    id: 'no-mailbox-is-kept-by-erasing',
    promise: 'Who never proved a mailbox takes nothing from who reads it by erasing it again and again.',
    source: 'fault: an erasure of an address of somebody else',
    sabotage: [
      {
        file: 'api/vault/erase-kept.ts',
        from: '      since.signedUp.add(event.data.emailHash);\n',
        to: '      since.signedUp.add(event.data.emailHash);\n      since.proved.add(event.data.emailHash);\n',
      },
    ],
    red: [
      [
        'api/resources/profile/erased-mailbox.int.test.ts',
        'is left by who never proved it: nobody keeps a mailbox from its owner by erasing it again and again',
      ],
    ],
  },
  {
    id: 'no-mailbox-is-kept-by-proving-another',
    promise:
      'Who never proved a mailbox keeps it from nobody, also where they have proved another one since.',
    source: 'fault: an erasure of an address of somebody else',
    sabotage: [
      {
        file: 'ledger/accounts/email-owner.ts',
        from: ' && isSpelling) return false;',
        to: ') return false;',
      },
    ],
    red: [
      [
        'ledger/accounts/email-owner.test.ts',
        'from a wallet that has proved another mailbox, and not this one: named, erased, or cut off on the way',
      ],
      [
        'api/resources/profile/erased-mailbox.int.test.ts',
        'nor by erasing it and proving another mailbox since: its owner gets a link, and is paid',
      ],
    ],
  },
  {
    id: 'a-mailbox-that-moved-signs-up-nobody',
    promise:
      'A sign-up that is sent again after its mailbox went to who reads it makes no second account of it.',
    source: 'fault: a lost answer, and the mailbox moves',
    sabotage: [
      {
        file: 'ledger/accounts/sign-up-email.ts',
        from: "const owner = replayed ? await findOwner(handler, 'email', emailHash, deadline) : after.owner;",
        to: 'const owner = deadline && findOwner ? after.owner : undefined;',
      },
    ],
    red: [
      [
        'ledger/accounts/email-addresses.test.ts',
        'after the reservation, and the mailbox goes to who reads it: the same request signs nobody up with it',
      ],
      [
        'ledger/accounts/email-addresses.test.ts',
        'after the reservation, and it goes free: the same request makes it its own again',
      ],
    ],
  },
  {
    id: 'erased-while-frozen',
    promise:
      'Who is erased while a raffle keeps its entries is entered without the name, also by rows of before.',
    source: 'fault: an erasure beside a raffle',
    sabotage: [
      {
        file: 'api/resources/raffles/eligible.ts',
        from: 'and erasure.revision > account.revision',
        to: 'and false',
      },
    ],
    red: [
      [
        'api/resources/raffles/eligible.int.test.ts',
        'who was erased and whose row does not say so yet is entered without the name',
      ],
    ],
  },
  {
    id: 'erasure-under-way-is-waited-for',
    promise: 'Entries are not kept while an erasure is under way: of two at once neither misses the other.',
    source: 'fault: an erasure beside a raffle',
    sabotage: [
      {
        file: 'api/resources/raffles/eligible.ts',
        from: "  await client.query('lock table vault.erasures in share mode');\n",
        to: '',
      },
    ],
    red: [
      [
        'api/resources/raffles/eligible.int.test.ts',
        'an erasure that is under way while entries are frozen is waited for, and its name told no more',
      ],
    ],
  },
  {
    id: 'erased-once-more-keeps-names-since',
    promise: 'An erasure that is carried out once more takes nobody a name that was chosen since.',
    source: 'fault: an older backup',
    sabotage: [
      {
        file: 'api/vault/erase-kept.ts',
        from: 'where (commit, prepare) < ($3, $4)',
        to: 'where (commit, prepare, $3::bigint, $4::bigint) is not null',
      },
    ],
    red: [
      [
        'api/resources/profile/erasure.drill.test.ts',
        'carried out once more, as after a restore, an erasure leaves the name that was chosen since to the raffles of since',
      ],
    ],
  },
  {
    id: 'shorter-ledger-halts-the-notary',
    promise: 'A notary that runs on a ledger that ends before what it has read signs nothing, and says why.',
    source: 'fault 20',
    sabotage: [
      {
        file: 'api/notary/follow-tree.ts',
        from: 'performance.now() - shortSince > stall.resubscribeAfter',
        to: 'false',
      },
    ],
    red: [
      [
        'api/notary/notary.drill.test.ts',
        'a ledger that ends before what was read of it, while it is followed: it halts, and goes on when all is there',
      ],
    ],
  },
  {
    id: 'no-yes-on-an-older-store',
    promise: 'No command gets a yes while the event store ends before what the read models hold.',
    source: 'fault 20',
    sabotage: [
      {
        file: 'api/http/same-ledger.ts',
        from: 'isDoubted = !head || comparePositions(head, known) < 0;',
        to: 'isDoubted = false;',
      },
    ],
    red: [
      [
        'api/http/same-ledger.int.test.ts',
        'no yes is said while the event store is an older copy: the same command has its effect on the right one',
      ],
    ],
  },
];
