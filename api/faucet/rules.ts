import type { ClaimNeeds } from '../../contracts/constants.ts';
import type { Config } from '../config.ts';
import type { Trial } from '../embedded/trial.ts';

/** What keeps one person from drawing welcome bonuses with many wallets. */
export type FaucetRules = {
  /** What a claim asks of an account. */
  readonly claimNeeds: ClaimNeeds;
  /** Base units of welcome bonuses that are granted on one UTC day; undefined: any sum. */
  readonly issuanceADay: bigint | undefined;
  /** New accounts of one network within an hour; undefined: any number. */
  readonly accountsANetwork: number | undefined;
};

/** The rules of this moment: a local trial that has ended is held to those of a site. */
export function faucetRules({
  config,
  trial,
}: {
  readonly config: Pick<Config, 'faucet' | 'faucetOfSite'>;
  readonly trial: Trial;
}): FaucetRules {
  return trial.isOn() ? config.faucet : config.faucetOfSite;
}
