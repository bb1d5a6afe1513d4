import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { CLAIM_NEEDS, MAX_ACCOUNT_TOTAL, MAX_GRANT } from '../contracts/constants.ts';
import { isEmail } from '../contracts/email.ts';
import { InvalidAmount, ONE_EVO, parseEvo } from '../contracts/money.ts';
import { walletAddressInput } from '../contracts/wallet-address.ts';
import { EVENT_STORE_URL_FAULT, isEventStoreUrl } from '../ledger/event-store-url.ts';
import type { RewardLimits } from '../ledger/rewards-by-hand/limits.ts';
import { readSecretFiles, withPassword } from '../projector/secret-files.ts';
import { THREAD_CONNECTIONS } from '../projector/thread/projector-thread.ts';
import {
  HEADERS_FAULT,
  parseHeaders,
  type TracingConfig,
  tracingOf,
} from '../projector/tracing/tracing-config.ts';
import type { AllLimits } from './auth/session.ts';
import type { FaucetRules } from './faucet/rules.ts';
import { type RaffleConfig, rafflesOf, relayList } from './integrations/beacon/config.ts';
import { type SocialConfig, socialConfig } from './integrations/social/config.ts';
import { namesUser } from './names-user.ts';
import { type NotaryConfig, notaryConfig, notarySettings } from './notary/config.ts';
import { keyTexts } from './vault/master-key.ts';

z.config(z.locales.en());

const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
    );

const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );

/** Of what everyone is told. */
const publicUrl = url('http:', 'https:').check(
  z.refine((text) => !namesUser(text), 'is told to everyone: no user and no password'),
);

/** Of the site: people's browsers know it by its scheme, its host and its port alone, and so does the program. */
const siteUrl = url('http:', 'https:').check(
  z.refine((text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, search, hash } = new URL(text);
    return !namesUser(text) && pathname === '/' && search === '' && hash === '';
  }, 'must be a scheme, a host and at most a port: the site cannot lie below a path'),
);

/** EVO from 0 to `most`; the output is base units. */
const evo = (most: string) =>
  z.pipe(
    z.string(),
    z.transform((text, ctx) => {
      try {
        const amount = parseEvo(text);
        if (amount <= parseEvo(most)) return amount;
      } catch (error) {
        if (!(error instanceof InvalidAmount)) throw error;
      }
      const message = `must be EVO in plain digits, at most ${most}`;
      ctx.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );

/** Connections to Postgres: the fewest that a replica can work with, and as many as it takes unless told otherwise. */
const CONNECTIONS = { least: 14, usual: 20 } as const;

/** A secret that travels in a header: no spaces, nothing that ends a line. */
const secret = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,2048}$/, 'must be at least 8 characters without spaces'));

/** Wallets with commas between them. */
const walletList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((one) => one.trim())),
  ),
  z.array(walletAddressInput),
);

