import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { account } from './account.ts';
import type { AccountCommand } from './commands.ts';
import {
  AccountNotFound,
  ErasedMeanwhile,
  IdentityNeeded,
  PlatformAlreadyConnected,
  TaskAlreadyVerified,
} from './errors.ts';
import {
  claimed,
  given,
  granted,
  id,
  opened,
  removed,
  walletAddress,
  welcome,
} from './testing/account-events.ts';

const emailHash = 'a'.repeat(64);
const signUp: AccountCommand = {
  type: 'SignUpEmail',
  emailHash,
  sealedEmail: 'sealed anew',
  marketingOptIn: false,
};
const signedUp: AccountEvent = {
  type: 'EmailSignedUp',
  data: { emailHash, sealedEmail: 'sealed', marketingOptIn: true },
};
const verified: AccountEvent = { type: 'EmailVerified', data: { emailHash } };
const paidForEmail = granted('3', { source: 'email_verification', reason: 'Email verified' });
const named: AccountEvent = { type: 'UsernameChanged', data: { username: 'Anna', use: 1, likenessUse: 2 } };
const typed: AccountEvent = {
  type: 'SocialConnected',
  data: { platform: 'instagram', ...sealedHandle('anna'), method: 'handle' },
};
const confirmed: AccountEvent = {
  type: 'SocialConnected',
  data: { platform: 'twitter', ...sealedHandle('anna'), platformUserId: '42', method: 'oauth' },
};
const followed: AccountEvent = {
  type: 'TaskVerified',
  data: { platform: 'twitter', taskType: 'follow', method: 'oauth', evidence: 'following: true' },
};
const erase: AccountCommand = { type: 'ErasePersonalData', reason: 'Asked by mail' };
const erased = (reason?: string): AccountEvent => ({
  type: 'PersonalDataErased',
  data: reason === undefined ? {} : { reason },
});
const everything = [opened, welcome, named, signedUp, verified, paidForEmail, typed, confirmed, followed];

describe('erasing personal data', () => {
  test('is one event, with the reason that was given', () => {
    given(...everything)
      .when(erase)
      .then(erased('Asked by mail'));
    given(...everything)
      .when({ type: 'ErasePersonalData' })
      .then(erased());
  });
  test('is for removed accounts, too, and for no account that is not there', () => {
    given(...everything, removed)
      .when(erase)
      .then(erased('Asked by mail'));
    given().when(erase).fails(AccountNotFound);
  });
  test('is done once, until something personal comes again', () => {
    given(...everything, erased())
      .when(erase)
      .then();
    given(...everything, erased(), granted('1'))
      .when(erase)
      .then();
    for (const again of [named, signedUp, typed]) {
      given(...everything, erased(), again)
        .when(erase)
        .then(erased('Asked by mail'));
    }
  });
});

describe('an account whose personal data were erased', () => {
  const state = [...everything, erased()].reduce(account.evolve, account.initialState);

  test('names nobody, whoever reads its state', () => {
    const { username, usernameUse, likenessUse, email, socials } = state;
    expect({ username, usernameUse, likenessUse, email }).toEqual({});
    expect(socials).toEqual({ twitter: { platformUserId: '42' } });
    expect(JSON.stringify({ ...state, granted: '', mostGranted: '', claimed: '' })).not.toMatch(
      /sealed|Anna|a{64}/,
    );
  });
  test('keeps its wallet and its EVO, and claims as before', () => {
    expect(state.walletAddress).toBe(walletAddress);
    given(...everything, erased())
      .when({ type: 'ClaimRewards', claimId: id(2), needs: 'identity' })
      .then(claimed('103'));
  });
  test('that had proven nothing has proven nothing', () =>
    given(opened, welcome, signedUp, typed, erased())
      .when({ type: 'ClaimRewards', claimId: id(2), needs: 'identity' })
      .fails(IdentityNeeded));
  test('that had proven itself before the last but one time still has, also by a mailbox alone', () => {
    const byMailbox = [opened, welcome, signedUp, verified, paidForEmail];
    for (const before of [everything, byMailbox]) {
      given(...before, erased(), typed, erased())
        .when({ type: 'ClaimRewards', claimId: id(2), needs: 'identity' })
        .then(claimed('103'));
    }
  });
  test('is paid for no mailbox, platform or task a second time', () => {
    const again = [...everything, erased()];
    given(...again, signedUp)
      .when({ type: 'VerifyEmail', emailHash, grantIds: [id(7), id(8)] })
      .then(verified);
    const confirm = {
      type: 'ConfirmSocial',
      platform: 'twitter',
      ...sealedHandle('anna'),
      method: 'oauth',
      grantId: id(3),
    } as const;
    given(...again)
      .when({ ...confirm, platformUserId: '42' })
      .then();
    given(...again)
      .when({ ...confirm, platformUserId: '43' })
      .fails(PlatformAlreadyConnected);
    given(...again)
      .when({
        type: 'ConfirmTask',
        platform: 'twitter',
        taskType: 'follow',
        method: 'oauth',
        evidence: 'following: true',
        grantId: id(3),
      })
      .fails(TaskAlreadyVerified);
  });
  test('may give an address and a typed handle anew', () => {
    const { marketingOptIn } = signUp;
    given(...everything, erased())
      .when({ ...signUp, sealedAfter: 1 })
      .then({ type: 'EmailSignedUp', data: { emailHash, sealedEmail: 'sealed anew', marketingOptIn } });
    given(...everything, erased())
      .when({ type: 'NameSocialHandle', platform: 'instagram', ...sealedHandle('anna'), sealedAfter: 1 })
      .then(typed);
  });
  test('has nothing that was sealed before its last erasure: nobody could open it', () => {
    const name = { type: 'NameSocialHandle', platform: 'instagram', ...sealedHandle('anna') } as const;
    const confirm = {
      ...({ type: 'ConfirmSocial', platform: 'youtube', method: 'oauth' } as const),
      ...{ ...sealedHandle('anna'), platformUserId: '7', grantId: id(3) },
    };
    for (const command of [signUp, name, confirm]) {
      given(...everything, erased())
        .when(command)
        .fails(ErasedMeanwhile);
      given(...everything, erased(), named, erased())
        .when({ ...command, sealedAfter: 1 })
        .fails(ErasedMeanwhile);
    }
    given(...everything, erased(), named, erased())
      .when({ ...name, sealedAfter: 2 })
      .then(typed);
  });
  test('earns as before', () =>
    given(...everything, erased())
      .when({ type: 'GrantReward', grantId: id(3), amount: ONE_EVO, source: 'streak', reason: 'Streak' })
      .then(granted('1', { source: 'streak', reason: 'Streak' })));
});
