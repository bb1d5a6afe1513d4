import type { Logger } from 'pino';
import { REFERRAL_FRIENDS_A_DOMAIN } from '../../contracts/constants.ts';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { FriendMailboxes } from '../../ledger/processes/referral-rewards.ts';
import type { Database } from '../../projector/database.ts';
import { addressToDecideBy } from '../vault/readable-address.ts';
import type { Vault } from '../vault/vault.ts';
import { ownMailDomain } from './own-mail-domain.ts';

/**
 * Pays for the first few friends of a referrer on a day whose mailboxes are at one domain of somebody's own, in the order
 * in which the ledger tells of them. Mailboxes at public providers are not counted.
 * It throws LedgerUnavailable where the node that was asked does not have the friend's proof yet, and where this replica does
 * not have the key of the vault.
 */
export function friendMailboxes(
  handler: CommandHandler,
  db: Database,
  vault: Pick<Vault, 'unseal' | 'mailDomainHash'>,
  logger: Pick<Logger, 'error'>,
): FriendMailboxes {
  return {
    async isPaidFor({ friendId, referrerId, day, emailHash }) {
      const { email, firstAct } = await readAccount(handler, friendId);
      // Who is asked about has proved a mailbox.
      if (firstAct === undefined) {
        throw new LedgerUnavailable(new Error(`the node that was asked lacks what ${friendId} has proved`));
      }
      // What was erased meanwhile, or does not open, counts as mail of one domain, whichever address was named since.
      const proved = email?.emailHash === emailHash ? email : undefined;
      const address = proved && (await addressToDecideBy({ vault, logger }, friendId, proved.sealedEmail));
      const domain = address === undefined ? '' : ownMailDomain(address);
      if (domain === undefined) return true;
      return decideFriend(db, { friendId, referrerId, day, domain: vault.mailDomainHash(domain) });
    },
  };
}

type Friend = {
  readonly friendId: string;
  readonly referrerId: string;
  readonly day: string;
  readonly domain: string;
};

/** In one question, so that a replica that stands still keeps nobody of the same referrer waiting. */
export async function decideFriend(
  db: Database,
  { friendId, referrerId, day, domain }: Friend,
): Promise<boolean> {
  const { rows } = await db.query<{ is_paid: boolean | null }>(
    'select faucet.decide_friend($1, $2, $3, $4, $5, $6) as is_paid',
    [LOCK, friendId, referrerId, day, domain, REFERRAL_FRIENDS_A_DOMAIN],
  );
  const isPaid = rows[0]?.is_paid ?? undefined;
  if (isPaid === undefined) throw new Error('what was decided about a friend is not there');
  return isPaid;
}

/** The first half of the keys of this lock; any number that no other advisory lock of the program uses. */
const LOCK = 3_424_102;