/** Every setting of the program. An empty variable counts as not set. */
const settings = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(siteUrl),
  DATA_DIR: z._default(z.string(), './data'),
  UI_DIST: z.optional(z.string()),
  SUPER_ADMIN_WALLET: z.optional(walletAddressInput),
  FORMER_SUPER_ADMINS: z.optional(walletList),
  EVENTSTORE_URL: z.optional(z.string().check(z.refine(isEventStoreUrl, EVENT_STORE_URL_FAULT))),
  DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
  DATABASE_SESSION_URL: z.optional(url('postgres:', 'postgresql:')),
  DATABASE_CONNECTIONS: z._default(wholeNumber(CONNECTIONS.least, 1_000), CONNECTIONS.usual),
  RPC_URL: z.optional(url('http:', 'https:')),
  PUBLIC_RPC_URL: z.optional(publicUrl),
  BLOCK_EXPLORER_URL: z.optional(publicUrl),
  RAFFLE_RANDOMNESS: z.optional(z.enum(['beacon', 'block', 'seed'])),
  BEACON_RELAYS: z.optional(relayList),
  BEACON_MARGIN: z.optional(wholeNumber(5, 3_600)),
  PROJECTOR: z.optional(z.enum(['thread', 'in-process', 'separate'])),
  TRUST_PROXY: z._default(wholeNumber(0, 9), 0),
  REWARDS_PAGE: z._default(z.enum(['dashboard', 'coming-soon']), 'dashboard'),
  SMTP_URL: z.optional(url('smtp:', 'smtps:')),
  EMAIL_FROM: z.optional(z.string().check(z.refine(isEmail, 'must be one plain email address'))),
  VAULT_KEY: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[A-Za-z0-9+/]{43}=([\s,]+[A-Za-z0-9+/]{43}=){0,2}\s*$/,
          'must be 32 bytes in base64 (openssl rand -base64 32); while it is replaced two, with a comma between them',
        ),
      ),
  ),
  ...notarySettings,
  X_CLIENT_ID: z.optional(z.string()),
  X_CLIENT_SECRET: z.optional(secret),
  X_BEARER_TOKEN: z.optional(secret),
  X_ACCOUNT_ID: z.optional(z.string().check(z.regex(/^\d{1,20}$/, "must be the account's number"))),
  X_HANDLE: z.optional(z.string().check(z.regex(/^\w{1,15}$/, 'must be a handle without @'))),
  X_API_URL: z.optional(url('http:', 'https:')),
  YOUTUBE_CLIENT_ID: z.optional(z.string()),
  YOUTUBE_CLIENT_SECRET: z.optional(secret),
  YOUTUBE_CHANNEL_ID: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be a channel id (UC…)'))),
  YOUTUBE_API_KEY: z.optional(secret),
  YOUTUBE_API_URL: z.optional(url('http:', 'https:')),
  INSTAGRAM_APP_SECRET: z.optional(secret),
  INSTAGRAM_VERIFY_TOKEN: z.optional(secret),
  INSTAGRAM_ACCESS_TOKEN: z.optional(secret),
  INSTAGRAM_HANDLE: z.optional(z.string().check(z.regex(/^[\w.]{1,30}$/, 'must be a handle without @'))),
  INSTAGRAM_API_URL: z.optional(url('http:', 'https:')),
  TIKTOK_CLIENT_KEY: z.optional(secret),
  TIKTOK_CLIENT_SECRET: z.optional(secret),
  TIKTOK_REFRESH_TOKEN: z.optional(secret),
  TIKTOK_HANDLE: z.optional(z.string().check(z.regex(/^[\w.]{1,30}$/, 'must be a handle without @'))),
  TIKTOK_API_URL: z.optional(url('http:', 'https:')),
  SOCIAL_IMAGES_URL: z.optional(url('http:', 'https:')),
  SOCIAL_CONTENT: z.optional(z.string()),
  SESSION_HOURS: z._default(wholeNumber(1, 8_760), 168),
  SESSION_IDLE_HOURS: z._default(wholeNumber(1, 8_760), 72),
  ADMIN_SESSION_HOURS: z._default(wholeNumber(1, 8_760), 12),
  ADMIN_SESSION_IDLE_MINUTES: z._default(wholeNumber(1, 525_600), 60),
  STEP_UP_ABOVE: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('10000')),
  SOCIAL_DAILY_CALLS: z._default(wholeNumber(1, 100_000_000), 5_000),
  CLAIM_NEEDS: z.optional(z.enum(CLAIM_NEEDS)),
  ISSUANCE_A_DAY: z.optional(wholeNumber(0, 999_999_999)),
  ACCOUNTS_A_NETWORK: z.optional(wholeNumber(1, 1_000_000)),
  MAX_REWARD: z._default(evo(MAX_GRANT), parseEvo('10000')),
  MAX_REWARDS_A_DAY: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('100000')),
  MAX_ACCOUNT: z._default(evo(MAX_ACCOUNT_TOTAL), parseEvo('10000000')),
  MUSIC_MAX_BYTES: z._default(wholeNumber(1_000, 500_000_000), 30_000_000),
  METRICS_PORT: z.optional(wholeNumber(0, 65_535)),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_TOKEN: z.optional(secret.check(z.minLength(16, 'must be at least 16 characters'))),
  RETENTION_DAYS: z._default(wholeNumber(2, 36_500), 30),
  RATE_LIMIT_SCALE: z.optional(wholeNumber(1, 100_000)),
  DRAIN_SECONDS: z._default(wholeNumber(0, 60), 0),
  LOG_LEVEL: z.optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(url('http:', 'https:')),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    z.string().check(z.refine((text) => parseHeaders(text) !== undefined, HEADERS_FAULT)),
  ),
});

