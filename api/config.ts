import { resolve } from 'node:path';
import { ONE_EVO } from '../contracts/money.ts';
import { unreadableFiles } from '../ledger/event-store-url.ts';
import type { RewardLimits } from '../ledger/rewards-by-hand/limits.ts';
import { isLoopback } from '../projector/loopback.ts';
import { readSecretFiles, withPassword } from '../projector/secret-files.ts';
import { PROJECTOR_CONNECTIONS } from '../projector/thread/projector-thread.ts';
import { type TracingConfig, tracingOf } from '../projector/tracing/tracing-config.ts';
import type { AllLimits } from './auth/session.ts';
import type { FaucetRules } from './faucet/rules.ts';
import { type RaffleConfig, rafflesOf } from './integrations/beacon/config.ts';
import { type SocialConfig, socialConfig } from './integrations/social/config.ts';
import { namesUser } from './names-user.ts';
import { type NotaryConfig, notaryConfig } from './notary/config.ts';
import { CONNECTIONS, isSecret, SECRETS, type Settings, settings } from './settings/settings.ts';
import { keyTexts } from './vault/master-key.ts';

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

/** Characters of one fault, with the value that is at fault in it: a file that was pasted into a setting is no help. */
const FAULT_LENGTH = 500;

/** Settings that cannot be used; the message lists every fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(found: readonly string[]) {
    const faults = found.map(cut);
    super(['The settings cannot be used:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const cut = (fault: string): string =>
  fault.length <= FAULT_LENGTH
    ? fault
    : `${fault.slice(0, FAULT_LENGTH)}… (${(fault.length - FAULT_LENGTH).toLocaleString('en')} more characters)`;

/**
 * Reads the settings from environment variables.
 * @throws ConfigError listing everything that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults: unreadable } = readSecretFiles(env, SECRETS);
  // As of every other secret; nothing would be sealed, and nobody told.
  const fileFaults = env.NOTARY_KEY_FILE
    ? [...unreadable, 'NOTARY_KEY_FILE: NOTARY_KEY itself is the name of the file; set that']
    : unreadable;
  const given = Object.fromEntries(
    Object.entries(values).filter(([, text]) => text !== undefined && text !== ''),
  );
  const parsed = settings.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const faults = [
    ...fileFaults,
    ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message} (given: ${shown(issue, given)})`),
  ];
  const spoiled = new Set(faults.map((fault) => fault.replace(/(_FILE)?:.*$/s, '')));
  const fit = settings.safeParse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !spoiled.has(name))),
  );
  if (fit.success) faults.push(...faultsBetween(fit.data, spoiled));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const value = parsed.data;
  const { social } = socialConfig(value);
  const embedded = value.EVENTSTORE_URL === undefined;
  const demoWallet = whyNoTrial(value).length === 0;
  const projector = projectorOf(value);
  const databaseSessionUrl = value.DATABASE_SESSION_URL;
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
    databaseSessionUrl: databaseSessionUrl && withPassword(databaseSessionUrl, given.PGPASSWORD),
    databaseConnections: value.DATABASE_CONNECTIONS,
    smtpUrl: value.SMTP_URL,
    emailFrom: value.EMAIL_FROM,
    rpcUrl: value.RPC_URL,
    raffles: rafflesOf(value, demoWallet),
    publicRpcUrl: value.PUBLIC_RPC_URL,
    blockExplorerUrl: value.BLOCK_EXPLORER_URL,
    projector,
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

/**
 * What is wrong with settings beside each other.
 * @param value those that can be read by themselves
 * @param spoiled the names of the others, which may have been meant as anything
 */
