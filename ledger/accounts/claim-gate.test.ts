import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { DomainError } from '../domain-error.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { account } from './account.ts';
import type { AccountCommand } from './commands.ts';
import { ClaimsAreHeld, ClaimsHeldAlready, ClaimsNotHeld, IdentityNeeded, NothingToClaim } from './errors.ts';
import { closedAccount, hasProvenIdentity } from './state.ts';
import {
  claim,
  claimed,
  given,
  granted,
  id,
  openAccount,
  opened,
  welcome,
} from './testing/account-events.ts';

const emailHash = 'a'.repeat(64);
const signedUp: AccountEvent = {
  type: 'EmailSignedUp',
  data: { emailHash, sealedEmail: 'sealed', marketingOptIn: false },
};
const verified: AccountEvent = { type: 'EmailVerified', data: { emailHash } };
const typed: AccountEvent = {
  type: 'SocialConnected',
  data: { platform: 'twitter', ...sealedHandle('anna'), method: 'handle' },
};
const confirmed: AccountEvent = {
  type: 'SocialConnected',
  data: { platform: 'twitter', ...sealedHandle('anna'), platformUserId: '1', method: 'oauth' },
};
const held = (n: number, again?: string): AccountEvent => ({
  type: 'ClaimsHeld',
  data: { holdId: id(n), reason: 'A farm', ...(again !== undefined && { again }) },
});
const released = (n: number): AccountEvent => ({
  type: 'ClaimsReleased',
  data: { holdId: id(n), reason: 'No farm' },
});
const gatedClaim: AccountCommand = { type: 'ClaimRewards', claimId: id(2), needs: 'identity' };
const hold = (n: number, again?: string): AccountCommand => ({
  type: 'HoldClaims',
  holdId: id(n),
  reason: 'A farm',
  ...(again !== undefined && { again }),
});
const release = (holdId?: string): AccountCommand => ({
  type: 'ReleaseClaims',
  reason: 'No farm',
  ...(holdId !== undefined && { holdId }),
});

test('a claim that needs an identity is refused until the mailbox or a platform has confirmed one', () => {
  given(opened, welcome).when(gatedClaim).fails(IdentityNeeded);
  given(opened, welcome, signedUp).when(gatedClaim).fails(IdentityNeeded);
  given(opened, welcome, typed).when(gatedClaim).fails(IdentityNeeded);
  given(opened, welcome, signedUp, verified).when(gatedClaim).then(claimed('100'));
  given(opened, welcome, confirmed).when(gatedClaim).then(claimed('100'));
  given(opened, welcome).when(claim).then(claimed('100'));
  given(opened).when(gatedClaim).fails(NothingToClaim);
});

test('a platform account that is taken back by a typed handle proves nothing any more', () =>
  given(opened, welcome, confirmed, typed).when(gatedClaim).fails(IdentityNeeded));

test('held claims are refused until they are released, whatever the account has proven', () => {
  given(opened, welcome, confirmed, held(4)).when(gatedClaim).fails(ClaimsAreHeld);
  given(opened, welcome, held(4)).when(claim).fails(ClaimsAreHeld);
  given(opened, welcome, held(4), released(4)).when(claim).then(claimed('100'));
  given(opened, welcome, held(4), released(4), held(5)).when(claim).fails(ClaimsAreHeld);
});

test('a hold is begun once and released once', () => {
  given(opened).when(hold(4)).then(held(4));
  given(opened, held(4)).when(hold(5)).fails(ClaimsHeldAlready);
  given(opened, held(4)).when(release()).then(released(4));
  given(opened).when(release()).fails(ClaimsNotHeld);
  given(opened, held(4), released(4)).when(release()).fails(ClaimsNotHeld);
});

test('undoing a hold or a release touches that one alone', () => {
  given(opened, held(4), released(4), held(5))
    .when(release(id(4)))
    .fails(ClaimsNotHeld);
  given(opened, held(4), released(4))
    .when(hold(6, id(4)))
    .then(held(6, id(4)));
  given(opened, held(4), released(4), held(5), released(5))
    .when(hold(6, id(4)))
    .fails(ClaimsNotHeld);
  given(opened, held(4), released(4), held(6, id(4)), released(6))
    .when(hold(7, id(4)))
    .fails(ClaimsNotHeld);
});

test('a welcome bonus that had to wait is granted once, with a later sign-in', () => {
  const { welcome: bonus, ...waiting } = openAccount;
  given().when(waiting).then(opened);
  given(opened).when(waiting).then();
  given(opened)
    .when({ ...waiting, welcome: bonus! })
    .then(welcome);
  given(opened, welcome).when(openAccount).then();
  given(opened, welcome, claimed('100')).when(openAccount).then();
  const reset: AccountEvent = {
    type: 'RewardsReset',
    data: { resetId: id(9), total: '100', claimed: '0' },
  };
  given(opened, welcome, reset).when(openAccount).then();
  given(opened, { type: 'AccountRemoved', data: { reason: 'A farm' } })
    .when(openAccount)
    .then();
});

test('ten thousand wallets that prove nothing claim nothing', () => {
  let paid = 0;
  for (let wallet = 0; wallet < 10_000; wallet += 1) {
    const state = account.decide(openAccount, closedAccount).reduce(account.evolve, closedAccount);
    expect(state.granted).toBeGreaterThan(0n);
    try {
      paid += account.decide(gatedClaim, state).length;
    } catch (refusal) {
      if (!(refusal instanceof IdentityNeeded)) throw refusal;
    }
  }
  expect(paid).toBe(0);
});

test('whatever happens, nothing is claimed while claims are held or without a proven identity', () => {
  const step = fc.constantFrom<AccountCommand>(
    openAccount,
    gatedClaim,
    hold(4),
    release(),
    { type: 'SignUpEmail', emailHash, sealedEmail: 'sealed', marketingOptIn: false },
    { type: 'VerifyEmail', emailHash, grantIds: [id(7), id(8)] },
    { type: 'NameSocialHandle', platform: 'twitter', ...sealedHandle('anna') },
    { type: 'GrantReward', grantId: id(3), amount: 5n, source: 'admin', reason: 'Well done' },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (commands) => {
      let state = closedAccount;
      let isHeld = false;
      for (const command of commands) {
        try {
          const events = account.decide(command, state);
          for (const event of events) {
            if (event.type === 'RewardsClaimed') {
              expect(isHeld).toBe(false);
              expect(hasProvenIdentity(state)).toBe(true);
            }
            if (event.type === 'ClaimsHeld') isHeld = true;
            if (event.type === 'ClaimsReleased') isHeld = false;
            state = account.evolve(state, event);
          }
        } catch (refusal) {
          if (!(refusal instanceof DomainError)) throw refusal;
        }
      }
    }),
  );
});

test('what is granted while claims are held stays pending', () =>
  given(opened, held(4), granted('25'), released(4)).when(claim).then(claimed('25')));
