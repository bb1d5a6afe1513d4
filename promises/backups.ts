import type { ProductPromise } from './promise.ts';

const TOLD_LATE_TEST = 'ledger/told-late.test.ts';
const OTHER_STORE_TEST = 'api/ops/backup/other-store.drill.test.ts';

/** What whoever keeps backups, and the keys that open them, may rely on. */
export const backups: readonly ProductPromise[] = [
  {
    id: 'restored-elsewhere-goes-on',
    promise:
      'In a ledger that was restored into another event store the processes go on: friends, acts on all accounts, seals.',
    source: 'operations',
    sabotage: [{ file: 'ledger/known-commands.ts', from: 'isMoved ? told : withCause(', to: 'withCause(' }],
    red: [
      [TOLD_LATE_TEST, 'what comes after it is done, though its place is before those of the other store'],
      [
        OTHER_STORE_TEST,
        'an act on all accounts leaves out none that an act before the backup had taken from',
      ],
      [OTHER_STORE_TEST, 'the notary seals what comes'],
    ],
  },
  {
    id: 'restored-elsewhere-pays-once',
    promise: 'In a ledger that was restored into another event store nothing is paid a second time.',
    source: 'operations',
    sabotage: [
      {
        file: 'ledger/handle-command.ts',
        from: 'if (cause && isMoved(cause.position, movedUntil()))',
        to: 'if (cause && isMoved(cause.position, undefined))',
      },
    ],
    red: [
      [
        TOLD_LATE_TEST,
        'what was done before is done once, though it is told with other places, sooner or later ones',
      ],
    ],
  },
  {
    id: 'restored-elsewhere-is-noticed',
    promise: 'A program whose processes have never followed its ledger takes it for one that was copied.',
    source: 'operations',
    sabotage: [
      {
        file: 'api/server.ts',
        from: 'movedUntil: moved.until,\n      timeLeft',
        to: 'timeLeft',
      },
    ],
    red: [[OTHER_STORE_TEST, 'nothing is paid twice, and what a friend earns is paid for as before']],
  },
  {
    id: 'one-name-one-backup',
    promise: 'A backup never overwrites anything, also not another that began at the same moment.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/commands/whole-file.ts',
        from: 'await link(draft, target);',
        to: 'await rename(draft, target);',
      },
    ],
    red: [
      [
        'ledger/embedded/commands/commands.drill.test.ts',
        'goes to one of several that begin at once, and that one is whole',
      ],
    ],
  },
  {
    id: 'a-backup-beside-a-log',
    promise:
      'A backup that is put in the place of a ledger is not written over by the log which that has left.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/store/open.ts',
        from: 'const isVerified = hasLog(file) && verifyWithLog(file);',
        to: 'const isVerified = false;',
      },
    ],
    red: [
      [
        'ledger/embedded/start.drill.test.ts',
        'another ledger that was put over one whose newest events stand in its log',
      ],
      [
        'ledger/embedded/start.drill.test.ts',
        'a backup that was put over its ledger, whose log goes on from a later event',
      ],
    ],
  },
  {
    id: 'one-credential',
    promise: 'A second start does not replace the credential of the store that runs.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/credential.ts',
        from: 'await writeOnce(file, madeAtRandom())',
        to: "await (await import('node:fs/promises')).writeFile(file, madeAtRandom()).then(() => readFile(file, 'utf8'))",
      },
    ],
    red: [
      [
        'ledger/embedded/credential.test.ts',
        'one that another start makes meanwhile stays, and is that of both',
      ],
    ],
  },
  {
    id: 'a-start-and-a-restore-see-each-other',
    promise: 'No program starts beside a restore, not even one that looked before it began.',
    source: 'docs/operations.md: Restore',
    sabotage: [
      {
        file: 'api/server.ts',
        from: '    // One that began before there were tables.\n    await refuseUnfinishedRestore(pool);\n',
        to: '',
      },
    ],
    red: [
      [
        'api/ops/backup/begin-restore.drill.test.ts',
        'a program that had looked before a restore began does not start beside it',
      ],
    ],
  },
  {
    id: 'no-backup-of-half-a-restore',
    promise: 'No backup is taken of a database that a restore has not filled yet.',
    source: 'docs/operations.md: Restore',
    sabotage: [
      {
        file: 'api/ops/backup/write-backup.ts',
        from: '    await refuseUnfinishedRestore(client);\n    await requireKnownSchemas(client);',
        to: '    await requireKnownSchemas(client);',
      },
      {
        file: 'api/ops/backup/write-backup.ts',
        from: '    await refuseUnfinishedRestore(client);\n    const { size, root }',
        to: '    const { size, root }',
      },
    ],
    red: [
      [
        'api/ops/backup/begin-restore.drill.test.ts',
        'no backup is taken of half a restore, also where that began meanwhile',
      ],
    ],
  },
  {
    id: 'no-projector-beside-a-restore',
    promise: 'No projector makes read models in a database that a restore has not filled yet.',
    source: 'docs/operations.md: Restore',
    sabotage: [
      {
        file: 'projector/progress/schemas-in-use.ts',
        from: 'if (await isRestoreUnfinished(client))',
        to: 'if (client === undefined)',
      },
    ],
    red: [
      [
        'api/ops/backup/begin-restore.drill.test.ts',
        'a projector of its own makes nothing beside a restore, says so, and follows the ledger once that has ended',
      ],
    ],
  },
  {
    id: 'lost-seals-are-forgotten',
    promise: 'In a ledger that was restored without its newest seals the notary seals on.',
    source: 'docs/operations.md: An older backup of the event store',
    sabotage: [
      {
        file: 'api/ops/backup/fit-to-ledger.ts',
        from: "['newest_seal', 'cosignatures', 'witnesses']",
        to: "['cosignatures', 'witnesses']",
      },
    ],
    red: [
      [
        'api/ops/backup/fit-to-ledger.int.test.ts',
        'in a ledger that lost its newest seals the notary goes on, and whoever cosigned them is asked again',
      ],
    ],
  },
  {
    id: 'a-backup-of-another-ledger',
    promise: 'No backup is taken of a ledger that is another one, or ends before what the program knows of.',
    source: 'docs/operations.md: Back up',
    sabotage: [
      {
        file: 'api/ops/backup/write-backup.ts',
        from: 'let isThere = told === undefined;',
        to: "let isThere = told !== 'no event';",
      },
    ],
    red: [
      [
        'api/ops/backup/lacking-ledger.int.test.ts',
        'a backup whose ledger lacks what the processes were told is none: its node is behind, or it is of another store',
      ],
    ],
  },
  {
    id: 'decided-about-an-event',
    promise:
      'What an admin has decided about an event stands after a restore, also where the ledger had been put into another store.',
    source: 'docs/operations.md: An older backup of the event store',
    sabotage: [
      {
        file: 'api/ops/backup/move-positions.ts',
        from: 'if (events.has(old.id)) places.set(old.id, position);',
        to: 'if (events.has(old.id) && needed.some((one) => comparePositions(one, place) === 0)) places.set(old.id, position);',
      },
    ],
    red: [
      [
        'api/ops/backup/move-positions.test.ts',
        'what is known of an event goes to where that stands, also where it was written down in another store than the backup is of',
      ],
    ],
  },
  {
    id: 'a-backup-after-a-merger',
    promise: 'A backup is taken also when the mailbox of an account has gone over to another one.',
    source: 'docs/operations.md: Back up',
    sabotage: [
      {
        file: 'api/ops/backup/sealed-keys.ts',
        from: "type === 'PersonalDataErased' || isMerger(event as Parameters<typeof isMerger>[0])",
        to: "type === 'PersonalDataErased'",
      },
    ],
    red: [
      [
        'api/ops/backup/sealed-keys.test.ts',
        'an account whose mailbox went over to another one needs no key, and one that an admin removed needs its own',
      ],
    ],
  },
  {
    id: 'a-backup-of-a-restored-program',
    promise:
      'A restored program is backed up, also where its backup knew of an erasure that its ledger lacks.',
    source: 'docs/operations.md: Back up',
    sabotage: [
      {
        file: 'api/ops/backup/fit-to-ledger.ts',
        from: "'update vault.erasures set revision = -1, erasures = 0'",
        to: "'delete from vault.erasures'",
      },
    ],
    red: [
      [
        'api/ops/backup/backup.drill.test.ts',
        'a restored program is backed up in its turn, also where a key went behind the ledger of its backup',
      ],
    ],
  },
  {
    id: 'keys-of-earlier-backups',
    promise: 'A backup never takes away a key that an earlier one needs.',
    source: 'docs/operations.md: Back up',
    sabotage: [
      {
        file: 'api/ops/backup/keys.ts',
        from: 'every((line) => kept.has(line))',
        to: 'every((line) => kept.has(line) || line)',
      },
    ],
    red: [
      [
        'api/ops/backup/keys.test.ts',
        'a folder of keys that serves one backup after another keeps what the earlier ones need',
      ],
    ],
  },
  {
    id: 'one-program-a-folder-of-keys',
    promise:
      'Of two programs that are backed up into one folder of keys at once one is told to take another folder.',
    source: 'docs/operations.md: Back up',
    sabotage: [
      {
        file: 'api/ops/backup/keys.ts',
        from: 'await writeWhole(file, (draft) => writeFile(draft, text));',
        to: "if ((await readOrNothing(file)) !== '') return false;\n    await replace(file, text);",
      },
    ],
    red: [
      [
        'api/ops/backup/backups-at-once.drill.test.ts',
        'of two installations whose backups come to one folder of keys at once one has it, and the other is refused',
      ],
    ],
  },
  {
    id: 'a-refused-restore-leaves-no-keys',
    promise: 'A restore that is refused leaves no keys in the data folder, and an empty database empty.',
    source: 'docs/operations.md: Restore',
    sabotage: [
      {
        file: 'api/ops/backup/restore-backup.ts',
        from: 'await takeBack(made);',
        to: '',
      },
      {
        file: 'api/ops/backup/restore-backup.ts',
        from: 'await undoRestore(client).catch(() => undefined);',
        to: '',
      },
    ],
    red: [
      [
        'api/ops/backup/refused-restore.drill.test.ts',
        'a restore that is refused after it has begun can be begun again, as if it had never been',
      ],
    ],
  },
  {
    id: 'old-key-still-seals',
    promise: 'Replacing the key of the vault does not end well while a replica still seals with the old one.',
    source: 'docs/operations.md: Replace keys',
    sabotage: [
      {
        file: 'api/ops/rotate-vault-key.ts',
        from: 'if (meanwhile > 0) {',
        to: 'if (meanwhile < 0) {',
      },
    ],
    red: [
      [
        'api/ops/rotate-vault-key.drill.test.ts',
        'a replica that still seals with the old key is told of: it would make keys that the new one does not open',
      ],
    ],
  },
  {
    id: 'no-start-with-a-key-that-opens-half',
    promise: 'No program starts with a new key of the vault that does not open all yet.',
    source: 'docs/operations.md: Replace keys',
    sabotage: [
      {
        file: 'api/ops/rotate-vault-key.ts',
        from: 'for (const sealedIn of SEALED) await rotate(sealedIn);',
        to: 'for (const sealedIn of [PROGRAM_KEYS, ...SEALED]) await rotate(sealedIn);',
      },
    ],
    red: [
      [
        'api/ops/rotate-vault-key.drill.test.ts',
        'killed half-way and run again, beside replicas that seal, open and erase, it leaves everything under the new key',
      ],
    ],
  },
  {
    id: 'half-an-import-is-no-ledger',
    promise: 'No program serves from an import that was cut off.',
    source: 'fault: power',
    sabotage: [
      {
        file: 'ledger/audit/import-ledger.ts',
        from: 'writeWhole(file, (draft) => fillFile(from, draft, before, options))',
        to: 'fillFile(from, file, before, options)',
      },
    ],
    red: [
      [
        'ledger/audit/import-ledger.drill.test.ts',
        'an import that is killed leaves no ledger that a program would serve, and is begun again',
      ],
    ],
  },
  {
    id: 'one-who-begins-a-ledger',
    promise: 'No program begins a ledger in the place into which one is imported or restored.',
    source: 'docs/operations.md: Restore',
    sabotage: [
      {
        file: 'ledger/audit/import-ledger.ts',
        from: 'const lock = owned(file);',
        to: 'const lock = { release: () => owned(file).release() };',
      },
    ],
    red: [
      [
        'ledger/audit/import-ledger.drill.test.ts',
        'a program that starts while a ledger is imported begins none of its own in its place',
      ],
    ],
  },
  {
    id: 'one-owner-under-every-name',
    promise: 'A ledger has one owner, whichever links lead to it.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/lock.ts',
        from: 'path = `${withoutLinks(file)}.lock`;',
        to: 'withoutLinks(file);',
      },
    ],
    red: [['ledger/embedded/start.drill.test.ts', 'under whichever name it is reached']],
  },
  {
    id: 'an-owner-stays-one',
    promise: 'Who owns a ledger is not robbed of it by a second start that was refused.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      { file: 'ledger/embedded/private-file.ts', from: '  if (existsSync(path)) return;\n', to: '' },
    ],
    red: [
      [
        'ledger/embedded/lock.test.ts',
        'who has a file keeps it from other processes, also once somebody else of its own has asked for it',
      ],
    ],
  },
  {
    id: 'credential-of-the-owner',
    promise: 'A second start does not replace the credential that the clients of the store which runs bring.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/credential.ts',
        from: "if ((await stateOf(file)) === 'open') await rm(file, { force: true });",
        to: 'await rm(file, { force: true });',
      },
    ],
    red: [
      [
        'ledger/embedded/credential.test.ts',
        'one that others could have read is made anew once: a start that saw it earlier leaves the new one',
      ],
    ],
  },
  {
    id: 'a-key-outlives-the-power',
    promise: 'What is sealed with a new key can be opened after a power cut.',
    source: 'fault: power',
    sabotage: [{ file: 'ledger/write-once.ts', from: '  await syncFolder(dirname(path));\n', to: '' }],
    red: [
      [
        'ledger/write-once.test.ts',
        'nobody has a key before its name is on the disk, too: what is sealed with it may outlive a power cut',
      ],
    ],
  },
  {
    id: 'no-notary-key-is-lost',
    promise: 'Of two new keys of the notary that are made at once none is lost.',
    source: 'docs/operations.md: Replace keys',
    sabotage: [
      {
        file: 'ledger/seed-file.ts',
        from: 'return inTurn(path, () => addNext(path));',
        to: 'return addNext(path);',
      },
    ],
    red: [
      [
        'ledger/seed-file.test.ts',
        'keys that are put in at the same moment are all there, behind one another',
      ],
    ],
  },
  {
    id: 'a-notary-key-may-come-back',
    promise: 'The ledger is sealed, however often two keys of the notary replace each other.',
    source: 'docs/audit.md: Seals',
    sabotage: [{ file: 'api/notary/seal-ledger.ts', from: '`${revision}/${key', to: '`${key' }],
    red: [
      [
        'api/notary/notary.drill.test.ts',
        'a key may come back, as often as replicas with the same keys in another order take turns',
      ],
    ],
  },
];
