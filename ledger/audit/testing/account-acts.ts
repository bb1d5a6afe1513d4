import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { type Appended, appendEvents } from './append-events.ts';
import { exportText, faultIn } from './audit-text.ts';
import { withGrants } from './with-grants.ts';

export const [ANNA, BEN] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
];
export const HASH = 'e'.repeat(64);
export const walletOf = (userId: string) => `0x${userId.slice(0, 8).repeat(5)}`;
export const own = (userId: string, type: string, data: object = {}): Appended => ({
  stream: streamOf('account', userId),
  type,
  data,
});
export const reserved = (userId: string, stream: string): Appended => ({
  stream,
  type: 'Reserved',
  data: { userId },
});
export const opened = (userId: string): Appended[] => [
  reserved(userId, streamOf('wallet', walletOf(userId))),
  own(userId, 'AccountOpened', { source: 'wallet', walletAddress: walletOf(userId) }),
];
export const openedByEmail = (userId: string) => own(userId, 'AccountOpened', { source: 'email' });
export const mailbox = (userId: string, emailHash: string): Appended[] => [
  reserved(userId, streamOf('email', emailHash)),
  own(userId, 'EmailSignedUp', { emailHash, sealedEmail: 'sealed', marketingOptIn: false }),
  own(userId, 'EmailVerified', { emailHash }),
];
export const granted = (userId: string, source: string, amount: string, ref?: string): Appended => {
  const grantId = crypto.randomUUID();
  const data = { grantId, amount, source, reason: 'For something', ...(ref && { ref }) };
  return { ...own(userId, 'RewardGranted', data), ...(isOfFriends(source) && BY_PROGRAM) };
};
/** What only the program pays. */
export const isOfFriends = (source: string): boolean => source.startsWith('referral');
export const BY_PROGRAM = { actor: { kind: 'system' } } as const;
export const paid = (userId: string) => [
  granted(userId, 'email_signup', '2'),
  granted(userId, 'email_verification', '3'),
];
export const byAdmin = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
  right: { role: 'superAdmin' },
});

export const connected = (platformUserId: string): Appended[] => [
  reserved(ANNA, streamOf('social', `twitter-${platformUserId}`)),
  own(ANNA, 'SocialConnected', { platform: 'twitter', platformUserId, method: 'oauth' }),
];
export const followed = own(ANNA, 'TaskVerified', {
  ...{ platform: 'twitter', taskType: 'follow' },
  ...{ method: 'oauth', evidence: 'Following' },
});
export const checkedIn = (day: string, streak: number): Appended => ({
  ...own(ANNA, 'CheckedIn', { day, streak }),
  occurredAt: `${day}T10:00:00.000Z`,
});

type Options = Parameters<typeof faultIn>[1];
/**
 * The rule that the ledger breaks, and at which of the given events; undefined where it is sound. What is paid at once for
 * an act stands behind it.
 */
export const judge = async (appended: readonly Appended[], options: Options = {}) => {
  const all = withGrants(appended);
  const fault = await faultIn(await exportText(appendEvents([], all)), options);
  const given = all.slice(0, (fault?.at?.number ?? -1) + 1).filter(({ isAdded }) => !isAdded);
  return fault && [fault.rule, given.length - 1];
};

/** The last event breaks the rule. */
export const last = (appended: readonly Appended[], rule: string) => [rule, appended.length - 1];