function faultsBetween(value: Settings, spoiled: ReadonlySet<string>): readonly string[] {
  const areKnown = (...names: string[]) => !names.some((name) => spoiled.has(name));
  const isOfPlatform = (name: string) => /^(X|YOUTUBE|INSTAGRAM|TIKTOK)_/.test(name);
  const missing = [...spoiled].some(isOfPlatform) ? [] : [...socialConfig(value).faults];
  for (const fault of unreadableFiles(value.EVENTSTORE_URL ?? '')) missing.push(`EVENTSTORE_URL: ${fault}`);
  const published = whyNoTrial(value);
  const demoWallet = published.length === 0;
  if (!demoWallet && value.SUPER_ADMIN_WALLET === undefined) {
    missing.push(`SUPER_ADMIN_WALLET: is required, since this is no local trial (${published.join(', ')})`);
  }
  if (value.EVENTSTORE_URL && value.DATABASE_URL && value.VAULT_KEY === undefined) {
    missing.push('VAULT_KEY: is required where both stores are external (openssl rand -base64 32)');
  }
  if (value.DATABASE_SESSION_URL && !value.DATABASE_URL && areKnown('DATABASE_URL')) {
    missing.push('DATABASE_SESSION_URL: leads to the Postgres of DATABASE_URL, which is not set');
  }
  const projector = projectorOf(value);
  const databaseSessionUrl = value.DATABASE_SESSION_URL;
  const connections = CONNECTIONS.least + PROJECTOR_CONNECTIONS;
  if (
    hasProjectorOfSessions({ projector, databaseSessionUrl }) &&
    value.DATABASE_CONNECTIONS < connections &&
    areKnown('PROJECTOR', 'EVENTSTORE_URL', 'DATABASE_URL')
  ) {
    const why = projector === 'thread' ? 'PROJECTOR=thread' : 'the projector beside DATABASE_SESSION_URL';
    missing.push(
      `DATABASE_CONNECTIONS: ${why} takes ${PROJECTOR_CONNECTIONS} of them: must be ${connections} or more`,
    );
  }
  if (!isLoopback(value.METRICS_HOST) && value.METRICS_TOKEN === undefined) {
    missing.push('METRICS_TOKEN: is required where METRICS_HOST is an address that others reach');
  }
  if (value.RAFFLE_RANDOMNESS === 'block' && value.RPC_URL === undefined && areKnown('RPC_URL')) {
    missing.push('RAFFLE_RANDOMNESS: a draw with the hash of a block needs an RPC_URL');
  }
  // Of what is given and cannot be read nobody is told that it is missing.
  return missing.filter((fault) => areKnown(fault.replace(/:.*$/s, '')));
}

const projectorOf = (value: Settings): Config['projector'] =>
  value.PROJECTOR ?? (value.EVENTSTORE_URL && value.DATABASE_URL ? 'separate' : 'in-process');

/** Whether the projector of this process has connections to Postgres of its own: in a thread, or where those of requests are no sessions. */
export function hasProjectorOfSessions({
  projector,
  databaseSessionUrl,
}: Pick<Config, 'projector' | 'databaseSessionUrl'>): boolean {
  return projector === 'thread' || (projector === 'in-process' && databaseSessionUrl !== undefined);
}

/** Room for a thousand new accounts on one day. */
const DEFAULT_ISSUANCE_A_DAY = 100_000;
/** A household, an office or a café; a farm is slowed down to this. */
const DEFAULT_ACCOUNTS_A_NETWORK = 30;

function faucetOf(value: Settings, isTrial: boolean): FaucetRules {
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
function whyNoTrial(value: Settings): readonly string[] {
  const reasons: string[] = [];
  if (value.EVENTSTORE_URL !== undefined) reasons.push('EVENTSTORE_URL is set');
  if (!isLoopback(value.HOST)) reasons.push(`HOST is ${value.HOST}`);
  if (value.PUBLIC_URL !== undefined && !isLoopback(new URL(value.PUBLIC_URL).hostname)) {
    reasons.push(`PUBLIC_URL is ${new URL(value.PUBLIC_URL).origin}`);
  }
  if (value.TRUST_PROXY > 0) reasons.push(`TRUST_PROXY is ${value.TRUST_PROXY}`);
  return reasons;
}

/** The value at fault; secrets, and the URLs that may carry passwords, stay unsaid. */
function shown(issue: { path: PropertyKey[] }, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const text = given[name];
  // What the name of the notary's file is taken for is its key.
  const isHidden = isSecret(name) || name === 'NOTARY_KEY' || namesUser(text ?? '');
  return isHidden ? 'not shown' : JSON.stringify(text);
}
