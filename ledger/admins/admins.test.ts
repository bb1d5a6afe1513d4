import { describe, expect, test } from 'vitest';
import type { AdminEvent } from '../../contracts/events/admins.ts';
import { givenFor } from '../testing/given.ts';
import {
  AdminNotFound,
  type AdminsCommand,
  AlreadyAnAdmin,
  admins,
  isAdmin,
  NotAnAdmin,
  NotTheSuperAdmin,
  OriginalAdmin,
} from './admins.ts';

const given = givenFor(admins);
const address = (digit: string) => `0x${digit.repeat(40)}`;
const [superAdmin, anna, ben] = [address('A'), address('B'), address('C')];

const add = (wallet: string, by: string): AdminsCommand => ({ type: 'AddAdmin', wallet, by, superAdmin });
const remove = (wallet: string, by: string): AdminsCommand => ({
  type: 'RemoveAdmin',
  wallet,
  by,
  superAdmin,
});
const added = (wallet: string, addedBy = superAdmin): AdminEvent => ({
  type: 'AdminAdded',
  data: { wallet, addedBy },
});
const removed = (wallet: string): AdminEvent => ({
  type: 'AdminRemoved',
  data: { wallet, removedBy: superAdmin },
});

describe('adding', () => {
  test('by the super admin, whatever the case of the address', () =>
    given().when(add(anna, superAdmin.toLowerCase())).then(added(anna, superAdmin.toLowerCase())));
  test('by any admin', () => given(added(anna)).when(add(ben, anna)).then(added(ben, anna)));
  test('not by anybody else', () => given().when(add(ben, anna)).fails(NotAnAdmin));
  test('not by one who was removed', () =>
    given(added(anna), removed(anna)).when(add(ben, anna)).fails(NotAnAdmin));
  test('not twice, in any case', () =>
    given(added(anna)).when(add(anna.toLowerCase(), superAdmin)).fails(AlreadyAnAdmin));
  test('not the super admin', () => given().when(add(superAdmin, superAdmin)).fails(AlreadyAnAdmin));
});

describe('removing', () => {
  test('by the super admin', () => given(added(anna)).when(remove(anna, superAdmin)).then(removed(anna)));
  test('not by another admin', () =>
    given(added(anna), added(ben)).when(remove(ben, anna)).fails(NotTheSuperAdmin));
  test('not by oneself', () => given(added(anna)).when(remove(anna, anna)).fails(NotTheSuperAdmin));
  test('never the original', () => given().when(remove(superAdmin, superAdmin)).fails(OriginalAdmin));
  test('only who is one', () => given().when(remove(anna, superAdmin)).fails(AdminNotFound));
});

test('rights follow the events', () => {
  const after = (...events: AdminEvent[]) => events.reduce(admins.evolve, admins.initialState);
  expect(isAdmin(after(added(anna)), anna.toLowerCase())).toBe(true);
  expect(isAdmin(after(added(anna), removed(anna)), anna)).toBe(false);
  expect(isAdmin(after(added(anna), removed(anna), added(anna)), anna)).toBe(true);
});