/** The environment variables that the program reads. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);

/** Those that hold a secret, or an address that may carry one: each may stand in a file that `<NAME>_FILE` names. */
export const SECRETS: readonly string[] = [...SETTINGS.filter(isSecret), 'PGPASSWORD'];

/** NOTARY_KEY is the name of a file already; wallets and browsers are told of the chain's explorer. */
function isSecret(name: string): boolean {
  if (name.startsWith('PUBLIC_') || name === 'NOTARY_KEY' || name === 'BLOCK_EXPLORER_URL') return false;
  return /_(URL|RELAYS|SECRET|TOKEN|KEY|OTLP_HEADERS)$/.test(name);
}

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; undefined means `http://localhost:<port>`, known once the port is bound. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** Folder of the built UI; undefined: where `npm run build` writes it. */
  readonly uiDist: string | undefined;
  /** In checksum form; undefined in demo mode, where the Demo admin's wallet is it. */
  readonly superAdminWallet: string | undefined;
  /** Who had the super admin's right before, for whoever audits the ledger: they have none now. */
  readonly formerSuperAdmins: readonly string[];
  /** Undefined: the embedded node. */
  readonly eventStoreUrl: string | undefined;
  /** Undefined: the embedded Postgres. */
  readonly databaseUrl: string | undefined;
  /** For the connections that need a session of their own in Postgres; undefined: `databaseUrl` gives it. */
  readonly databaseSessionUrl: string | undefined;
  /** Connections to Postgres that this process takes at the most. */
  readonly databaseConnections: number;
  /** Undefined: mails go to the local trial's own sink, or wait where there is none. */
  readonly smtpUrl: string | undefined;
  /** Undefined: `no-reply@` the public URL's host. */
  readonly emailFrom: string | undefined;
  /** The program's own, which may carry a key: it is told to nobody. */
  readonly rpcUrl: string | undefined;
  readonly raffles: RaffleConfig;
  /** Told to wallets that add the network; undefined: none is. */
  readonly publicRpcUrl: string | undefined;
  readonly blockExplorerUrl: string | undefined;
  /** Whether this process runs the projector too, and whether in a thread of its own or in the one that answers. */
  readonly projector: 'thread' | 'in-process' | 'separate';
  /** Whether this is a local trial, which offers the demo wallets: see `whyNoTrial`. */
  readonly demoWallet: boolean;
  /** Proxies between the internet and this process, each of which appends to `X-Forwarded-For`; 0: none. */
  readonly trustProxy: number;
  readonly rewardsPage: 'dashboard' | 'coming-soon';
  /** Each 32 bytes in base64, which seal the keys of the vault: the first seals, all open; none: those of the data folder. */
  readonly vaultKeys: readonly string[];
  readonly notary: NotaryConfig;
  readonly sessions: AllLimits;
  /** Base units: an act that pays more has to be signed by the wallet. */
  readonly stepUpAbove: bigint;
  readonly social: SocialConfig;
  /** File with what is shown of a platform that cannot be asked; undefined: the one that stands beside its code. */
  readonly socialContent: string | undefined;
  readonly faucet: FaucetRules;
  /** By these, once a local trial has ended. */
  readonly faucetOfSite: FaucetRules;
  /** Of rewards by hand. */
  readonly rewardLimits: RewardLimits;
  /** Of one file of music. */
  readonly musicMaxBytes: number;
  readonly metrics: {
    /** Of a listener that serves the numbers alone; undefined: the public port serves them. */
    readonly port: number | undefined;
    readonly host: string;
    /** Who brings it gets the numbers; undefined: this machine does, and nobody behind a proxy. */
    readonly token: string | undefined;
  };
  /** Days for which is kept what nothing needs any more: see retention/rules.ts. */
  readonly retentionDays: number;
  /** All rate limits are multiplied by it. */
  readonly rateLimitScale: number;
  /** By this one, once a local trial has ended. */
  readonly rateLimitScaleOfSite: number;
  /** For so long a process that was told to stop goes on, while `/readyz` says that it leaves. */
  readonly drainSeconds: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Undefined: nobody collects traces. */
  readonly tracing: TracingConfig | undefined;
};

