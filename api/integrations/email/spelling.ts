import type { EmailOwner } from '../../../ledger/accounts/email-owner.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import type { Vault } from '../../vault/vault.ts';

/**
 * Whether the address that an account has is a spelling of a mailbox; also where it cannot be read any more.
 * @param mailbox its hash, as mailboxes are told apart now
 */
export function isSpellingOf(
  vault: Pick<Vault, 'unseal' | 'emailHash'>,
  mailbox: string,
): (owner: EmailOwner) => Promise<boolean> {
  return async ({ userId, state: { email } }) => {
    if (!email) return false;
    try {
      const address = await vault.unseal('email', userId, email.sealedEmail);
      return address === undefined || vault.emailHash(address) === mailbox;
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return true;
    }
  };
}
