import fc from 'fast-check';
import { PLATFORMS, TASK_TYPES } from '../../contracts/constants.ts';
import type { RewardSource } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { account } from '../../ledger/accounts/account.ts';
import type { AccountCommand } from '../../ledger/accounts/commands.ts';
import { type AccountState, closedAccount } from '../../ledger/accounts/state.ts';
import { DomainError } from '../../ledger/domain-error.ts';
import { RandomElsewhere } from './random-elsewhere.ts';
import { TestLedger } from './test-ledger.ts';

const ADMIN = `0x${'A'.repeat(40)}`;

/** Something that happens to one of the accounts, some time after what happened before. */
type Act = {
  readonly who: number;
  /** Now and then the clock of another replica is behind. */
  readonly minutes: number;
  readonly byAdmin: boolean;
  readonly what:
    | { readonly kind: 'open'; readonly byEmail: boolean; readonly refer: boolean }
    | { readonly kind: 'link' }
    | { readonly kind: 'checkIn' }
    | { readonly kind: 'command'; readonly command: AccountCommand }
    /** A grant of a program that knew no bounds. */
    | { readonly kind: 'oldGrant'; readonly units: bigint }
    /** A removal of an admin takes the revision that another act was to have. */
    | { readonly kind: 'taken' }
    /** Takes back the last grant by hand, or the last reset. */
    | { readonly kind: 'revoke' | 'restore' }
    | { readonly kind: 'elsewhere'; readonly n: number };
};

/** Few different amounts, so that totals tie, and the odd one: one base unit. */
const amount = fc.oneof(
  fc.constantFrom(25n * ONE_EVO, 100n * ONE_EVO, ONE_EVO / 2n, 1n),
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
);
const text = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
const hex = fc.constantFrom('a'.repeat(64), 'b'.repeat(64));
const id = fc.uuid({ version: 4 });
const emailHash = fc.constantFrom('a', 'b').map((digit) => digit.repeat(64));
const sources: readonly RewardSource[] = [
  'welcome',
  'social_task',
  'referral',
  'referral_friend',
  'referral_weekly',
  'referral_commission',
  'admin',
];

/** What single amounts could be once: ties at the most that an event of version 1 can say, and anything below. */
const oldAmount = fc.oneof(
  fc.constantFrom(10n ** 38n - 1n, 10n ** 38n - 100n * ONE_EVO, 10n ** 38n / 50n),
  fc.bigInt({ min: 1n, max: 10n ** 38n - 1n }),
);

/** Any command but opening, for any state: what the decider refuses does not happen. */
const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('GrantReward' as const),
      grantId: id,
      amount,
      source: fc.constantFrom(...sources),
      reason: text,
      ref: fc.constantFrom('twitter:retweet:17', 'request:x', 'twitter:like', 'instagram:follow', 'undo:x'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('ClaimRewards' as const), claimId: id }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('SettlePrize' as const),
      grantId: id,
      amount,
      source: fc.constant('raffle' as const),
      reason: text,
      ref: fc.constantFrom('one raffle:1', 'one raffle:2', 'another:1'),
    }),
  },
  fc.record({ type: fc.constant('HoldClaims' as const), holdId: id, reason: text }),
  fc.record({ type: fc.constant('ReleaseClaims' as const), reason: text }),
  fc.record({ type: fc.constant('ErasePersonalData' as const), reason: text }),
  fc.record({ type: fc.constant('ClearBalance' as const), reason: text }),
  fc.record({ type: fc.constant('ResetRewards' as const), resetId: id }),
  fc.record({
    type: fc.constant('ChangeUsername' as const),
    username: fc.stringMatching(/^[a-z0-9_]{3,20}$/),
  }),
  fc.record({
    type: fc.constant('NameSocialHandle' as const),
    platform: fc.constantFrom(...PLATFORMS),
    sealedHandle: text,
    handleHash: hex,
  }),
  fc.record({
    type: fc.constant('ConfirmSocial' as const),
    platform: fc.constantFrom(...PLATFORMS),
    sealedHandle: text,
    handleHash: hex,
    platformUserId: fc.constantFrom('1', '2'),
    method: fc.constantFrom('oauth' as const, 'message_code' as const, 'demo' as const),
    grantId: id,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('ConfirmTask' as const),
      platform: fc.constantFrom(...PLATFORMS),
      taskType: fc.constantFrom(...TASK_TYPES),
      method: fc.constant('demo' as const),
      evidence: text,
      grantId: id,
    }),
  },
  fc.record({
    type: fc.constant('SignUpEmail' as const),
    emailHash,
    sealedEmail: text,
    marketingOptIn: fc.boolean(),
  }),
  fc.record({ type: fc.constant('VerifyEmail' as const), emailHash, grantIds: fc.tuple(id, id) }),
  fc.constant({ type: 'JoinWhitelist' as const }),
  fc.record({ type: fc.constant('RemoveAccount' as const), reason: text }),
  { weight: 2, arbitrary: fc.constant({ type: 'ReinstateAccount' as const }) },
);

