import { expect, test } from 'vitest';
import { canonicalEmail } from '../../../contracts/canonical-email.ts';
import type { EmailOwner } from '../../../ledger/accounts/email-owner.ts';
import { closedAccount } from '../../../ledger/accounts/state.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import { isSpellingOf } from './spelling.ts';

const email = { emailHash: 'a'.repeat(64), sealedEmail: 'sealed', marketingOptIn: false, verified: true };
const owner = (more: Partial<EmailOwner['state']> = { email }): EmailOwner => ({
  userId: 'anna',
  state: { ...closedAccount, ...more },
  confirmed: false,
  sealedEmail: undefined,
});

/** Whether an account whose address opens to this has a spelling of anna@proton.me. */
const isSpelling = (open: () => string | undefined, of = owner()) =>
  isSpellingOf(
    { unseal: async () => open(), emailHash: canonicalEmail },
    canonicalEmail('anna@proton.me'),
  )(of);

test('a mailbox is told by the address that the account has, however it is spelled', async () => {
  expect(await isSpelling(() => 'An.Na+evo@pm.me')).toBe(true);
  expect(await isSpelling(() => 'ben@proton.me')).toBe(false);
  expect(await isSpelling(() => 'anna@proton.me', owner({}))).toBe(false);
});

test('an address that cannot be read any more may be any: nobody is paid a second time for it', async () => {
  expect(await isSpelling(() => undefined)).toBe(true);
  const broken = () => {
    throw new SealBroken();
  };
  expect(await isSpelling(broken)).toBe(true);
  const away = () => {
    throw new Error('the database is away');
  };
  await expect(isSpelling(away)).rejects.toThrow('away');
});
