import * as z from 'zod/mini';
import { CLAIM_NEEDS, MAX_ACCOUNT_TOTAL, MAX_GRANT } from '../../contracts/constants.ts';
import { isEmail } from '../../contracts/email.ts';
import { parseEvo } from '../../contracts/money.ts';
import { walletAddressInput } from '../../contracts/wallet-address.ts';
import { eventStoreUrlFault, isEventStoreUrl } from '../../ledger/event-store-url.ts';
import { HEADERS_FAULT, parseHeaders } from '../../projector/tracing/tracing-config.ts';
import { relayList } from '../integrations/beacon/config.ts';
import { notarySettings } from '../notary/config.ts';
import {
  evo,
  folder,
  listeningHost,
  publicUrl,
  secret,
  siteUrl,
  url,
  walletList,
  wholeNumber,
} from './kinds.ts';

z.config(z.locales.en());

/** Connections to Postgres: the fewest that a replica can work with, and as many as it takes unless told otherwise. */
export const CONNECTIONS = { least: 14, usual: 20 } as const;

/** Every setting of the program. An empty variable counts as not set. */
export const settings = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(listeningHost, '127.0.0.1'),
  PUBLIC_URL: z.optional(siteUrl),
  DATA_DIR: z._default(folder, './data'),
  UI_DIST: z.optional(z.string()),
  SUPER_ADMIN_WALLET: z.optional(walletAddressInput),
  FORMER_SUPER_ADMINS: z.optional(walletList),
  EVENTSTORE_URL: z.optional(
    z.string().check(z.refine(isEventStoreUrl, { error: ({ input }) => eventStoreUrlFault(String(input)) })),
  ),
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
  METRICS_HOST: z._default(listeningHost, '127.0.0.1'),
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
export function isSecret(name: string): boolean {
  if (name.startsWith('PUBLIC_') || name === 'NOTARY_KEY' || name === 'BLOCK_EXPLORER_URL') return false;
  return /_(URL|RELAYS|SECRET|TOKEN|KEY|OTLP_HEADERS)$/.test(name);
}

/** What they are, once read. */
export type Settings = z.output<typeof settings>;
