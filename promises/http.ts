import type { ProductPromise } from './promise.ts';

const HEADERS = 'api/http/middleware/security-headers.ts';
const HEADERS_TEST = 'api/http/middleware/security-headers.test.ts';
const POLICY = 'the policy of a page says %s %s';

/** What every answer says, and what no call may send. */
export const http: readonly ProductPromise[] = [
  {
    id: 'a-refusal-is-read',
    promise: 'Who sends something too large is told so, and not cut off.',
    source: 'HTTP: what the server answers by itself',
    sabotage: [
      {
        file: 'api/http/http-server.ts',
        from: "http.on('request', takeRest).on('request', listener);",
        to: "http.on('request', listener);",
      },
    ],
    red: [
      [
        'api/http/http-server.test.ts',
        'who sends all before reading is told why it was refused when %s was read',
      ],
    ],
  },
  {
    id: 'csp-nothing-by-default',
    promise: 'A page takes in nothing that was not thought of.',
    source: 'threat 35',
    sabotage: [{ file: HEADERS, from: `'default-src': ["'none'"]`, to: `'default-src': ["'self'"]` }],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-scripts',
    promise: 'A page runs the program’s own scripts and no others.',
    source: 'threat 35',
    sabotage: [
      {
        file: HEADERS,
        from: `'script-src': ["'self'", ...`,
        to: `'script-src': ["'self'", "'unsafe-inline'", ...`,
      },
    ],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-calls',
    promise: 'A page calls its own server and nobody else.',
    source: 'threat 35',
    sabotage: [
      { file: HEADERS, from: `'connect-src': ["'self'"]`, to: `'connect-src': ["'self'", 'https:']` },
    ],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-pictures',
    promise: 'A page shows no picture of another site.',
    source: 'threat 35',
    sabotage: [
      {
        file: HEADERS,
        from: `'img-src': ["'self'", 'data:']`,
        to: `'img-src': ["'self'", 'data:', 'https:']`,
      },
    ],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-no-base',
    promise: 'Nothing in a page moves its addresses to another site.',
    source: 'threat 35',
    sabotage: [{ file: HEADERS, from: `'base-uri': ["'none'"]`, to: `'base-uri': ["'self'"]` }],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-forms',
    promise: 'No form of a page is sent to another site.',
    source: 'threat 35',
    sabotage: [
      { file: HEADERS, from: `'form-action': ["'self'"]`, to: `'form-action': ["'self'", 'https:']` },
    ],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-no-frames',
    promise: 'No other site shows a page within its own.',
    source: 'threat 35',
    sabotage: [{ file: HEADERS, from: `'frame-ancestors': ["'none'"]`, to: `'frame-ancestors': ["'self'"]` }],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'csp-https',
    promise: 'A site on https loads nothing over a plain connection.',
    source: 'threat 35',
    sabotage: [{ file: HEADERS, from: "...(https && { 'upgrade-insecure-requests': [] }),", to: '' }],
    red: [[HEADERS_TEST, POLICY]],
  },
  {
    id: 'style-nonce',
    promise: 'A style that somebody slips into a page does not count.',
    source: 'threat 35',
    sabotage: [
      {
        file: HEADERS,
        from: `'style-src': ["'self'", (_request, response) => \`'nonce-\${nonces.get(response)}'\`]`,
        to: `'style-src': ["'self'", "'unsafe-inline'"]`,
      },
    ],
    red: [[HEADERS_TEST, 'styles have the nonce of their own answer, and no two answers the same']],
  },
  {
    id: 'nonce-once',
    promise: 'No two answers have the same nonce.',
    source: 'threat 35',
    sabotage: [{ file: 'api/http/ui/built-ui.ts', from: '  used += NONCE_BYTES;\n  return', to: '  return' }],
    red: [[HEADERS_TEST, 'styles have the nonce of their own answer, and no two answers the same']],
  },
  {
    id: 'no-frame-in-old-browsers',
    promise: 'An old browser, too, shows no page within another site.',
    source: 'threat 35',
    sabotage: [{ file: HEADERS, from: "xFrameOptions: { action: 'deny' }", to: 'xFrameOptions: false' }],
    red: [[HEADERS_TEST, 'no frame, no guessed type, and no address of a page to other sites']],
  },
  {
    id: 'addresses-stay-here',
    promise: 'Other sites do not learn which page a visitor came from.',
    source: 'threat 25',
    sabotage: [
      {
        file: HEADERS,
        from: "referrerPolicy: { policy: 'same-origin' }",
        to: "referrerPolicy: { policy: 'unsafe-url' }",
      },
    ],
    red: [[HEADERS_TEST, 'no frame, no guessed type, and no address of a page to other sites']],
  },
  {
    id: 'body-limit',
    promise: 'A call takes 64 KiB at the most.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/json-body.ts',
        from: 'const LIMIT = 64 * 1024;',
        to: 'const LIMIT = 1024 * 1024;',
      },
    ],
    red: [['api/http/middleware/json-body.test.ts', 'a body has 64 KiB at the most, to the byte']],
  },
  {
    id: 'body-not-unpacked',
    promise: 'A small body that unpacks to a large one is not unpacked.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'api/http/middleware/json-body.ts',
        from: "if (encoding !== '' && encoding !== 'identity') {",
        to: "if (encoding === 'br') {",
      },
    ],
    red: [['api/http/middleware/json-body.test.ts', 'what is packed is not unpacked']],
  },
  {
    id: 'body-is-utf-8',
    promise: 'A text of another encoding is refused, and not kept with holes in it.',
    source: 'RFC 8259',
    sabotage: [{ file: 'api/http/parse-json.ts', from: '{ fatal: true }', to: '{ fatal: false }' }],
    red: [
      [
        'api/http/middleware/json-body.test.ts',
        'what is not UTF-8 is refused, and not read with holes in it',
      ],
    ],
  },
  {
    id: 'body-is-json',
    promise: 'A form of another site is no command.',
    source: 'threat 7',
    sabotage: [
      {
        file: 'api/http/middleware/json-body.ts',
        from: "if (hasBody(ctx) && ctx.is('json') === false) {",
        to: "if (hasBody(ctx) && ctx.is('json') === null) {",
      },
    ],
    red: [
      [
        'api/http/middleware/json-body.test.ts',
        'a body of %s, which a form of another site could send, is refused',
      ],
    ],
  },
  {
    id: 'page-rows',
    promise: 'A page of a list has 25 rows, unless asked for more.',
    source: 'spec: lists',
    sabotage: [
      {
        file: 'api/http/paging.ts',
        from: 'export const PAGE_ROWS = 25;',
        to: 'export const PAGE_ROWS = 100;',
      },
    ],
    red: [['api/http/paging.test.ts', 'a page has 25 rows where nobody says how many']],
  },
  {
    id: 'last-page-ends',
    promise: 'A list ends.',
    source: 'spec: lists',
    sabotage: [{ file: 'api/http/paging.ts', from: 'last && rows.length === limit ?', to: 'last ?' }],
    red: [
      [
        'api/http/paging.test.ts',
        'the next page begins after the last row; a page that was not full is the last',
      ],
    ],
  },
  {
    id: 'odd-cursor',
    promise: 'A cursor that nobody gave out is refused, not passed on.',
    source: 'spec: lists',
    sabotage: [
      {
        file: 'api/http/paging.ts',
        from: 'if (cursor !== undefined && !before) throw invalidCursor();',
        to: '',
      },
    ],
    red: [['api/http/paging.test.ts', 'a cursor %j is refused, and never passed on']],
  },
  {
    id: 'key-of-one-path',
    promise: 'A key that was used for one call is refused for another.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: 'api/http/middleware/idempotency.ts',
        from: 'return hashInput(canonicalForm(request));',
        to: 'return hashInput(canonicalForm({ body: request.body }));',
      },
    ],
    red: [
      [
        'api/http/middleware/idempotency.test.ts',
        'requests differ by where they go and by what they ask for, and by nothing else',
      ],
    ],
  },
  {
    id: 'key-of-one-body',
    promise: 'A key that was used for one amount is refused for another.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: 'api/http/middleware/idempotency.ts',
        from: 'return hashInput(canonicalForm(request));',
        to: 'return hashInput(canonicalForm({ method: request.method, path: request.path }));',
      },
    ],
    red: [
      [
        'api/http/middleware/idempotency.test.ts',
        'requests differ by where they go and by what they ask for, and by nothing else',
      ],
    ],
  },
  {
    id: 'network-of-ipv4',
    promise: 'Accounts are counted by the /24 that they come from.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/faucet/network-of.ts',
        from: "address.split('.').slice(0, 3).join('.')",
        to: "address.split('.').slice(0, 4).join('.')",
      },
    ],
    red: [['api/faucet/network-of.test.ts', '%s is of %s']],
  },
  {
    id: 'network-of-ipv6',
    promise: 'Accounts are counted by the /48 that they come from.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/faucet/network-of.ts',
        from: 'return ipv6Network(address, 3);',
        to: 'return ipv6Network(address, 4);',
      },
    ],
    red: [['api/faucet/network-of.test.ts', '%s is of %s']],
  },
  {
    id: 'caller-of-ipv6',
    promise: 'Callers are counted by the /64 that they come from.',
    source: 'README: settings',
    sabotage: [
      { file: 'api/http/caller-address.ts', from: 'ipv6Network(address, 4)', to: 'ipv6Network(address, 8)' },
    ],
    red: [['api/http/caller-address.test.ts', 'has the network of all others with its first 64 bits']],
  },
  {
    id: 'exports-at-once',
    promise: 'Two exports of the ledger are sent at once to one caller, and eight in all.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'api/resources/ledger/ledger-export.ts',
        from: 'const OF_ONE = 2;',
        to: 'const OF_ONE = 200;',
      },
      {
        file: 'api/resources/ledger/ledger-export.ts',
        from: 'const AT_ONCE = 8;',
        to: 'const AT_ONCE = 200;',
      },
    ],
    red: [
      [
        'api/resources/ledger/ledger-export.test.ts',
        'so many are sent at once and no more, of one caller and in all, until one of them is over',
      ],
    ],
  },
  {
    id: 'exports-given-up',
    promise: 'An export whose receiver has gone is read no further.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'ledger/audit/export/export-lines.ts',
        from: '    yield text;',
        to: "    if (text !== '') yield text;",
      },
    ],
    red: [
      [
        'api/resources/ledger/ledger-export.test.ts',
        'a part that is far ahead is looked for no longer than its receiver waits',
      ],
    ],
  },
  {
    id: 'exports-at-a-rate',
    promise: 'Who takes an export in drips is let go.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'api/http/while-taken.ts',
        from: 'left = Math.min(patience, left - (performance.now() - given) + taken);',
        to: 'left = Math.min(patience, left + taken);',
      },
    ],
    red: [
      [
        'api/http/while-taken.test.ts',
        'who takes a little now and then is let go, and who takes it slowly gets all of it',
      ],
    ],
  },
  {
    id: 'exports-let-go',
    promise: 'Who takes nothing of an export holds it up for nobody.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'api/http/while-taken.ts',
        from: "const letGo = setTimeout(() => readable.destroy(new Error('nobody takes the export')), left);",
        to: 'const letGo = setTimeout(() => undefined, left);',
      },
    ],
    red: [
      [
        'api/resources/ledger/ledger-export.test.ts',
        'no page is read before its receiver takes it, and who takes nothing is let go',
      ],
      [
        'api/resources/exports/activity-export.int.test.ts',
        'who takes nothing of a file that was begun is let go, and leaves the place to the next one',
      ],
    ],
  },
  {
    id: 'answers-that-nobody-takes',
    promise: 'Who takes nothing of an answer is let go, and nobody who waits for one.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'api/http/http-server.ts',
        from: 'if (!isAwaited) socket.destroy();',
        to: 'if (!isAwaited) void socket;',
      },
    ],
    red: [['api/http/http-server.test.ts', 'who takes nothing of an answer is let go']],
  },
  {
    id: 'readers-of-news',
    promise: 'No wallet has more than twenty readers of news at a replica.',
    source: 'fault: memory',
    sabotage: [
      {
        file: 'api/resources/admin-users/admin-events.ts',
        from: 'if (first && own.size > READERS_OF_ONE) leave(wallet, first);',
        to: 'void first;',
      },
    ],
    red: [
      [
        'api/resources/admin-users/admin-events.test.ts',
        'so many readers of one wallet are told and no more: the first ends for one more, and none of another wallet',
      ],
    ],
  },
  {
    id: 'ranges-of-music',
    promise: 'A player is given the part of a track that it asks for.',
    source: 'spec: music',
    sabotage: [
      { file: 'api/resources/music/byte-range.ts', from: 'Math.min(Number(to), size - 1)', to: 'Number(to)' },
    ],
    red: [['api/resources/music/byte-range.test.ts', '%s of a hundred bytes']],
  },
  {
    id: 'platforms-are-left-alone',
    promise: 'A platform that fails is asked again at growing intervals.',
    source: 'fault: platforms',
    sabotage: [
      {
        file: 'api/resources/social/retry-delay.ts',
        from: 'FIRST_MS * 2 ** Math.min(failures - 1, 20)',
        to: 'FIRST_MS',
      },
    ],
    red: [
      [
        'api/resources/social/retry-delay.test.ts',
        'twice as long each time, up to the usual time between two reads',
      ],
    ],
  },
  {
    id: 'platforms-say-when',
    promise: 'A platform that says when to come again is not asked before.',
    source: 'fault: platforms',
    sabotage: [
      {
        file: 'api/resources/social/retry-delay.ts',
        from: 'return Math.max(growing, Math.min(retryAt.getTime() - now, LONGEST_LIMIT_MS));',
        to: 'return growing;',
      },
    ],
    red: [
      [
        'api/resources/social/retry-delay.test.ts',
        'not before the platform says, and never later than a quarter of an hour',
      ],
    ],
  },
];
