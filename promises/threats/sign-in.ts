import type { ProductPromise } from '../promise.ts';

const SIGN_IN = 'api/resources/wallet/sign-in.int.test.ts';
const ATTACKS = 'api/resources/wallet/sign-in-threats.int.test.ts';
const FIFTY = 'a signature that is sent fifty times at once opens one session';
const TAMPERED = 'a message with %s, truly signed';

/** Threats 1 to 9. */
export const signInThreats: readonly ProductPromise[] = [
  {
    id: 'forged-wallet-header',
    promise: 'A wallet that is only named in a header gives no rights.',
    source: 'threat 1',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: `  const session = ctx.state.session;
  if (!session) throw`,
        to: `  const session = ctx.state.session ?? ({ walletAddress: claimed, userId: randomUUID() } as Session);
  if (!session) throw`,
      },
    ],
    red: [['api/resources/admin-acts/admin-rights.int.test.ts', 'no session: 401, and nothing happens']],
  },
  {
    id: 'user-is-no-admin',
    promise: 'A user who names the own wallet is no admin by that.',
    source: 'threat 1',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: "  if (role === 'user') throw new HttpError(403, 'NotAnAdmin', refusals.adminOnly);\n",
        to: '',
      },
      {
        file: 'api/auth/policies.ts',
        from: 'if (!isAdmin(state, walletAddress)) throw new NotAnAdmin();',
        to: '',
      },
    ],
    red: [[SIGN_IN, 'a user is no admin, with the own header and without']],
  },
  {
    id: 'challenge-is-used-up',
    promise: 'A signature signs in once.',
    source: 'threat 2',
    sabotage: [
      {
        file: 'api/auth/challenge.ts',
        from: 'delete from auth.challenges where nonce = $1 returning wallet_address, message, expires_at',
        to: 'select wallet_address, message, expires_at from auth.challenges where nonce = $1',
      },
    ],
    red: [
      [ATTACKS, FIFTY],
      [SIGN_IN, 'a signature that was used before'],
    ],
  },
  {
    id: 'challenge-is-used-up-at-once',
    promise: 'A signature that is sent many times at the same moment signs in once.',
    source: 'threat 2',
    sabotage: [
      {
        file: 'api/auth/challenge.ts',
        from: 'delete from auth.challenges where nonce = $1 returning wallet_address, message, expires_at',
        to: 'select wallet_address, message, expires_at from auth.challenges where nonce = $1',
      },
      {
        file: 'api/auth/challenge.ts',
        from: '  if (issued.expires_at.getTime() <= clock()) {',
        to: `  await pool.query('delete from auth.challenges where nonce = $1', [nonce]);
  if (issued.expires_at.getTime() <= clock()) {`,
      },
    ],
    red: [[ATTACKS, FIFTY]],
  },
  {
    id: 'message-byte-by-byte',
    promise: 'Only the text that was given out signs in.',
    source: 'threat 3',
    sabotage: [{ file: 'api/auth/challenge.ts', from: 'issued.message !== claim.message || ', to: '' }],
    red: [
      [SIGN_IN, TAMPERED],
      [ATTACKS, 'a message for another site that a phished wallet has truly signed opens nothing'],
    ],
  },
  {
    id: 'message-line-endings',
    promise: 'A text that differs by its line endings alone is another text.',
    source: 'threat 3',
    sabotage: [
      {
        file: 'api/auth/challenge.ts',
        from: 'issued.message !== claim.message ||',
        to: "issued.message !== claim.message.replaceAll('\\r\\n', '\\n') ||",
      },
    ],
    red: [[SIGN_IN, TAMPERED]],
  },
  {
    id: 'nonce-is-unguessable',
    promise: 'A nonce comes from the system’s random source.',
    source: 'threat 4',
    sabotage: [
      {
        file: 'api/auth/challenge.ts',
        from: "randomBytes(16).toString('hex')",
        to: "Math.random().toString(16).slice(2).padEnd(32, '0')",
      },
    ],
    red: [['api/auth/randomness.test.ts', 'no nonce, token, id or seed is made of a guessable number']],
  },
  {
    id: 'no-offchain-lookup',
    promise: 'A contract cannot send the server to an address of its choice.',
    source: 'threat 5',
    sabotage: [{ file: 'api/auth/verify-signature.ts', from: 'ccipRead: false,', to: '' }],
    red: [
      [
        'api/auth/verify-signature.int.test.ts',
        'that sends whoever asks it to a server (EIP-3668) is not followed',
      ],
    ],
  },
  {
    id: 'silent-chain-is-no-answer',
    promise: 'A chain that does not answer is neither a yes nor a no.',
    source: 'threat 5',
    sabotage: [
      {
        file: 'api/auth/verify-signature.ts',
        from: '  const [chainId, code] = await asked.catch(() => {\n    throw new ChainUnavailable();\n  });',
        to: '  const [chainId, code] = await asked.catch(() => [CHAIN_ID, undefined] as const);',
      },
    ],
    red: [
      [
        'api/auth/verify-signature.int.test.ts',
        'a chain that never answers, or is away, is neither a yes nor a no: try again, in time',
      ],
    ],
  },
  {
    id: 'trouble-of-the-chain-refuses-no-signature',
    promise: 'A server of the chain that lacks a block, or fails inside, refuses nobody’s signature.',
    source: 'fault 18',
    sabotage: [
      {
        file: 'api/auth/verify-signature.ts',
        from: '      if (hasContractFailed(error)) return false;\n      throw new ChainUnavailable();\n',
        to: '      return false;\n',
      },
    ],
    red: [
      ['api/auth/verify-signature.int.test.ts', 'it is the chain, and answers %s when the contract is asked'],
    ],
  },
  {
    id: 'another-chain-is-no-answer',
    promise: 'What stands at an address of another chain says nothing about a signature.',
    source: 'fault 18',
    sabotage: [
      {
        file: 'api/auth/verify-signature.ts',
        from: '  if (chainId !== CHAIN_ID) throw new ChainUnavailable();\n',
        to: '',
      },
    ],
    red: [
      [
        'api/auth/verify-signature.int.test.ts',
        'it is of another chain, where anybody may have a contract at the address',
      ],
    ],
  },
  {
    id: 'planted-cookie',
    promise: 'A session that a neighbour of the site planted beside the own one counts for nobody.',
    source: 'threat 6',
    sabotage: [
      {
        file: 'api/auth/session.ts',
        from: 'return others.length === 0 ? one : undefined;',
        to: 'return others.length >= 0 ? one : undefined;',
      },
    ],
    red: [
      [
        ATTACKS,
        'a cookie that was planted beside the own one signs nobody out, and nobody in as somebody else',
      ],
    ],
  },
  {
    id: 'bound-cookie-first',
    promise: 'On https the cookie that only the very host can have set counts before others.',
    source: 'threat 6',
    sabotage: [{ file: 'api/auth/session.ts', from: '  if (own) return own;\n', to: '' }],
    red: [
      [
        'api/http/host-header.int.test.ts',
        'on https a session has a cookie that no other host and no plain connection can plant, and it counts before others',
      ],
    ],
  },
  {
    id: 'sign-in-ends-the-old-session',
    promise: 'Signing in again ends the session that the browser had.',
    source: 'threat 6',
    sabotage: [
      {
        file: 'api/resources/wallet/wallet-routes.ts',
        from: 'await closeSessions(pool, before);',
        to: 'await closeSessions(pool, []);',
      },
    ],
    red: [[ATTACKS, 'the id that a browser had before is dead once it has signed in again']],
  },
  {
    id: 'session-id-is-ours',
    promise: 'Nobody chooses the id of a session.',
    source: 'threat 6',
    sabotage: [
      {
        file: 'api/auth/session.ts',
        from: "const token = randomBytes(32).toString('base64url');",
        to: "const token = Object(who).chosen ?? randomBytes(32).toString('base64url');",
      },
      {
        file: 'api/resources/wallet/wallet-routes.ts',
        from: "forAdmin: role !== 'user',",
        to: "forAdmin: role !== 'user', ...{ chosen: tokensOf(ctx)[0] },",
      },
      {
        file: 'api/resources/wallet/wallet-routes.ts',
        from: '{ token, before: tokensOf(ctx) }',
        to: '{ token, before: [] }',
      },
    ],
    red: [[ATTACKS, 'an id that somebody else has chosen never becomes a session']],
  },
  {
    id: 'no-foreign-sign-in',
    promise: 'Another site signs nobody in.',
    source: 'threat 6',
    sabotage: [
      {
        file: 'api/http/middleware/origin.ts',
        from: "if (ctx.method === 'GET' ||",
        to: "if (ctx.path === '/api/wallet/connect' || ctx.method === 'GET' ||",
      },
    ],
    red: [[ATTACKS, 'another site cannot sign a browser in as somebody of its choice']],
  },
  {
    id: 'no-foreign-command',
    promise: 'A command that does not say that our own page sent it is refused.',
    source: 'threat 7',
    sabotage: [
      {
        file: 'api/http/middleware/origin.ts',
        from: "ctx.get('Sec-Fetch-Site') === 'same-origin'",
        to: "ctx.get('Sec-Fetch-Site') !== 'cross-site'",
      },
    ],
    red: [[SIGN_IN, 'a request that another site sends is refused']],
  },
  {
    id: 'command-for-the-shown-account',
    promise: 'A page’s command is for the account that the page shows, or for nobody.',
    source: 'threat 8',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: `    const { session } = await permitted(parts, endpoint, ctx);
    await parts.limits.commands.take(session.userId);
    const input = inputOf(endpoint, ctx);
    const key`,
        to: `    const own = ctx.state.session?.walletAddress ?? '';
    const { session } = await permitted(parts, endpoint, ctx, own);
    await parts.limits.commands.take(session.userId);
    const input = inputOf(endpoint, ctx);
    const key`,
      },
    ],
    red: [
      [
        'api/resources/wallet/named-wallet.int.test.ts',
        'does nothing for the account that is signed in when the page shows another',
      ],
    ],
  },
  {
    id: 'page-names-its-account',
    promise: 'A page whose browser has signed in as somebody else claims for nobody.',
    source: 'threat 8',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: "if (!session || claimed === '' || lowerCase(claimed)",
        to: "if (!session || claimed !== '0x' || lowerCase(claimed)",
      },
    ],
    red: [
      [
        'ui/e2e/session.screens.e2e.ts',
        'a page whose browser has signed in as somebody else claims for nobody, and shows who it is',
      ],
    ],
  },
  {
    id: 'read-for-the-shown-account',
    promise: 'What a page of one account reads is never that of another.',
    source: 'threat 8',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: `    const { session, role } = await permitted(parts, endpoint, ctx);
    ctx.body = await handle({ ctx, session, role, input: inputOf(endpoint, ctx) });`,
        to: `    const own = ctx.state.session?.walletAddress ?? '';
    const { session, role } = await permitted(parts, endpoint, ctx, own);
    ctx.body = await handle({ ctx, session, role, input: inputOf(endpoint, ctx) });`,
      },
    ],
    red: [
      ['api/resources/wallet/named-wallet.int.test.ts', 'no read of an account is answered for another one'],
    ],
  },
  {
    id: 'database-opens-no-session',
    promise: 'Who reads the database can sign in as nobody.',
    source: 'threat 9',
    sabotage: [
      {
        file: 'api/auth/session.ts',
        from: "return createHash('sha256').update(token).digest();",
        to: 'return Buffer.from(token);',
      },
    ],
    red: [[ATTACKS, 'nothing that the database holds of a session is a cookie that works']],
  },
];
