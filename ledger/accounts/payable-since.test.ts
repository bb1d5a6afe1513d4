import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ACCOUNT_TOTAL } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO, parseEvo } from '../../contracts/money.ts';
import { DomainError } from '../domain-error.ts';
import { createCommandHandler } from '../handle-command.ts';
import { appendAsItWas } from '../testing/append-as-it-was.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { runsOf } from '../testing/runs-of.ts';
import { account } from './account.ts';
import { hasRoomFor } from './balance.ts';
import type { AccountCommand } from './commands.ts';
import { payableSince } from './payable-since.ts';

const AMOUNT = 100n * ONE_EVO;
const wallet = `0x${'a'.repeat(40)}`;
/** An account that has room for one more of the amount. */
const beginning: readonly AccountEvent[] = [
  { type: 'AccountOpened', data: { source: 'wallet', walletAddress: wallet } },
  ...['999999800', '90'].map((amount): AccountEvent => {
    const data = { grantId: randomUUID(), amount, source: 'admin', reason: 'Long ago' } as const;
    return { type: 'RewardGranted', data };
  }),
];

const RESET = randomUUID();
const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.record({
    type: fc.constant('GrantReward' as const),
    grantId: fc.uuid({ version: 4 }),
    amount: fc.constantFrom(ONE_EVO, 10n * ONE_EVO, 10n * ONE_EVO + 1n),
    source: fc.constantFrom('admin', 'streak'),
    reason: fc.constant('x'),
  }),
  fc.record({ type: fc.constant('ClaimRewards' as const), claimId: fc.uuid({ version: 4 }) }),
  fc.constant({ type: 'ClearBalance' as const, reason: 'x', share: { total: ONE_EVO, claimed: 0n } }),
  fc.constant({ type: 'ClearBalance' as const, reason: 'x' }),
  fc.constant({ type: 'ResetRewards' as const, resetId: RESET }),
  fc.constant({ type: 'RestoreRewards' as const, resetId: RESET }),
  fc.constant({ type: 'RemoveAccount' as const, reason: 'x' }),
  fc.constant({ type: 'ReinstateAccount' as const }),
);
/** A number takes back one of the grants by hand that are left. */
const life = fc.array(fc.oneof({ weight: 5, arbitrary: command }, fc.nat(2)), { maxLength: 12, size: 'max' });

/** One of each kind at the least, whatever chance brings. */
const removedOnce: AccountCommand[] = [{ type: 'RemoveAccount', reason: 'x' }, { type: 'ReinstateAccount' }];
const tenMore = (): AccountCommand => ({
  ...{ type: 'GrantReward', grantId: randomUUID(), amount: 10n * ONE_EVO },
  ...{ source: 'admin', reason: 'x' },
});
const fullOnce: AccountCommand[] = [tenMore(), tenMore(), { type: 'ClearBalance', reason: 'x' }];

test('whoever could be paid at each moment since a position is paid, and who could not at any is not', async () => {
  const seen = { paid: 0, removed: 0, full: 0 };
  await fc.assert(
    fc.asyncProperty(life, async (acts) => {
      const events = [...beginning];
      let state = events.reduce(account.evolve, account.initialState);
      for (const act of acts) {
        const grantId = typeof act === 'number' ? [...state.adminGrants].at(-1 - act)?.[0] : undefined;
        const told = typeof act === 'number' ? revoke(grantId) : act;
        try {
          for (const event of account.decide(told, state)) {
            events.push(event);
            state = account.evolve(state, event);
          }
        } catch (refusal) {
          expect(refusal).toBeInstanceOf(DomainError);
        }
      }
      const ledger = startMemoryLedger();
      const userId = randomUUID();
      const stream = streamOf('account', userId);
      await appendAsItWas(ledger.store, userId, events);
      const stored = await ledger.read(stream);
      const handler = createCommandHandler(ledger.store);
      for (const [index, { position: at }] of stored.entries()) {
        const use = { stream, expected: stored.at(-1)?.revision, commandId: randomUUID() };
        const asked = payableSince(
          ledger.store,
          handler,
          { at, amount: AMOUNT },
          { ...use, deadline: handler.newDeadline() },
        );
        const refusal = await asked.then(
          () => undefined,
          (error: unknown) => (error instanceof DomainError ? error.code : error),
        );
        // What cannot be paid now is the account's own to refuse.
        const isPayableNow = !state.removed && hasRoomFor(AMOUNT, state.granted);
        const moments = momentsOf(events).slice(index);
        const wasRemoved = moments.some(({ removed }) => removed);
        const wasFull = moments.some(({ granted }) => granted + AMOUNT > parseEvo(MAX_ACCOUNT_TOTAL));
        const codes = [wasRemoved && 'AccountIsRemoved', wasFull && 'BalanceTooLarge'].filter(Boolean);
        if (!isPayableNow || codes.length === 0) expect(refusal).toBeUndefined();
        else expect(codes).toContain(refusal);
        if (isPayableNow) seen[refusal === undefined ? 'paid' : wasRemoved ? 'removed' : 'full'] += 1;
      }
    }),
    { numRuns: runsOf(40), examples: [[[]], [removedOnce], [fullOnce]] },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

const revoke = (grantId = randomUUID() as string): AccountCommand => ({
  type: 'RevokeReward',
  grantId,
  reason: 'x',
});

/** The account after each of its events. */
function momentsOf(events: readonly AccountEvent[]) {
  let state = account.initialState;
  return events.map((event) => {
    state = account.evolve(state, event);
    return state;
  });
}
