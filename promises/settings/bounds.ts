import type { ProductPromise } from '../promise.ts';

const README_TABLE = 'api/readme-settings.test.ts';
const IMPOSSIBLE = '%s cannot be %s';

/** What cannot be set, what has to be, and what follows from a setting. */
export const boundsOfSettings: readonly ProductPromise[] = [
  {
    id: 'setting-session-bounds',
    promise: 'No setting makes a session endless.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: `SESSION_HOURS: z._default(wholeNumber(1, 8_760), 168),
  SESSION_IDLE`,
        to: `SESSION_HOURS: z._default(wholeNumber(0, 999_999_999), 168),
  SESSION_IDLE`,
      },
    ],
    red: [[README_TABLE, IMPOSSIBLE]],
  },
  {
    id: 'setting-bound-of-a-reward',
    promise: 'No setting lets an admin send more than a grant may ever be.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'MAX_REWARD: z._default(evo(MAX_GRANT),',
        to: 'MAX_REWARD: z._default(evo(MAX_ACCOUNT_TOTAL),',
      },
    ],
    red: [
      [
        'api/config.test.ts',
        'the limits of rewards by hand are EVO, and below what a grant and an account may ever be',
      ],
    ],
  },
  {
    id: 'setting-limits-after-a-trial',
    promise: 'Once others reach a trial, its limits are those of a site.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'rateLimitScaleOfSite: value.RATE_LIMIT_SCALE ?? 1,',
        to: 'rateLimitScaleOfSite: value.RATE_LIMIT_SCALE ?? 100,',
      },
    ],
    red: [[README_TABLE, 'once a trial has ended its limits are those of a site']],
  },
  {
    id: 'setting-drain-bound',
    promise: 'Nobody can make a process drain for longer than a minute.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'DRAIN_SECONDS: z._default(wholeNumber(0, 60), 0)',
        to: 'DRAIN_SECONDS: z._default(wholeNumber(0, 600), 0)',
      },
    ],
    red: [[README_TABLE, IMPOSSIBLE]],
  },
  {
    id: 'setting-no-proxy',
    promise: 'No header is believed of where a caller is, unless told of a proxy.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'TRUST_PROXY: z._default(wholeNumber(0, 9), 0)',
        to: 'TRUST_PROXY: z._default(wholeNumber(0, 9), 1)',
      },
    ],
    red: [['api/config.test.ts', 'TRUST_PROXY is a number of proxies']],
  },
  {
    id: 'setting-beacon-relays',
    promise: 'A site takes its randomness of drand, unless told.',
    source: 'README: settings',
    sabotage: [
      { file: 'api/integrations/beacon/config.ts', from: '(isTrial ? [] : DRAND_RELAYS)', to: '[]' },
    ],
    red: [
      [
        'api/config.test.ts',
        'what winners follow from: drand on a site, a beacon of its own on a trial, or what is set',
      ],
    ],
  },
  {
    id: 'setting-trial-is-no-drand',
    promise: 'A trial’s own beacon is never called drand.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/integrations/beacon/config.ts',
        from: '(isTrial ? [] : DRAND_RELAYS)',
        to: 'DRAND_RELAYS',
      },
    ],
    red: [
      [
        'api/config.test.ts',
        'what winners follow from: drand on a site, a beacon of its own on a trial, or what is set',
      ],
    ],
  },
  {
    id: 'setting-super-admin',
    promise: 'What others can reach does not start without a super admin.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'if (!demoWallet && value.SUPER_ADMIN_WALLET === undefined) {',
        to: "if (!demoWallet && value.SUPER_ADMIN_WALLET === '') {",
      },
    ],
    red: [['api/config-addresses.test.ts', 'an embedded server that others can reach has no demo wallet']],
  },
  {
    id: 'setting-vault-key',
    promise: 'Replicas do not start without the key that they share.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'if (value.EVENTSTORE_URL && value.DATABASE_URL && value.VAULT_KEY === undefined) {',
        to: "if (value.EVENTSTORE_URL && value.DATABASE_URL && value.VAULT_KEY === '') {",
      },
    ],
    red: [['api/config.test.ts', 'a deployment has no demo wallet and needs a super admin']],
  },
  {
    id: 'setting-vault-key-length',
    promise: 'The key of the vault has 32 bytes.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: '/^[A-Za-z0-9+/]{43}=([',
        to: '/^[A-Za-z0-9+/]{1,43}={0,2}([',
      },
    ],
    red: [[README_TABLE, IMPOSSIBLE]],
  },
  {
    id: 'setting-metrics-token',
    promise: 'The numbers are told to no other machine without a token.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'if (!isLoopback(value.METRICS_HOST) && value.METRICS_TOKEN === undefined) {',
        to: "if (!isLoopback(value.METRICS_HOST) && value.METRICS_TOKEN === '') {",
      },
    ],
    red: [['api/config.test.ts', 'the numbers are for this machine, or for who has their token']],
  },
  {
    id: 'setting-metrics-token-length',
    promise: 'The token of the numbers has 16 characters at the least.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "z.minLength(16, 'must be at least 16 characters')",
        to: "z.minLength(8, 'must be at least 16 characters')",
      },
    ],
    red: [['api/config.test.ts', 'the numbers are for this machine, or for who has their token']],
  },
  {
    id: 'setting-secrets-unsaid',
    promise: 'An error about the settings repeats no secret.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: "return isHidden ? 'not shown' : JSON.stringify(text);",
        to: 'return JSON.stringify(text);',
      },
    ],
    red: [
      ['api/config.test.ts', 'every fault is listed at once, and secrets are not repeated'],
      ['api/config.test.ts', 'the numbers are for this machine, or for who has their token'],
    ],
  },
  {
    id: 'setting-public-rpc',
    promise: 'The RPC endpoint that wallets are told of carries no password.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/kinds.ts',
        from: "z.refine((text) => !namesUser(text), 'is told to everyone: no user and no password')",
        to: "z.refine((text) => text !== '', 'is told to everyone: no user and no password')",
      },
    ],
    red: [
      [
        'api/config-addresses.test.ts',
        'the RPC endpoint that is published is a setting of its own, and takes no password',
      ],
    ],
  },
  {
    id: 'setting-site-has-no-path',
    promise: 'A site that is to lie below a path is refused, and not begun at another address.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/kinds.ts',
        from: "pathname === '/' && search === '' && hash === ''",
        to: "search === '' && hash === ''",
      },
    ],
    red: [
      [
        'api/config-addresses.test.ts',
        'the site has a host of its own, and lies below no path: %s is refused',
      ],
    ],
  },
  {
    id: 'setting-witness-without-a-user',
    promise: 'A password in the address of a witness is refused: it would be told to everyone.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/notary/config.ts',
        from: 'if (namesUser(urlText)) return',
        to: "if (urlText === '') return",
      },
    ],
    red: [['api/notary/config.test.ts', '%s is refused']],
  },
  {
    id: 'setting-own-rpc-is-secret',
    promise: 'The program’s own RPC endpoint is told to nobody.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'publicRpcUrl: value.PUBLIC_RPC_URL,',
        to: 'publicRpcUrl: value.PUBLIC_RPC_URL ?? value.RPC_URL,',
      },
    ],
    red: [
      [
        'api/config-addresses.test.ts',
        'the RPC endpoint that is published is a setting of its own, and takes no password',
      ],
    ],
  },
  {
    id: 'setting-address-ends-the-trial',
    promise: 'What listens to other machines is no trial.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'if (!isLoopback(value.HOST)) reasons.push',
        to: 'if (!value.HOST) reasons.push',
      },
    ],
    red: [['api/config-addresses.test.ts', 'an embedded server that others can reach has no demo wallet']],
  },
  {
    id: 'setting-url-ends-the-trial',
    promise: 'What has an address for others is no trial.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'if (value.PUBLIC_URL !== undefined && !isLoopback(new URL(value.PUBLIC_URL).hostname)) {',
        to: 'if (value.PUBLIC_URL !== undefined && !new URL(value.PUBLIC_URL).hostname) {',
      },
    ],
    red: [['api/config-addresses.test.ts', '%j is for others: no trial, and the error says what told so']],
  },
  {
    id: 'setting-proxy-ends-the-trial',
    promise: 'What stands behind a proxy is no trial.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'if (value.TRUST_PROXY > 0) reasons',
        to: 'if (value.TRUST_PROXY > 9) reasons',
      },
    ],
    red: [['api/config-addresses.test.ts', '%j is for others: no trial, and the error says what told so']],
  },
  {
    id: 'setting-projector',
    promise: 'Where both stores are external the projector is a process of its own.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: "(value.EVENTSTORE_URL && value.DATABASE_URL ? 'separate' : 'in-process')",
        to: "'in-process'",
      },
    ],
    red: [['api/config.test.ts', 'a deployment has no demo wallet and needs a super admin']],
  },
  {
    id: 'setting-sender',
    promise: 'No setting makes a mail’s sender of what is not one address.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "EMAIL_FROM: z.optional(z.string().check(z.refine(isEmail, 'must be one plain email address')))",
        to: 'EMAIL_FROM: z.optional(z.string())',
      },
    ],
    red: [[README_TABLE, IMPOSSIBLE]],
  },
  {
    id: 'setting-is-documented',
    promise: 'Every setting that the program reads stands in the README.',
    source: 'README: settings',
    sabotage: [{ file: 'README.md', from: '| `DRAIN_SECONDS` | `0` |', to: '| DRAIN | `0` |' }],
    red: [[README_TABLE, 'every setting that the program reads stands in the README, and no other']],
  },
];
