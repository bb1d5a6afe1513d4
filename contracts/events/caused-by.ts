/**
 * Who names what they act on as the cause of their events (`EventMetadata.cause`). The names stand in ledgers and never
 * change; an audit takes no other event that names a cause.
 */
export const CAUSED_BY = {
  massActs: 'mass-act-requests',
  /** The same in the first version. */
  massActsOfFirst: 'mass-acts',
  referrals: 'referral-rewards',
  /**
   * The friend bonus is the one payment of the process of referrals that does not go to the referrer: it has a cause of its
   * own name, because its account may be somebody's referrer, too, and is told of that in another lane.
   */
  friends: 'referral-friend',
  mailboxes: 'mailboxes',
  notary: 'notary',
} as const;
