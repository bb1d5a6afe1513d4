import { describe, test } from 'vitest';
import {
  given,
  id,
  openAccount,
  opened,
  openedByEmail,
  removed,
  walletAddress,
  welcome,
} from './testing/account-events.ts';

describe('opening', () => {
  test('pays the welcome bonus in the same append', () => given().when(openAccount).then(opened, welcome));
  test('a second opening changes nothing', () => given(opened, welcome).when(openAccount).then());
  test('remembers who referred', () =>
    given()
      .when({ ...openAccount, referrerId: id(9) })
      .then(
        { type: 'AccountOpened', data: { source: 'wallet', walletAddress, referrerId: id(9) } },
        welcome,
      ));
  test('by email grants nothing', () => given().when({ type: 'OpenEmailAccount' }).then(openedByEmail));
});

describe('removing', () => {
  const remove = { type: 'RemoveAccount', reason: 'Removed by an admin' } as const;
  test('is one event', () => given(opened).when(remove).then(removed));
  test('twice is once', () => given(opened, removed).when(remove).then());
  test('can be taken back', () =>
    given(opened, removed).when({ type: 'ReinstateAccount' }).then({ type: 'AccountReinstated', data: {} }));
  test('opening again does not pay again', () => given(opened, welcome, removed).when(openAccount).then());
});
