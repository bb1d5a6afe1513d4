import type { Pool } from 'pg';
import { REFERRAL_FRIENDS_A_DOMAIN } from '../../contracts/constants.ts';
import { ownMailDomain } from '../../contracts/mail-domain.ts';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { FriendMailboxes } from '../../ledger/processes/referral-rewards.ts';
import { inTransaction } from '../../projector/database.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * Pays for the first few friends of a referrer on a day whose mailboxes are at one domain of somebody's own, in the order
 * in which the ledger tells of them. Mailboxes at public providers are not counted.
 */
export function friendMailboxes(handler: CommandHandler, pool: Pool, vault: Vault): FriendMailboxes {
  return {
    async isPaidFor({ friendId, referrerId, day }) {
      const { email } = await readAccount(handler, friendId);
      const address = email && (await vault.unseal('email', friendId, email.sealedEmail));
      // What was erased meanwhile counts as mail of one domain.
      const domain = address === undefined ? '' : ownMailDomain(address);
      if (domain === undefined) return true;
      return decide(pool, { friendId, referrerId, day, domain: vault.mailDomainHash(domain) });
    },
  };
}

type Friend = {
  readonly friendId: string;
  readonly referrerId: string;
  readonly day: string;
  readonly domain: string;
};

function decide(pool: Pool, { friendId, referrerId, day, domain }: Friend): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, referrerId]);
    await client.query(
      `insert into faucet.friend_mailboxes (friend_id, referrer_id, day, domain, is_paid)
       select $1, $2, $3::date, $4, count(*) < $5 from faucet.friend_mailboxes
       where referrer_id = $2 and day = $3::date and domain = $4 and is_paid
       on conflict (friend_id) do nothing`,
      [friendId, referrerId, day, domain, REFERRAL_FRIENDS_A_DOMAIN],
    );
    const { rows } = await client.query<{ is_paid: boolean }>(
      'select is_paid from faucet.friend_mailboxes where friend_id = $1',
      [friendId],
    );
    if (!rows[0]) throw new Error('what was decided about a friend is not there');
    return rows[0].is_paid;
  });
}

/** The first half of the keys of this lock; any number that no other advisory lock of the program uses. */
const LOCK = 3_424_102;
