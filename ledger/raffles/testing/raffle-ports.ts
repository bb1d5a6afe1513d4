import { createHash } from 'node:crypto';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { freezeEntries, packIds } from '../../proof/frozen-entries.ts';
import { testUserId } from '../../testing/publish-proof.ts';
import type { RafflePorts } from '../raffle-ports.ts';

export const SEED = '07'.repeat(32);
export const SEED_HASH = createHash('sha256').update(Buffer.from(SEED, 'hex')).digest('hex');

/** The wallet of a test's user, in the order of `testUserId`. */
export const walletOf = (userId: string): string => `0x${userId.slice(-12).padStart(40, '1')}`;

/**
 * What a draw needs from outside the ledger, in memory: so many users who are eligible, one seed for all raffles, and
 * neither a chain nor a beacon unless `more` has one.
 */
export function portsFor(users: number, more: Partial<RafflePorts> = {}): RafflePorts {
  const userIds = Array.from({ length: users }, (_, n) => testUserId(n));
  const kept = new Map<string, LedgerPosition>();
  return {
    createSeed: async () => SEED_HASH,
    revealSeed: async (hash) => (hash === SEED_HASH ? SEED : undefined),
    countEligible: async () => users,
    async freezeEligible(raffleId, from) {
      const position = kept.get(raffleId) ?? from;
      kept.set(raffleId, position);
      return position;
    },
    entriesOf: async (raffleId) => freezeEntries(raffleId, packIds(userIds)),
    keptUsers: async (_, ids) =>
      new Map(
        ids.map((userId) => [
          userId,
          { userId, username: `user_${userId.slice(-2)}`, walletAddress: walletOf(userId) },
        ]),
      ),
    nameBlock: async () => undefined,
    isBlockToCome: async () => true,
    blockHash: () => Promise.reject(new Error('no chain is set')),
    beacon: () => undefined,
    pinRound: () => Promise.reject(new Error('no beacon is set')),
    stillToCome: () => true,
    roundSignature: () => Promise.reject(new Error('no beacon is set')),
    ...more,
  };
}
