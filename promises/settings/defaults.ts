import type { ProductPromise } from '../promise.ts';

const README_TABLE = 'api/readme-settings.test.ts';
const DEFAULT = 'the default of %s is "%s", as the README says';

/** What holds where nothing is set. */
export const defaultSettings: readonly ProductPromise[] = [
  {
    id: 'setting-port',
    promise: 'The program listens on port 3000 unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'PORT: z._default(wholeNumber(0, 65_535), 3000)',
        to: 'PORT: z._default(wholeNumber(0, 65_535), 3001)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-loopback',
    promise: 'Unless told, the program is reached by its own machine alone.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: `HOST: z._default(listeningHost, '127.0.0.1'),
  PUBLIC_URL`,
        to: `HOST: z._default(listeningHost, '::1'),
  PUBLIC_URL`,
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-session-idle',
    promise: 'A session ends three days after its last use, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'SESSION_IDLE_HOURS: z._default(wholeNumber(1, 8_760), 72)',
        to: 'SESSION_IDLE_HOURS: z._default(wholeNumber(1, 8_760), 720)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-admin-session',
    promise: 'An admin’s session lives for twelve hours, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'ADMIN_SESSION_HOURS: z._default(wholeNumber(1, 8_760), 12)',
        to: 'ADMIN_SESSION_HOURS: z._default(wholeNumber(1, 8_760), 120)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-admin-idle',
    promise: 'An admin’s session ends an hour after its last use, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'ADMIN_SESSION_IDLE_MINUTES: z._default(wholeNumber(1, 525_600), 60)',
        to: 'ADMIN_SESSION_IDLE_MINUTES: z._default(wholeNumber(1, 525_600), 600)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-step-up',
    promise: 'An act that pays more than 10,000 EVO is signed by the wallet, unless told otherwise.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "STEP_UP_ABOVE: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('10000'))",
        to: "STEP_UP_ABOVE: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('100000'))",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-calls-a-day',
    promise: 'A platform is called 5,000 times a day at the most, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'SOCIAL_DAILY_CALLS: z._default(wholeNumber(1, 100_000_000), 5_000)',
        to: 'SOCIAL_DAILY_CALLS: z._default(wholeNumber(1, 100_000_000), 50_000)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-claim-needs',
    promise: 'A site asks one proven identity of who claims, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: "claimNeeds: value.CLAIM_NEEDS ?? (isTrial ? 'nothing' : 'identity')",
        to: "claimNeeds: value.CLAIM_NEEDS ?? 'nothing'",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-issuance',
    promise: 'A site gives 100,000 EVO of welcome bonuses a day at the most, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'const DEFAULT_ISSUANCE_A_DAY = 100_000;',
        to: 'const DEFAULT_ISSUANCE_A_DAY = 1_000_000;',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-accounts-a-network',
    promise: 'One network opens 30 accounts an hour at the most, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'const DEFAULT_ACCOUNTS_A_NETWORK = 30;',
        to: 'const DEFAULT_ACCOUNTS_A_NETWORK = 300;',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-max-reward',
    promise: 'One admin alone sends 10,000 EVO at once at the most, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "MAX_REWARD: z._default(evo(MAX_GRANT), parseEvo('10000'))",
        to: "MAX_REWARD: z._default(evo(MAX_GRANT), parseEvo('100000'))",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-max-rewards-a-day',
    promise: 'Admins alone send 100,000 EVO a day at the most, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "MAX_REWARDS_A_DAY: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('100000'))",
        to: "MAX_REWARDS_A_DAY: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('1000000'))",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-max-account',
    promise: 'An account of more than 10,000,000 EVO gets no reward by hand, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "MAX_ACCOUNT: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('10000000'))",
        to: "MAX_ACCOUNT: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('100000000'))",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-music-bytes',
    promise: 'A file of music has 30 MB at the most, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'MUSIC_MAX_BYTES: z._default(wholeNumber(1_000, 500_000_000), 30_000_000)',
        to: 'MUSIC_MAX_BYTES: z._default(wholeNumber(1_000, 500_000_000), 300_000_000)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-limits-of-a-site',
    promise: 'A site has the limits that are written down; a trial a hundred times as much.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: 'rateLimitScale: value.RATE_LIMIT_SCALE ?? (demoWallet ? 100 : 1)',
        to: 'rateLimitScale: value.RATE_LIMIT_SCALE ?? 100',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-drain',
    promise: 'A process that was told to stop stops at once, unless told to drain.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: 'DRAIN_SECONDS: z._default(wholeNumber(0, 60), 0)',
        to: 'DRAIN_SECONDS: z._default(wholeNumber(0, 60), 5)',
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-rewards-page',
    promise: 'The rewards page runs the program, unless told to announce it.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: "REWARDS_PAGE: z._default(z.enum(['dashboard', 'coming-soon']), 'dashboard')",
        to: "REWARDS_PAGE: z._default(z.enum(['dashboard', 'coming-soon']), 'coming-soon')",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-log-level',
    promise: 'A deployment says what it does, a trial what goes wrong.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/config.ts',
        from: "logLevel: value.LOG_LEVEL ?? (embedded ? 'warn' : 'info')",
        to: "logLevel: value.LOG_LEVEL ?? 'warn'",
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-seal-seconds',
    promise: 'What is new is sealed within a minute, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/notary/config.ts',
        from: `    60,
  ),`,
        to: `    600,
  ),`,
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
  {
    id: 'setting-beacon-margin',
    promise: 'Between the freezing of entries and their round lie 30 seconds at the least, unless told.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/integrations/beacon/config.ts',
        from: `const MARGIN_S = 30;
`,
        to: `const MARGIN_S = 3;
`,
      },
    ],
    red: [[README_TABLE, DEFAULT]],
  },
];
