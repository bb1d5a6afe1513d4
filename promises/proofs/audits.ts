import type { ProductPromise } from '../promise.ts';

const RULES = 'ledger/audit/ledger-rules.ts';
const RULES_TEST = 'ledger/audit/rules.test.ts';
const HANDS_TEST = 'ledger/audit/rewards-by-hand-rules.test.ts';
const RIGHTS_TEST = 'ledger/audit/rights-rules.test.ts';
const RAFFLES_TEST = 'ledger/audit/raffle-rules.test.ts';
const ACCOUNTS_TEST = 'ledger/audit/account-rules.test.ts';
const FORGED = '%j: %s';
const BEHIND = '%s: %s';
const RECEIPT = 'ledger/proof/receipt.ts';
const RECEIPT_TEST = 'ledger/proof/receipt.test.ts';
const TRIAL = 'api/embedded/trial.ts';
const TRIAL_TEST = 'api/embedded/trial.test.ts';

/** What an auditor, a receipt, a beacon and a trial prove. */
export const proofs: readonly ProductPromise[] = [
  {
    id: 'audit-of-streams',
    promise: 'An audit finds an event in a stream where it has no place.',
    source: 'invariant streams',
    sabotage: [
      {
        file: RULES,
        from: `      this.#places.add(event, undefined, stream);
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'audit-of-hands',
    promise: 'An audit finds a reward by hand that had no place in its day.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: RULES,
        from: `      rewardsByHand(this.rights.hands),
`,
        to: '',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-decisions',
    promise: 'An audit finds an event that no decision can have made.',
    source: 'invariant I2',
    sabotage: [
      {
        file: RULES,
        from: `      accountDecisions(accounts),
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, FORGED]],
  },
  {
    id: 'audit-of-owners',
    promise: 'An audit finds a second owner of what belongs to one.',
    source: 'invariant I4',
    sabotage: [
      {
        file: RULES,
        from: `      owners(numbers),
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, FORGED]],
  },
  {
    id: 'audit-of-names-that-are-left',
    promise:
      'An audit calls it sound that somebody goes back to the name that their account was opened with.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/owners.ts',
        from: "used.what === what || (what === 'name' && used.what === 'likeness')",
        to: 'used.what === what',
      },
    ],
    red: [
      [
        'ledger/audit/sound-acts.test.ts',
        'a name that is chosen, spelt anew, left for the one that the account was opened with, and for another',
      ],
    ],
  },
  {
    id: 'audit-of-former-super-admins',
    promise: 'An audit that is told who the super admin was before finds what that one did sound.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'const formerly = new Set(former.map(lowerCase));',
        to: 'const formerly = new Set<string>();',
      },
    ],
    red: [
      [
        'ledger/audit/sound-acts.test.ts',
        'what super admins did one after the other, where who audits says who it was before',
      ],
    ],
  },
  {
    id: 'audit-of-acts',
    promise: 'An audit finds an act of somebody who had no right.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/audit/rules/rights.ts',
        from: 'must(isSuper || isAdmin(now, wallet),',
        to: 'must(true,',
      },
    ],
    red: [[RIGHTS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-whose-acts',
    promise: 'An audit finds an act of admins that no admin has done.',
    source: 'invariant I12',
    sabotage: [
      {
        file: 'ledger/admins/admins-acts.ts',
        from: 'return ADMINS_ACTS.has(type);',
        to: 'return false;',
      },
    ],
    red: [
      [RIGHTS_TEST, BEHIND],
      ['ledger/admins/rights-audit.test.ts', 'what only admins do is found where somebody else has done it'],
    ],
  },
  {
    id: 'audit-of-approvals',
    promise: 'An audit finds a reward that one approval has paid twice.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: 'must(granted.add(`${userId} ${grantId}`), () =>',
        to: 'must(true, () =>',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-days-of-places',
    promise: 'An audit finds a reward by hand that was sent on another day than that of its place.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: "const place = placeKey(occurredAt.slice(0, 'yyyy-mm-dd'.length), grantId);",
        to: 'const place = places.keys().find((key) => key.endsWith(grantId)) ?? occurredAt;',
      },
    ],
    red: [[HANDS_TEST, BEHIND]],
  },
  {
    id: 'audit-of-names-of-prizes',
    promise: 'An audit finds a prize that is settled again under a longer name.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: '({ place }) => ref === `${raffleId}:${place}`',
        to: '({ place }) => ref.startsWith(`${raffleId}:${place}`)',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'a prize has one name: what was forgone is not paid under a longer one, nor what was paid forgone',
      ],
    ],
  },
  {
    id: 'audit-of-users',
    promise: 'An audit finds what a user is said to have done to the account of another.',
    source: 'threat 12',
    sabotage: [
      {
        file: 'ledger/audit/rules/account-decisions.ts',
        from: 'lowerCase(wallet) === lowerCase(walletAddress)',
        to: 'lowerCase(wallet) !== walletAddress.slice(1)',
      },
    ],
    red: [[ACCOUNTS_TEST, 'what a user does is done to the account of the own wallet']],
  },
  {
    id: 'audit-of-likenesses',
    promise: 'An audit finds a name that is taken without what it looks like.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/owners.ts',
        from: 'must(likenessUse !== undefined, () =>',
        to: 'must(true, () =>',
      },
    ],
    red: [
      [ACCOUNTS_TEST, 'a name rests on what it looks like since names do, and is nobody else’s first one'],
    ],
  },
  {
    id: 'audit-of-the-playlist',
    promise: 'An audit finds a track that is taken away and never came.',
    source: 'threat 34',
    sabotage: [
      {
        file: RULES,
        from: `      playlist(),
`,
        to: '',
      },
    ],
    red: [['ledger/audit/playlist-rules.test.ts', 'no track %s']],
  },
  {
    id: 'no-hash-of-endless-numbers',
    promise: 'A number that is beyond all numbers is not taken for nothing.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/proof/audit/parsed-json.ts',
        from: "if (typeof value === 'number') return Number.isFinite(value);",
        to: '',
      },
    ],
    red: [
      [
        'ledger/proof/audit/broken-ledger.test.ts',
        'a number beyond all numbers has no hash, and not that of nothing: %s',
      ],
    ],
  },
  {
    id: 'first-checkpoint-of-its-log',
    promise: 'A browser remembers no checkpoint that a key of another log has signed.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ui/src/features/ledger/model/continuity.ts',
        from: 'signers.some(({ name }) => name === head.origin)',
        to: 'signers.length > 0',
      },
    ],
    red: [
      [
        'ui/src/features/ledger/model/continuity.test.ts',
        'a checkpoint of another log than the one that its key is named for is not believed at a first visit',
      ],
    ],
  },
  {
    id: 'audit-of-other-hands',
    promise: 'An audit finds an approval by an admin who owes the right to who asked.',
    source: 'invariant rewards by hand',
    sabotage: [
      {
        file: 'ledger/audit/rules/rewards-by-hand.ts',
        from: 'isOtherHand(event, known, hands),',
        to: 'true,',
      },
    ],
    red: [
      [HANDS_TEST, BEHIND],
      [
        HANDS_TEST,
        'an approval is of another hand as the rights were when it was decided, whoever is named meanwhile',
      ],
    ],
  },
  {
    id: 'audit-of-late-effects',
    promise: 'An audit finds what an act on all accounts has taken from who came after it.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: 'movedBy(event) <= left,',
        to: 'true,',
      },
    ],
    red: [
      [
        'ledger/audit/mass-acts-rules.test.ts',
        'nothing is taken late from who came when the act was requested or over, nor from who had nothing',
      ],
    ],
  },
  {
    id: 'audit-of-mailboxes',
    promise: 'An audit finds a mailbox that was paid for at two accounts.',
    source: 'invariant I4',
    sabotage: [
      {
        file: 'ledger/audit/rules/tariff.ts',
        from: 'if (!verified.add(`${source} ${email.emailHash}`)) return undefined;',
        to: '',
      },
    ],
    red: [
      [
        'ledger/audit/account-rules.test.ts',
        'a mailbox is paid for at an account with a wallet, and at one account',
      ],
    ],
  },
  {
    id: 'audit-of-effects',
    promise: 'An audit finds a reset that nobody has asked for.',
    source: 'invariant mass acts',
    sabotage: [
      {
        file: 'ledger/audit/rules/mass-acts.ts',
        from: 'if (!isOfOne && isOfActsAlone(change)) mustBeLate(change, over);',
        to: '',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'audit-of-the-erased',
    promise: 'An audit counts nobody among the entries of a raffle who has erased what is known of them.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ledger/audit/rules/eligible.ts',
        from: `  'PersonalDataErased',
`,
        to: '',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'who has erased what is known of them takes part no more, and comes back with an address',
      ],
    ],
  },
  {
    id: 'audit-of-what-is-given-up',
    promise: 'An audit finds a raffle that was given up when anybody could draw it.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: 'must(entries?.beacon === undefined, () =>',
        to: 'must(entries !== null, () =>',
      },
    ],
    red: [
      [RAFFLES_TEST, 'a raffle fails while nobody can know its winners, and not once its round is named'],
    ],
  },
  {
    id: 'audit-of-second-seeds',
    promise: 'An audit finds a second seed for the number of a raffle.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/audit/rules/raffles.ts',
        from: 'number === newest && (newestOf.get(event.stream) ?? 0) < number',
        to: 'number === newest',
      },
    ],
    red: [
      [
        RAFFLES_TEST,
        'a number has one seed in a stream, and a second one where a release of the first version ran beside',
      ],
    ],
  },
  {
    id: 'audit-of-raffles',
    promise: 'An audit finds winners whom the draw does not give.',
    source: 'invariant I10',
    sabotage: [
      {
        file: RULES,
        from: `      this.rights,
      this.raffles,
`,
        to: `      this.rights,
`,
      },
    ],
    red: [[RULES_TEST, FORGED]],
  },
  {
    id: 'shown-as-drawn',
    promise: 'A browser finds a page that shows one winner twice, in the place of another.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ui/src/features/raffle/model/verify-draw.ts',
        from: `  for (const { place, userId, username, walletAddress } of raffle.winners) {
    const winner = winners.find((one) => one.place === place);
    if (winner?.id !== userId)`,
        to: `  for (const winner of winners) {
    const place = winner.place;
    const { userId, username, walletAddress } = raffle.winners.find((one) => one.place === place) ?? {};
    if (winner.id !== userId)`,
      },
    ],
    red: [['ui/src/features/raffle/model/verify-draw.test.ts', 'a page that shows %s is told of']],
  },
  {
    id: 'drawn-before-a-restore',
    promise:
      'A draw verifies after the ledger was put into another store, where everything stands at other places.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ledger/proof/raffle-proof.ts',
        from: "const eligible = isMoved ? [] : [{ name: 'eligibleAt'",
        to: "const eligible = [{ name: 'eligibleAt'",
      },
    ],
    red: [
      ['ledger/proof/raffle-proof.test.ts', 'a draw holds whose entries name a place of the store before'],
    ],
  },
  {
    id: 'sealed-before-a-restore',
    promise: 'A browser takes a ledger for sound that was put into another store, and says so.',
    source: 'invariant I9',
    sabotage: [
      {
        file: 'ui/src/features/ledger/model/verify-export/verify-lines.ts',
        from: 'isMoved: true,',
        to: 'isMoved: false,',
      },
    ],
    red: [
      [
        'ui/src/features/ledger/model/verify-export/verify-lines.test.ts',
        'a ledger that was put into another store holds, and what its seals say of positions is told',
      ],
    ],
  },
  {
    id: 'audit-of-commands',
    promise: 'An audit finds a command whose effect was written twice.',
    source: 'invariant I3',
    sabotage: [
      {
        file: RULES,
        from: `      commands(),
`,
        to: '',
      },
    ],
    red: [[RULES_TEST, BEHIND]],
  },
  {
    id: 'receipt-content',
    promise: 'A receipt of another amount does not hold.',
    source: 'threat 29',
    sabotage: [
      {
        file: RECEIPT,
        from: 'return hash === event.hash ? undefined :',
        to: 'return hash !== undefined ? undefined :',
      },
    ],
    red: [[RECEIPT_TEST, '%s']],
  },
  {
    id: 'receipt-signature',
    promise: 'A receipt whose checkpoint nobody known has signed does not hold.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: 'signers.some(({ name }) => name === origin)',
        to: 'signers.every(({ name }) => name === origin)',
      },
    ],
    red: [
      [RECEIPT_TEST, '%s'],
      [RECEIPT_TEST, 'a key that was put before a pinned one and signed it speaks for nobody'],
    ],
  },
  {
    id: 'receipt-root',
    promise: 'A receipt says the root and the size that were signed.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: "if (size !== inclusion?.size || bytesToHex(root) !== inclusion.root) return 'it has another root or size';",
        to: '',
      },
    ],
    red: [[RECEIPT_TEST, '%s']],
  },
  {
    id: 'receipt-origin',
    promise: 'A receipt of another ledger does not hold.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: 'if (trusted.origin !== undefined && trusted.origin !== origin) return',
        to: "if (trusted.origin === '' && trusted.origin !== origin) return",
      },
    ],
    red: [[RECEIPT_TEST, 'another origin, or no cosignature of a witness that is asked for']],
  },
  {
    id: 'receipt-witness',
    promise: 'A receipt that no known witness has cosigned says so.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: "found.length > 0 ? undefined : 'no known witness cosigned it'",
        to: "found.length >= 0 ? undefined : 'no known witness cosigned it'",
      },
    ],
    red: [[RECEIPT_TEST, 'another origin, or no cosignature of a witness that is asked for']],
  },
  {
    id: 'receipt-inclusion',
    promise: 'A receipt proves its place in the tree.',
    source: 'threat 29',
    sabotage: [
      {
        file: RECEIPT,
        from: `return verifyInclusion(entry, inclusion.index, size, path, root)
    ? undefined`,
        to: `return verifyInclusion(entry, inclusion.index, size, path, root) || path.length >= 0
    ? undefined`,
      },
    ],
    red: [[RECEIPT_TEST, '%s']],
  },
  {
    id: 'note-of-a-known-key',
    promise: 'A false signature of a known key refuses the whole checkpoint.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/proof/signed-note.ts',
        from: 'if (!isSignedBy(key.publicKey, utf8ToBytes(note.text), signature)) return [];',
        to: 'if (!isSignedBy(key.publicKey, utf8ToBytes(note.text), signature)) continue;',
      },
    ],
    red: [
      [
        'ledger/proof/signed-note.test.ts',
        'signatures of others are passed over; a false one of a known key refuses the whole note',
      ],
    ],
  },
  {
    id: 'key-of-its-id',
    promise: 'A pinned key is the one that its id says.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/proof/signed-note.ts',
        from: '|| keyIdOf(name, key) !== keyId) return undefined;',
        to: ') return undefined;',
      },
    ],
    red: [['ledger/proof/signed-note.test.ts', 'a verifier key with %s is none']],
  },
  {
    id: 'round-not-before',
    promise: 'The round of a draw is not published before the entries are frozen.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/beacon.ts',
        from: 'Math.ceil((time / 1_000 - genesis) / period) + 1',
        to: 'Math.floor((time / 1_000 - genesis) / period) + 1',
      },
    ],
    red: [
      [
        'ledger/proof/beacon.test.ts',
        'the first round from a time on is not earlier, and the one before it is',
      ],
    ],
  },
  {
    id: 'round-is-signed',
    promise: 'What a beacon signs is the number of its round.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/beacon.ts',
        from: 'return sha256(bigEndian(round, 8));',
        to: 'return sha256(bigEndian(round, 4));',
      },
    ],
    red: [['ledger/proof/beacon.test.ts', 'what is signed is the hash of eight bytes']],
  },
  {
    id: 'one-form-of-a-text',
    promise: 'The members of an event are hashed in one order.',
    source: 'invariant: chain',
    sabotage: [
      { file: 'ledger/proof/canonical-json.ts', from: 'Object.keys(value).sort()', to: 'Object.keys(value)' },
    ],
    red: [
      [
        'ledger/proof/canonical-json.test.ts',
        'the order of members does not matter and the meaning survives',
      ],
      ['ledger/proof/canonical-json.test.ts', 'keys sort by UTF-16 code units, not by code points'],
    ],
  },
  {
    id: 'no-form-for-odd-texts',
    promise: 'A text that has no one form is written nowhere.',
    source: 'invariant: chain',
    sabotage: [
      {
        file: 'ledger/proof/canonical-json.ts',
        from: "if (!value.isWellFormed()) throw new NotCanonical('a string with a lone surrogate');",
        to: '',
      },
    ],
    red: [['ledger/proof/canonical-json.test.ts', '%s has no canonical form']],
  },
  {
    id: 'no-form-for-odd-numbers',
    promise: 'A number that JSON does not have is written nowhere.',
    source: 'invariant: chain',
    sabotage: [
      {
        file: 'ledger/proof/canonical-json.ts',
        from: 'if (!Number.isFinite(value)) throw new NotCanonical(`the number ${value}`);',
        to: '',
      },
    ],
    red: [['ledger/proof/canonical-json.test.ts', '%s has no canonical form']],
  },
  {
    id: 'trial-ends-by-a-header',
    promise: 'A trial ends when a proxy sends it something.',
    source: 'README: local trial',
    sabotage: [{ file: TRIAL, from: 'if (named !== undefined) return `the header ${named}`;', to: '' }],
    red: [[TRIAL_TEST, '%s tells of a proxy, whatever it says']],
  },
  {
    id: 'trial-ends-by-a-name',
    promise: 'A trial ends when somebody calls it by another name.',
    source: 'README: local trial',
    sabotage: [
      {
        file: TRIAL,
        from: "if (!isLoopback(hostname(headers.host ?? ''))) return `the host ${JSON.stringify(headers.host)}`;",
        to: '',
      },
    ],
    red: [[TRIAL_TEST, 'the host %j is no name of this machine']],
  },
  {
    id: 'trial-ends-by-http-1-0',
    promise: 'A trial ends when something asks as nginx does.',
    source: 'README: local trial',
    sabotage: [{ file: TRIAL, from: "if (httpVersion === '1.0') return 'HTTP/1.0';", to: '' }],
    red: [[TRIAL_TEST, 'HTTP/1.0, an address that others reach, and no address at all']],
  },
  {
    id: 'trial-ends-by-an-address',
    promise: 'A trial ends when it is asked at an address that others reach.',
    source: 'README: local trial',
    sabotage: [
      {
        file: TRIAL,
        from: 'if (address === undefined || !isLoopback(address)) return',
        to: 'if (address === undefined) return',
      },
    ],
    red: [[TRIAL_TEST, 'HTTP/1.0, an address that others reach, and no address at all']],
  },
  {
    id: 'trial-ends-by-a-site',
    promise: 'A trial ends when a browser shows it under another name.',
    source: 'README: local trial',
    sabotage: [
      {
        file: TRIAL,
        from: "headers['sec-fetch-site'] === 'same-origin' &&",
        to: "headers['sec-fetch-site'] === 'same-site' &&",
      },
    ],
    red: [[TRIAL_TEST, 'a browser that shows this site as %j came through a proxy, however that calls it']],
  },
  {
    id: 'trial-never-begins',
    promise: 'What the settings do not allow is no trial.',
    source: 'README: local trial',
    sabotage: [{ file: TRIAL, from: 'let isOn = isTrial;', to: 'let isOn = isTrial || true;' }],
    red: [[TRIAL_TEST, 'what the settings do not allow never begins']],
  },
  {
    id: 'auditors-by-the-super-admin',
    promise: 'Nobody but the super admin says who audits the admins.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: `case 'AddAuditor':
        if (!isSuperAdmin) throw new NotTheSuperAdmin();`,
        to: "case 'AddAuditor':",
      },
    ],
    red: [['ledger/admins/admins.test.ts', 'and by no admin']],
  },
  {
    id: 'auditor-is-no-admin',
    promise: 'No admin turns an auditor into an admin.',
    source: 'api/auth/policies.ts',
    sabotage: [
      {
        file: 'ledger/admins/admins.ts',
        from: `if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
        if (isAuditor(state, wallet)) throw new AlreadyAnAuditor();
        return [{ type: 'AdminAdded'`,
        to: `if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
        return [{ type: 'AdminAdded'`,
      },
    ],
    red: [
      [
        'ledger/admins/admins.test.ts',
        'one does not become an admin before the right is taken, whoever asks',
      ],
    ],
  },
];
