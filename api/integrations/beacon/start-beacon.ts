import { join } from 'node:path';
import { QUICKNET } from '../../../ledger/proof/beacon.ts';
import type { Clock } from '../../http/clock.ts';
import type { BeaconSource } from './beacon.ts';
import type { RaffleConfig } from './config.ts';
import { type LocalBeacon, loadLocalBeaconKey, startLocalBeacon } from './local-beacon.ts';

/** Nobody is to wait long on a trial. */
const TRIAL_PERIOD_S = 1;

/** The beacon that a trial runs itself; its key stays in the data folder. */
export async function startTrialBeacon(dataDir: string, clock: Clock): Promise<LocalBeacon> {
  return startLocalBeacon(
    await loadLocalBeaconKey(join(dataDir, 'beacon.key'), clock(), TRIAL_PERIOD_S),
    clock,
  );
}

/** Where the rounds of raffles come from: the trial's own beacon, or drand. */
export function beaconSource(
  { relays, marginSeconds }: RaffleConfig,
  local: LocalBeacon | undefined,
): BeaconSource {
  if (local) return { beacon: local.beacon, relays: [local.url], marginSeconds };
  return { beacon: QUICKNET, relays, marginSeconds };
}
