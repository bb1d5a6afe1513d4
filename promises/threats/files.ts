import type { ProductPromise } from '../promise.ts';

const HOSTILE_CELL = 'a hostile text is one cell of text in every file';
const BREAKS_OFF =
  'a file that is still being sent over %s when its taker signs out everywhere breaks off, and does not look whole';
const HOSTILE_PAGES = 'ui/e2e/hostile-texts.screens.e2e.ts';

/** Threats 33 to 35 and 37: files, texts and packages. */
export const fileThreats: readonly ProductPromise[] = [
  {
    id: 'no-formula-in-a-file',
    promise: 'No cell of a file is a formula.',
    source: 'threat 33',
    sabotage: [
      {
        file: 'api/resources/exports/csv.ts',
        from: "return FORMULA.test(text) ? `'${text}` : text;",
        to: "return text.startsWith('=') ? `'${text}` : text;",
      },
    ],
    red: [
      ['api/resources/exports/csv.test.ts', '%j is no formula any more'],
      ['api/resources/exports/hostile-exports.int.test.ts', HOSTILE_CELL],
    ],
  },
  {
    id: 'export-is-noted',
    promise: 'A file of users stands in the ledger before it leaves.',
    source: 'threat 33',
    sabotage: [
      {
        file: 'api/resources/exports/export-file.ts',
        from: 'await recordExport(handler, { kind, count: await count(client), authorize }, command);',
        to: 'await count(client);',
      },
    ],
    red: [
      ['api/auth/access-log.int.test.ts', 'an export is noted in the log of the day before it is answered'],
      [
        'api/resources/profile/personal-data.int.test.ts',
        'an admin takes thirty files an hour, and each is noted',
      ],
    ],
  },
  {
    id: 'export-ends-with-the-right',
    promise: 'A file that is being sent ends with the right, or the session, of who takes it.',
    source: 'threat 33',
    sabotage: [
      {
        file: 'api/resources/exports/export-file.ts',
        from: '        await stillMay();\n',
        to: '',
      },
    ],
    red: [
      [
        'api/resources/exports/activity-export.int.test.ts',
        'a file whose taker loses the right to it while it is sent breaks off',
      ],
      ['api/resources/exports/export-rights.int.test.ts', BREAKS_OFF],
    ],
  },
  {
    id: 'broken-export-over-old-http',
    promise: 'A file that breaks off does not look whole, whatever the version of HTTP.',
    source: 'threat 33',
    sabotage: [
      { file: 'api/http/middleware/broken-off.ts', from: 'req.socket.resetAndDestroy()', to: 'undefined' },
    ],
    red: [['api/resources/exports/export-rights.int.test.ts', BREAKS_OFF]],
  },
  {
    id: 'headers-alone-are-no-export',
    promise: 'Nobody is noted to have taken a file who asked for its headers.',
    source: 'threat 33',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: "    if (ctx.method === 'HEAD') ctx.status = 200;\n    else ctx.body",
        to: '    ctx.body',
      },
    ],
    red: [
      [
        'api/auth/access-log.int.test.ts',
        'HEAD of a file says what GET would send, and takes nothing: nothing is noted',
      ],
    ],
  },
  {
    id: 'exports-are-limited',
    promise: 'An admin takes thirty files an hour.',
    source: 'threat 33',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('exports', 30 * scale, 3_600)",
        to: "createRateLimit('exports', 30_000_000 * scale, 3_600)",
      },
    ],
    red: [
      [
        'api/resources/profile/personal-data.int.test.ts',
        'an admin takes thirty files an hour, and each is noted',
      ],
    ],
  },
  {
    id: 'music-is-sound',
    promise: 'What is no sound by its bytes is not kept as music.',
    source: 'threat 34',
    sabotage: [
      {
        file: 'api/resources/music/audio-only.ts',
        from: "if (verdict === 'other') throw notAudio();",
        to: "if (verdict === 'other') return;",
      },
      {
        file: 'api/resources/music/audio-only.ts',
        from: 'if (isAll) throw notAudio();',
        to: '',
      },
    ],
    red: [
      [
        'api/resources/music/hostile-uploads.int.test.ts',
        '%s that calls itself MP3 is refused, and nothing is kept',
      ],
    ],
  },
  {
    id: 'music-is-bounded',
    promise: 'A file that is too large is cut off, also where it does not say how large it is.',
    source: 'threat 34',
    sabotage: [
      {
        file: 'api/resources/music/file-bytes.ts',
        from: 'inChunks(audioOnly(atMost(source, maxBytes)))',
        to: 'inChunks(audioOnly(atMost(source, maxBytes * 2)))',
      },
    ],
    red: [
      [
        'api/resources/music/music.int.test.ts',
        'that is too large is refused by its length, and cut where it names none',
      ],
    ],
  },
  {
    id: 'mail-is-text',
    promise: 'A name that is markup stays text in a mail.',
    source: 'threat 35',
    sabotage: [
      {
        file: 'api/integrations/email/compose.ts',
        from: "    .replaceAll('<', '&lt;')\n",
        to: '',
      },
    ],
    red: [['api/integrations/email/compose.test.ts', 'a name that is markup stays text in a mail']],
  },
  {
    id: 'pages-are-text',
    promise: 'A text that somebody else wrote never becomes a part of a user’s page.',
    source: 'threat 35',
    sabotage: [
      {
        file: 'ui/src/features/leaderboard/components/LeaderboardTable.tsx',
        from: '              {entry.user.username}',
        to: '              <i dangerouslySetInnerHTML={{ __html: entry.user.username }} />',
      },
    ],
    red: [[HOSTILE_PAGES, 'a hostile text is text on every page of a user']],
  },
  {
    id: 'panel-is-text',
    promise: 'A text that a user wrote never becomes a part of an admin’s page.',
    source: 'threat 35',
    sabotage: [
      {
        file: 'ui/src/features/admin-users/components/UserRow.tsx',
        from: '          {username}',
        to: '          <i dangerouslySetInnerHTML={{ __html: username }} />',
      },
    ],
    red: [
      [
        HOSTILE_PAGES,
        'a hostile text is text on every tab of the panel, and on the pages of the raffles and of the ledger',
      ],
    ],
  },
  {
    id: 'packages-have-hashes',
    promise: 'A package that is not what it was is not installed.',
    source: 'threat 37',
    sabotage: [
      {
        file: 'package-lock.json',
        from: '      "integrity": "sha512-NdsWJYxVzUuYt718DtEQRhUXqqsAPA4VlaUGrlidjh/T2TP/4OQXqQg4ouUHfHD9f+tgmwLZWPm+JQLgqM9YbA==",\n',
        to: '',
      },
    ],
    red: [['scripts/lockfile.test.ts', 'the lock says the hash of every package that a deployment installs']],
  },
  {
    id: 'install-scripts-by-name',
    promise: 'A package runs a script at its installation only where that was decided.',
    source: 'threat 37',
    sabotage: [{ file: 'package.json', from: '    "protobufjs": false,\n', to: '' }],
    red: [
      [
        'scripts/lockfile.test.ts',
        'of each package with an install script it was decided whether that may run',
      ],
    ],
  },
];
