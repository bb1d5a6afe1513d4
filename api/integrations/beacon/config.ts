import * as z from 'zod/mini';
import { bareAddress } from '../../../contracts/bare-address.ts';
import { namesUser } from '../../names-user.ts';

/** What the winners of a raffle that begins now follow from, beside its seed. */
export type RaffleRandomness = 'beacon' | 'block' | 'seed';

export type RaffleConfig = {
  readonly randomness: RaffleRandomness;
  /** Whether the program runs a beacon itself, for a trial. */
  readonly isLocalBeacon: boolean;
  /** Of drand; without trailing slashes. */
  readonly relays: readonly string[];
  /** Seconds from the freezing of entries to their round, at the least. */
  readonly marginSeconds: number;
};

type Settings = {
  readonly RAFFLE_RANDOMNESS?: RaffleRandomness | undefined;
  readonly RPC_URL?: string | undefined;
  readonly BEACON_RELAYS?: readonly string[] | undefined;
  readonly BEACON_MARGIN?: number | undefined;
};

/** A trial runs a beacon of its own, since it may have no way to the internet; it is never called drand. */
export function rafflesOf(value: Settings, isTrial: boolean): RaffleConfig {
  const isLocal = isTrial && value.BEACON_RELAYS === undefined;
  return {
    randomness: value.RAFFLE_RANDOMNESS ?? (isLocal && value.RPC_URL !== undefined ? 'block' : 'beacon'),
    isLocalBeacon: isLocal,
    relays: value.BEACON_RELAYS ?? (isTrial ? [] : DRAND_RELAYS),
    marginSeconds: value.BEACON_MARGIN ?? (isLocal ? LOCAL_MARGIN_S : MARGIN_S),
  };
}

/** Of the League of Entropy: https://docs.drand.love/docs/dev-guide/developer/http-api. */
const DRAND_RELAYS = ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh'];
/** More than the slowest append takes, a clock that is off, and a seal of the ledger in between. */
const MARGIN_S = 30;
/** More than the slowest append takes: nobody is to wait long on a trial. */
const LOCAL_MARGIN_S = 5;

/** Addresses with commas between them; the output has no trailing slashes. */
export const relayList = z.pipe(
  z.string(),
  z.transform((text, ctx) => {
    const relays = text.split(',').map((one) => bareAddress(one.trim()));
    const isRelay = (one: string) =>
      URL.canParse(one) && /^https?:$/.test(new URL(one).protocol) && !namesUser(one);
    if (relays.every(isRelay)) return relays;
    const message = 'must be URLs of https:// or http:// without a user, with commas between them';
    ctx.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  }),
);
