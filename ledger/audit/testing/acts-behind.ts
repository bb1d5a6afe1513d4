import type { EventMetadata } from '../../../contracts/events/event.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { BY_PROGRAM, isOfFriends } from './account-acts.ts';
import type { Appended } from './append-events.ts';
import { mixedLedger } from './simulated-ledger.ts';

/** A ledger of a community that has claimed, drawn raffles, named admins and been through mass acts. */
export const livedLedger = () =>
  mixedLedger(
    ['RewardsClaimed', 'PrizePaid', 'MassClearCompleted', 'RewardsReset', 'AdminAdded', 'SocialConnected'],
    110,
  );

/** Wallets that the ledger does not know. */
export const ANOTHER = `0x${'6'.repeat(40)}`;
export const THIRD = `0x${'7'.repeat(40)}`;

export const bySystem = (appended: Appended): Appended => ({ ...appended, actor: { kind: 'system' } });

/** By an admin, without saying by which right. */
export const by = (wallet: string, { stream, type, data }: Appended): Appended => ({
  ...{ stream, type, data },
  actor: { kind: 'admin', wallet },
});

/** Refusals that were counted, by nobody yet. */
export const refusals: Appended = {
  ...{ stream: 'access-log-2026-03-01', type: 'DenialsCounted' },
  data: {
    ...{ from: '2026-03-01T09:59:00.000Z', to: '2026-03-01T10:00:00.000Z', count: 3, wallets: 1 },
    most: [{ wallet: ANOTHER, count: 3 }],
  },
};

export const naming = (wallet: string, addedBy: string): Appended => ({
  stream: 'admins',
  type: 'AdminAdded',
  data: { wallet, addedBy },
});

export function opening(userId: string, referrerId?: string): Appended[] {
  const walletAddress = `0x${userId.replaceAll('-', '')}${userId.slice(0, 8)}`;
  const data = { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) };
  return [
    { stream: streamOf('wallet', walletAddress), type: 'Reserved', data: { userId } },
    { stream: streamOf('account', userId), type: 'AccountOpened', data },
  ];
}

export const granting = (userId: string, source: string, amount: string, ref: string): Appended => ({
  stream: streamOf('account', userId),
  type: 'RewardGranted',
  data: { grantId: crypto.randomUUID(), amount, source, reason: 'For something', ref },
  ...(isOfFriends(source) && BY_PROGRAM),
});

export const checkingIn = (userId: string, day: string, streak: number): Appended => ({
  stream: streamOf('account', userId),
  type: 'CheckedIn',
  data: { day, streak },
});

/** Behind which an account is not as most are. */
const TOUCHED: ReadonlySet<string> = new Set(['AccountRemoved', 'ClaimsHeld', 'PersonalDataErased']);

/** Acts of the super admin of a ledger, and events of one of its accounts, which is open and has never had a claim held. */
export function actsBehind(plain: () => readonly ExportedEvent[]) {
  const root = () => {
    const act = plain().find(({ metadata }) => (metadata as EventMetadata).right?.role === 'superAdmin');
    return (act?.metadata as EventMetadata | undefined)?.actor.wallet ?? '';
  };
  const byRoot = (appended: Appended): Appended => ({
    ...appended,
    actor: { kind: 'admin', wallet: root() },
    right: { role: 'superAdmin' },
  });
  const userId = () => {
    const touched = new Set(plain().flatMap(({ type, stream }) => (TOUCHED.has(type) ? [stream] : [])));
    const opened = plain().findLast(({ type, stream }) => type === 'AccountOpened' && !touched.has(stream));
    return (opened?.stream ?? '').replace('account-', '');
  };
  const own = (type: string, data: object): Appended => ({ stream: `account-${userId()}`, type, data });
  return {
    root,
    byRoot,
    userId,
    own,
    /** On a day on which nothing else was sent. */
    grant: (grantId: string, amount: string): Appended => ({
      ...byRoot(own('RewardGranted', { grantId, amount, source: 'admin', reason: 'Well done' })),
      occurredAt: '2031-04-01T10:00:00.000Z',
    }),
    place: (grantId: string, amount: string, day = '2031-04-01'): Appended =>
      byRoot({
        stream: streamOf('rewards-by-hand', day),
        occurredAt: '2031-04-01T10:00:00.000Z',
        type: 'RewardReserved',
        data: { grantId, userId: userId(), amount, limit: '100' },
      }),
    ask: (requestId: string, more: object = {}): Appended =>
      byRoot({
        stream: streamOf('reward-request', requestId),
        type: 'RewardRequested',
        data: {
          userId: userId(),
          amount: '5000',
          reason: 'Well done',
          above: 'reward',
          requestedBy: root(),
          namedBySuperAdmin: root(),
          expiresAt: '2026-03-08T10:00:00.000Z',
          ...more,
        },
      }),
    named: (wallet = ANOTHER): Appended => byRoot(naming(wallet, root())),
    removedAdmin: (wallet: string): Appended =>
      byRoot({ stream: 'admins', type: 'AdminRemoved', data: { wallet, removedBy: root() } }),
    held: (holdId: string = crypto.randomUUID()): Appended =>
      byRoot(own('ClaimsHeld', { holdId, reason: 'Looked at' })),
    massClear: (requestId: string): Appended =>
      byRoot({ stream: 'mass-acts', type: 'MassClearRequested', data: { requestId, reason: 'x' } }),
    cleared: (): Appended => bySystem(own('BalanceCleared', { amount: '7', reason: 'x' })),
  };
}