const act: fc.Arbitrary<Act> = fc.record({
  who: fc.nat(),
  minutes: fc.integer({ min: -90, max: 1_500 }),
  byAdmin: fc.boolean(),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('open' as const),
        byEmail: fc.nat(3).map((n) => n === 0),
        refer: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'link' as const }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'checkIn' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'taken' as const }) },
    { weight: 2, arbitrary: fc.constantFrom({ kind: 'revoke' as const }, { kind: 'restore' as const }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), n: fc.nat(1_000) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('oldGrant' as const), units: oldAmount }) },
    { weight: 24, arbitrary: fc.record({ kind: fc.constant('command' as const), command }) },
  ),
});

/** Ledgers that the program could have written, made by the deciders themselves, and by those before there were bounds. */
export const randomLedger: fc.Arbitrary<TestLedger> = fc
  .array(act, { minLength: 1, maxLength: 150, size: 'max' })
  .map(play);

function play(acts: readonly Act[]): TestLedger {
  const ledger = new TestLedger();
  const states = new Map<string, AccountState>();
  const tell = (userId: string, told: AccountCommand) => {
    const state = states.get(userId) ?? closedAccount;
    try {
      const events = account.decide(told, state);
      for (const event of events) ledger.account(userId, event);
      states.set(userId, events.reduce(account.evolve, state));
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
    }
  };
  const elsewhere = new RandomElsewhere(ledger);
  for (const { who, minutes, what, byAdmin } of acts) {
    ledger.now += minutes * 60_000;
    ledger.actor = byAdmin ? { kind: 'admin', wallet: ADMIN } : { kind: 'system' };
    if (what.kind === 'elsewhere') {
      elsewhere.act(what.n);
      continue;
    }
    const users = [...states.keys()];
    if (what.kind === 'open') {
      const referrerId = what.refer ? users.at(-1) : undefined;
      const userId = crypto.randomUUID();
      if (what.byEmail) tell(userId, { type: 'OpenEmailAccount' });
      else states.set(ledger.open({ userId, ...(referrerId && { referrerId }) }), openState(referrerId));
      continue;
    }
    const userId = users[who % users.length];
    if (!userId) continue;
    const state = states.get(userId);
    if (what.kind === 'oldGrant') {
      const { type, data } = ledger.grant(userId, what.units, { reason: 'Long ago' });
      if (state && type === 'RewardGranted') states.set(userId, account.evolve(state, { type, data }));
    } else if (what.kind === 'command') tell(userId, what.command);
    else if (what.kind === 'taken') {
      const taken = { type: 'RevisionTaken', data: { commandId: crypto.randomUUID() } } as const;
      ledger.append(streamOf('account', userId), taken);
    } else if (what.kind === 'revoke') {
      const grantId = [...(state?.adminGrants ?? [])].at(-1)?.[0];
      if (grantId !== undefined) tell(userId, { type: 'RevokeReward', grantId, reason: 'Undo' });
    } else if (what.kind === 'restore') {
      const resetId = state?.lastReset?.resetId;
      if (resetId !== undefined) tell(userId, { type: 'RestoreRewards', resetId });
    } else if (what.kind === 'checkIn') {
      const day = new Date(ledger.now).toISOString().slice(0, 10);
      tell(userId, { type: 'CheckIn', day, grantId: crypto.randomUUID() });
    } else if (state?.walletAddress === undefined) {
      const walletAddress = ledger.newWallet();
      const linked = { type: 'WalletLinked', data: { walletAddress } } as const;
      ledger.account(userId, linked);
      states.set(userId, account.evolve(state ?? closedAccount, linked));
    }
  }
  return ledger;
}

/** As `TestLedger.open` leaves it; whose wallet it is does not matter to any decision. */
function openState(referrerId: string | undefined): AccountState {
  return { ...closedAccount, opened: true, walletAddress: '0x', referrerId };
}