/** Settings that cannot be used; the message lists every fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The settings cannot be used:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the settings from environment variables.
 * @throws ConfigError listing everything that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults: fileFaults } = readSecretFiles(env, SECRETS);
  const given = Object.fromEntries(
    Object.entries(values).filter(([, text]) => text !== undefined && text !== ''),
  );
  const parsed = settings.safeParse(given);
  const faults = parsed.success
    ? fileFaults
    : [
        ...fileFaults,
        ...parsed.error.issues.map(
          (issue) => `${issue.path.join('.')}: ${issue.message} (given: ${shown(issue, given)})`,
        ),
      ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const value = parsed.data;
  const { social, faults: socialFaults } = socialConfig(value);
  const embedded = value.EVENTSTORE_URL === undefined;
  const published = whyNoTrial(value);
  const demoWallet = published.length === 0;
  const missing = [...socialFaults];
  if (!demoWallet && value.SUPER_ADMIN_WALLET === undefined) {
    missing.push(`SUPER_ADMIN_WALLET: is required, since this is no local trial (${published.join(', ')})`);
  }
  if (value.EVENTSTORE_URL && value.DATABASE_URL && value.VAULT_KEY === undefined) {
    missing.push('VAULT_KEY: is required where both stores are external (openssl rand -base64 32)');
  }
  if (value.DATABASE_SESSION_URL && !value.DATABASE_URL) {
    missing.push('DATABASE_SESSION_URL: leads to the Postgres of DATABASE_URL, which is not set');
  }
  const connections = CONNECTIONS.least + THREAD_CONNECTIONS;
  if (value.PROJECTOR === 'thread' && value.DATABASE_CONNECTIONS < connections) {
    missing.push(
      `DATABASE_CONNECTIONS: PROJECTOR=thread takes ${THREAD_CONNECTIONS} of them: must be ${connections} or more`,
    );
  }
  if (!isLoopback(value.METRICS_HOST) && value.METRICS_TOKEN === undefined) {
    missing.push('METRICS_TOKEN: is required where METRICS_HOST is an address that others reach');
  }
  if (value.RAFFLE_RANDOMNESS === 'block' && value.RPC_URL === undefined) {
    missing.push('RAFFLE_RANDOMNESS: a draw with the hash of a block needs an RPC_URL');
  }
  if (missing.length > 0) throw new ConfigError(missing);
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL && new URL(value.PUBLIC_URL).origin,
    dataDir: resolve(value.DATA_DIR),
    uiDist: value.UI_DIST && resolve(value.UI_DIST),
    superAdminWallet: value.SUPER_ADMIN_WALLET,
    formerSuperAdmins: value.FORMER_SUPER_ADMINS ?? [],
    eventStoreUrl: value.EVENTSTORE_URL,
    databaseUrl: value.DATABASE_URL && withPassword(value.DATABASE_URL, given.PGPASSWORD),
    databaseSessionUrl:
      value.DATABASE_SESSION_URL && withPassword(value.DATABASE_SESSION_URL, given.PGPASSWORD),
    databaseConnections: value.DATABASE_CONNECTIONS,
    smtpUrl: value.SMTP_URL,
    emailFrom: value.EMAIL_FROM,
    rpcUrl: value.RPC_URL,
    raffles: rafflesOf(value, demoWallet),
    publicRpcUrl: value.PUBLIC_RPC_URL,
    blockExplorerUrl: value.BLOCK_EXPLORER_URL,
    projector: value.PROJECTOR ?? (value.EVENTSTORE_URL && value.DATABASE_URL ? 'separate' : 'in-process'),
    demoWallet,
    trustProxy: value.TRUST_PROXY,
    rewardsPage: value.REWARDS_PAGE,
    vaultKeys: keyTexts(value.VAULT_KEY ?? ''),
    notary: notaryConfig(value),
    sessions: {
      everyone: { absoluteMs: value.SESSION_HOURS * HOUR_MS, idleMs: value.SESSION_IDLE_HOURS * HOUR_MS },
      admins: {
        absoluteMs: value.ADMIN_SESSION_HOURS * HOUR_MS,
        idleMs: value.ADMIN_SESSION_IDLE_MINUTES * MINUTE_MS,
      },
    },
    stepUpAbove: value.STEP_UP_ABOVE,
    social,
    socialContent: value.SOCIAL_CONTENT && resolve(value.SOCIAL_CONTENT),
    faucet: faucetOf(value, demoWallet),
    faucetOfSite: faucetOf(value, false),
    rewardLimits: { reward: value.MAX_REWARD, day: value.MAX_REWARDS_A_DAY, account: value.MAX_ACCOUNT },
    musicMaxBytes: value.MUSIC_MAX_BYTES,
    metrics: { port: value.METRICS_PORT, host: value.METRICS_HOST, token: value.METRICS_TOKEN },
    retentionDays: value.RETENTION_DAYS,
    rateLimitScale: value.RATE_LIMIT_SCALE ?? (demoWallet ? 100 : 1),
    rateLimitScaleOfSite: value.RATE_LIMIT_SCALE ?? 1,
    drainSeconds: value.DRAIN_SECONDS,
    logLevel: value.LOG_LEVEL ?? (embedded ? 'warn' : 'info'),
    tracing: tracingOf(value.OTEL_EXPORTER_OTLP_ENDPOINT, value.OTEL_EXPORTER_OTLP_HEADERS),
  };
}

/** Room for a thousand new accounts on one day. */
const DEFAULT_ISSUANCE_A_DAY = 100_000;
/** A household, an office or a café; a farm is slowed down to this. */
const DEFAULT_ACCOUNTS_A_NETWORK = 30;

