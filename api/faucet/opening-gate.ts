import type { Pool } from 'pg';
import type { OpeningGate } from '../../ledger/accounts/open-account.ts';
import { findUserById } from '../../projector/read-models/users/queries.ts';
import type { Policies } from '../auth/policies.ts';
import type { Config } from '../config.ts';
import type { Trial } from '../embedded/trial.ts';
import type { Clock } from '../http/clock.ts';
import type { Vault } from '../vault/vault.ts';
import { placeWelcome } from './issuance.ts';
import { admitOpening } from './openings.ts';
import { faucetRules } from './rules.ts';

type GateParts = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly config: Config;
  readonly trial: Trial;
  readonly policies: Pick<Policies, 'roleOf'>;
};

/**
 * The gate for one sign-in. Who was given a right comes in at once, whatever others have opened from the same network.
 * @param address the caller's IP address, of which nothing but a keyed hash is kept
 */
export function openingGate(
  { pool, clock, vault, config, trial, policies }: GateParts,
  address: string,
): OpeningGate {
  const { accountsANetwork, issuanceADay } = faucetRules({ config, trial });
  return {
    async admit(walletAddress) {
      const caller = { network: vault.networkHash(address), walletAddress };
      const isUser = (await policies.roleOf(walletAddress)) === 'user';
      await admitOpening(pool, clock, caller, isUser ? accountsANetwork : undefined);
    },
    hasRoomFor: (userId, occurredAt) =>
      placeWelcome(pool, { userId, day: occurredAt.slice(0, 10) }, issuanceADay),
    revisionOf: async (userId) => (await findUserById(pool, userId))?.revision,
  };
}
