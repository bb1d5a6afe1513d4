import { expect, test } from 'vitest';
import { admins } from '../../../ledger/admins/admins.ts';
import { presentAdmins } from './present-admins.ts';

const ROOT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ANNA = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const BEN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const names = new Map([[ANNA.toLowerCase(), 'anna']]);

const state = [
  { wallet: ANNA, addedBy: ROOT },
  { wallet: BEN, addedBy: ANNA },
].reduce((before, data) => admins.evolve(before, { type: 'AdminAdded', data }), admins.initialState);

test('the super admin comes first and is the original, whoever was added has been added by somebody', () => {
  expect(presentAdmins(ROOT, state, names)).toEqual([
    { id: ROOT, wallet_address: ROOT, added_by: null, is_active: true, isOriginal: true },
    {
      ...{ id: ANNA, wallet_address: ANNA, username: 'anna' },
      ...{ added_by: ROOT, is_active: true, isOriginal: false },
    },
    { id: BEN, wallet_address: BEN, added_by: ANNA, is_active: true, isOriginal: false },
  ]);
});

test('an admin who was made the super admin since stands there once, as the original', () => {
  expect(presentAdmins(ANNA.toLowerCase(), state, names)).toMatchObject([
    { username: 'anna', added_by: null, isOriginal: true },
    { wallet_address: BEN, added_by: ANNA, isOriginal: false },
  ]);
  expect(presentAdmins(ANNA, state, names)).toHaveLength(2);
});
