import type { Pool } from 'pg';
import type { OpeningGate } from '../../ledger/accounts/open-account.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Vault } from '../vault/vault.ts';
import { placeWelcome } from './issuance.ts';
import { admitOpening } from './openings.ts';

type GateParts = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly config: Config;
};

/** The gate for one sign-in. @param address the caller's IP address, of which nothing but a keyed hash is kept */
export function openingGate({ pool, clock, vault, config }: GateParts, address: string): OpeningGate {
  return {
    admit: (walletAddress) => {
      const caller = { network: vault.networkHash(address), walletAddress };
      return admitOpening(pool, clock, caller, config.accountsANetwork);
    },
    hasRoomFor: (userId, occurredAt) =>
      placeWelcome(pool, { userId, day: occurredAt.slice(0, 10) }, config.issuanceADay),
  };
}