function faucetOf(value: z.output<typeof settings>, isTrial: boolean): FaucetRules {
  return {
    claimNeeds: value.CLAIM_NEEDS ?? (isTrial ? 'nothing' : 'identity'),
    issuanceADay: inUnits(value.ISSUANCE_A_DAY ?? (isTrial ? undefined : DEFAULT_ISSUANCE_A_DAY)),
    accountsANetwork: value.ACCOUNTS_A_NETWORK ?? (isTrial ? undefined : DEFAULT_ACCOUNTS_A_NETWORK),
  };
}

/** @param evo whole EVO */
function inUnits(evo: number | undefined): bigint | undefined {
  return evo === undefined ? undefined : BigInt(evo) * ONE_EVO;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * What tells that others than the person at this machine are to reach the program; nothing on a local trial. Requests
 * may tell it later all the same: see trial.ts.
 */
function whyNoTrial(value: z.output<typeof settings>): readonly string[] {
  const reasons: string[] = [];
  if (value.EVENTSTORE_URL !== undefined) reasons.push('EVENTSTORE_URL is set');
  if (!isLoopback(value.HOST)) reasons.push(`HOST is ${value.HOST}`);
  if (value.PUBLIC_URL !== undefined && !isLoopback(new URL(value.PUBLIC_URL).hostname)) {
    reasons.push(`PUBLIC_URL is ${new URL(value.PUBLIC_URL).origin}`);
  }
  if (value.TRUST_PROXY > 0) reasons.push(`TRUST_PROXY is ${value.TRUST_PROXY}`);
  return reasons;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The value at fault; secrets, and the URLs that may carry passwords, stay unsaid. */
function shown(issue: { path: PropertyKey[] }, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const text = given[name];
  return isSecret(name) || namesUser(text ?? '') ? 'not shown' : JSON.stringify(text);
}
