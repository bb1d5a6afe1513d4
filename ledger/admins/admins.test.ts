import { describe, expect, test } from 'vitest';
import type { AdminEvent } from '../../contracts/events/admins.ts';
import { givenFor } from '../testing/given.ts';
import {
  AdminNotFound,
  type AdminsCommand,
  AlreadyAnAdmin,
  AlreadyAnAuditor,
  AuditorNotFound,
  admins,
  isAdmin,
  isAuditor,
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

const audit = (wallet: string, by = superAdmin): AdminsCommand => ({
  ...add(wallet, by),
  type: 'AddAuditor',
});
const unaudit = (wallet: string, by = superAdmin): AdminsCommand => ({
  ...add(wallet, by),
  type: 'RemoveAuditor',
});
const audits = (wallet: string): AdminEvent => ({
  type: 'AuditorAdded',
  data: { wallet, addedBy: superAdmin },
});
const auditsNoMore = (wallet: string): AdminEvent => ({
  type: 'AuditorRemoved',
  data: { wallet, removedBy: superAdmin },
});

describe('auditors', () => {
  test('are added by the super admin', () => given().when(audit(anna)).then(audits(anna)));
  test('and by no admin', () => given(added(anna)).when(audit(ben, anna)).fails(NotTheSuperAdmin));
  test('nor by anybody else', () => given().when(audit(ben, anna)).fails(NotAnAdmin));
  test('nor by an auditor', () => given(audits(anna)).when(audit(ben, anna)).fails(NotAnAdmin));
  test('not twice, in any case', () =>
    given(audits(anna)).when(audit(anna.toLowerCase())).fails(AlreadyAnAuditor));
  test('an admin is none, nor is the super admin', () => {
    given(added(anna)).when(audit(anna)).fails(AlreadyAnAdmin);
    given().when(audit(superAdmin.toLowerCase())).fails(AlreadyAnAdmin);
  });
  test('one does not become an admin before the right is taken, whoever asks', () => {
    given(audits(anna)).when(add(anna, superAdmin)).fails(AlreadyAnAuditor);
    given(added(ben), audits(anna)).when(add(anna, ben)).fails(AlreadyAnAuditor);
    given(audits(anna), auditsNoMore(anna)).when(add(anna, superAdmin)).then(added(anna));
  });
  test('one has no right of an admin', () => given(audits(anna)).when(add(ben, anna)).fails(NotAnAdmin));
  test('are removed by the super admin alone', () => {
    for (const wallet of [anna, anna.toLowerCase()])
      given(audits(anna)).when(unaudit(wallet)).then(auditsNoMore(anna));
    given(added(ben), audits(anna)).when(unaudit(anna, ben)).fails(NotTheSuperAdmin);
    given(added(anna)).when(unaudit(anna)).fails(AuditorNotFound);
    given(audits(anna)).when(remove(anna, superAdmin)).fails(AdminNotFound);
  });
  test('follow the events, and are no admins', () => {
    const rightsOf = (...events: AdminEvent[]) => events.reduce(admins.evolve, admins.initialState);
    expect(isAuditor(rightsOf(audits(anna)), anna.toLowerCase())).toBe(true);
    expect(isAdmin(rightsOf(audits(anna)), anna)).toBe(false);
    expect(isAuditor(rightsOf(audits(anna), auditsNoMore(anna)), anna)).toBe(false);
    expect(isAuditor(rightsOf(added(anna)), anna)).toBe(false);
  });
});

test('rights follow the events', () => {
  const after = (...events: AdminEvent[]) => events.reduce(admins.evolve, admins.initialState);
  expect(isAdmin(after(added(anna)), anna.toLowerCase())).toBe(true);
  expect(isAdmin(after(added(anna), removed(anna)), anna)).toBe(false);
  expect(isAdmin(after(added(anna), removed(anna), added(anna)), anna)).toBe(true);
});
