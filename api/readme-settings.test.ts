import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEvo } from '../contracts/money.ts';
import { type Config, readConfig } from './config.ts';
import { SETTINGS } from './settings/settings.ts';

/** The settings' table of the README, by name: what it says that holds where nothing is set. */
const documented = readDefaults(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8'));
const trial = readConfig({});
const site = readConfig({
  EVENTSTORE_URL: 'esdb://db:2113?tls=false',
  DATABASE_URL: 'postgres://db/evo',
  SUPER_ADMIN_WALLET: '0x52908400098527886E0F7030069857D2E4169EE7',
  VAULT_KEY: Buffer.alloc(32).toString('base64'),
});

test.each<
  readonly [name: string, says: string, read: (of: Config) => unknown, trial: unknown, site: unknown]
>([
  ['PORT', '3000', ({ port }) => port, 3000, 3000],
  ['HOST', '127.0.0.1', ({ host }) => host, '127.0.0.1', '127.0.0.1'],
  ['TRUST_PROXY', '0', ({ trustProxy }) => trustProxy, 0, 0],
  ['REWARDS_PAGE', 'dashboard', ({ rewardsPage }) => rewardsPage, 'dashboard', 'dashboard'],
  ['SEAL_SECONDS', '60', ({ notary }) => notary.sealEveryMs, 60_000, 60_000],
  ['SESSION_HOURS', '168', ({ sessions }) => sessions.everyone.absoluteMs, 604_800_000, 604_800_000],
  ['SESSION_IDLE_HOURS', '72', ({ sessions }) => sessions.everyone.idleMs, 259_200_000, 259_200_000],
  ['ADMIN_SESSION_HOURS', '12', ({ sessions }) => sessions.admins.absoluteMs, 43_200_000, 43_200_000],
  ['ADMIN_SESSION_IDLE_MINUTES', '60', ({ sessions }) => sessions.admins.idleMs, 3_600_000, 3_600_000],
  ['STEP_UP_ABOVE', '10000', ({ stepUpAbove }) => stepUpAbove, parseEvo('10000'), parseEvo('10000')],
  ['SOCIAL_DAILY_CALLS', '5000', ({ social }) => social.dailyCalls, 5_000, 5_000],
  ['CLAIM_NEEDS', 'nothing identity', ({ faucet }) => faucet.claimNeeds, 'nothing', 'identity'],
  ['ISSUANCE_A_DAY', '100000', ({ faucet }) => faucet.issuanceADay, undefined, parseEvo('100000')],
  ['ACCOUNTS_A_NETWORK', '30', ({ faucet }) => faucet.accountsANetwork, undefined, 30],
  ['MAX_REWARD', '10000', ({ rewardLimits }) => rewardLimits.reward, parseEvo('10000'), parseEvo('10000')],
  [
    'MAX_REWARDS_A_DAY',
    '100000',
    ({ rewardLimits }) => rewardLimits.day,
    parseEvo('100000'),
    parseEvo('100000'),
  ],
  [
    'MAX_ACCOUNT',
    '10000000',
    ({ rewardLimits }) => rewardLimits.account,
    parseEvo('10000000'),
    parseEvo('10000000'),
  ],
  ['MUSIC_MAX_BYTES', '30000000', ({ musicMaxBytes }) => musicMaxBytes, 30_000_000, 30_000_000],
  ['METRICS_HOST', '127.0.0.1', ({ metrics }) => metrics.host, '127.0.0.1', '127.0.0.1'],
  ['RATE_LIMIT_SCALE', '1 100', ({ rateLimitScale }) => rateLimitScale, 100, 1],
  ['DRAIN_SECONDS', '0', ({ drainSeconds }) => drainSeconds, 0, 0],
  ['LOG_LEVEL', 'warn info', ({ logLevel }) => logLevel, 'warn', 'info'],
  ['BEACON_MARGIN', '30 5', ({ raffles }) => raffles.marginSeconds, 5, 30],
])('the default of %s is "%s", as the README says', (name, says, read, ofTrial, ofSite) => {
  expect(documented.get(name)).toBe(says);
  expect([read(trial), read(site)]).toEqual([ofTrial, ofSite]);
});

test('once a trial has ended its limits are those of a site', () => {
  expect([trial.rateLimitScaleOfSite, trial.faucetOfSite]).toEqual([1, site.faucet]);
});

test('every setting that the program reads stands in the README, and no other', () => {
  // A row that tells of all secrets at once is none of its own.
  const names = [...documented.keys()].filter((name) => !name.startsWith('<NAME>'));
  expect(names.sort()).toEqual([...SETTINGS].sort());
});

test.each([
  ['SESSION_HOURS', '8761'],
  ['SESSION_IDLE_HOURS', '0'],
  ['ADMIN_SESSION_HOURS', '8761'],
  ['ADMIN_SESSION_IDLE_MINUTES', '0'],
  ['SOCIAL_DAILY_CALLS', '0'],
  ['ACCOUNTS_A_NETWORK', '0'],
  ['MUSIC_MAX_BYTES', '999'],
  ['DRAIN_SECONDS', '61'],
  ['RATE_LIMIT_SCALE', '0'],
  ['BEACON_MARGIN', '3601'],
  ['LOG_LEVEL', 'loud'],
  ['VAULT_KEY', Buffer.alloc(31).toString('base64')],
  ['EMAIL_FROM', 'Anna <a@b.co>'],
])('%s cannot be %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: `));
});

/** Of a row with several names the values are divided by commas, in the order of the names. */
function readDefaults(readme: string): ReadonlyMap<string, string> {
  const [, table = ''] = readme.split('## Settings');
  const rows = [...table.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)];
  return new Map(
    rows.flatMap(([, names = '', values = '']) => {
      const all = quoted(names);
      const parts = values.split(/,(?=\s*`)/);
      return all.map((name, index): [string, string] => {
        const value = all.length > 1 && parts.length > 1 ? (parts[index] ?? '') : values;
        return [name, quoted(value).join(' ')];
      });
    }),
  );
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner);
}
