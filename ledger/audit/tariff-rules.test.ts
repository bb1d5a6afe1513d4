import { beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import { checkingIn, granting, livedLedger, opening } from './testing/acts-behind.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';
import { withGrants } from './testing/with-grants.ts';

let plain: readonly ExportedEvent[];
beforeAll(async () => {
  plain = await livedLedger();
}, 60_000);

const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
const friends = () => [...opening(one), ...opening(other, one)];
const checkIn = () => checkingIn(other, '2026-03-01', 1);
/** Somebody else than the friend has confirmed who that is. */
const confirmed = (): Appended[] => [
  { stream: streamOf('social', `twitter-${other}`), type: 'Reserved', data: { userId: other } },
  {
    stream: streamOf('account', other),
    type: 'SocialConnected',
    data: { platform: 'twitter', platformUserId: other, method: 'oauth' },
  },
];
const active = () => [...friends(), ...confirmed(), checkIn()];
const week = (ref: string) => granting(one, 'referral_weekly', '50', ref);

const cases: [string, string | undefined, () => Appended[]][] = [
  [
    'a mailbox that is paid for under another name',
    'tariff',
    () => {
      const paid = plain.find(({ data }) => Reflect.get(Object(data), 'source') === 'email_signup');
      return [granting((paid?.stream ?? '').replace('account-', ''), 'email_signup', '2', 'b')];
    },
  ],
  ['a welcome under a name', 'tariff', () => [...opening(one), granting(one, 'welcome', '100', 'b')]],
  ['a week of friends', undefined, () => [...active(), week('2026-W09')]],
  ['a week that is none', 'tariff', () => [...active(), week('again')]],
  ['a week that is another one', 'tariff', () => [...active(), week('2026-W10')]],
  ['a week in which no friend did anything', 'tariff', () => [...friends(), week('2026-W09')]],
  [
    'a week in which only a friend did anything whom nobody has confirmed',
    'tariff',
    () => [...friends(), checkIn(), week('2026-W09')],
  ],
  [
    'such a week, as the first version paid it',
    undefined,
    () => [...friends(), checkIn(), { ...week('2026-W09'), schemaVersion: 1 }],
  ],
  [
    'a week between two of friends',
    'tariff',
    () => [
      ...active(),
      { ...checkingIn(other, '2026-03-18', 1), occurredAt: '2026-03-18T10:00:00.000Z' },
      { ...week('2026-W10'), occurredAt: '2026-03-05T10:00:00.000Z' },
    ],
  ],
  [
    'a week to come',
    'tariff',
    () => [...active(), { ...week('2026-W10'), occurredAt: '2026-03-02T10:00:00.000Z' }],
  ],
  [
    'a week before any friend came',
    'tariff',
    () => [...active(), { ...week('2026-W08'), occurredAt: '2026-02-22T10:00:00.000Z' }],
  ],
];
test.each(cases)('%s: %s', async (_, rule, make) => {
  const fault = await faultIn(await exportText(appendEvents(plain, withGrants(make()))));
  expect(fault?.rule, JSON.stringify(fault)).toBe(rule);
});
