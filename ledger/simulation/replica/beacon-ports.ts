import { firstRoundFrom, roundTime } from '../../proof/beacon.ts';
import type { OwnBeacon } from '../../raffles/own-beacon.ts';
import { BeaconLate, type RafflePorts } from '../../raffles/raffle-ports.ts';
import { nextCall } from '../world/errand.ts';
import type { Life } from '../world/life.ts';
import { EPOCH, type World } from '../world/world.ts';

const MARGIN_S = 10;
/** Milliseconds after its time that a replica waits for a round. */
const PATIENCE = 20_000;

/** The beacon as a replica has it: its relays are silent now and then, and its own clock may be off. */
export function beaconPorts(
  world: World,
  source: OwnBeacon | undefined,
  life: Life,
  clock: () => string,
): Pick<RafflePorts, 'beacon' | 'pinRound' | 'stillToCome' | 'roundSignature'> {
  const isMuted = (what: string) => world.chance.of(nextCall(what)) < 0.05;
  return {
    beacon: () => source && { ...source.beacon, marginSeconds: MARGIN_S },
    async pinRound(rule) {
      const at = clock();
      const newest = isMuted('ask for the newest round') ? 0 : EPOCH + world.now;
      const from = Math.max(Date.parse(at), newest) + rule.marginSeconds * 1_000;
      return { round: firstRoundFrom(rule, from), at };
    },
    stillToCome: (rule, round) => roundTime(rule, round) > Date.parse(clock()),
    async roundSignature(rule, round) {
      if (!source) throw new BeaconLate('no relay is set');
      const until = EPOCH + world.now + PATIENCE;
      const due = roundTime(rule, round);
      for (
        let now = EPOCH + world.now;
        now < due || isMuted(`ask for round ${round}`);
        now = EPOCH + world.now
      ) {
        if (now > Math.max(until, due + PATIENCE)) throw new BeaconLate(`round ${round} is late`);
        await life.pause(500);
      }
      return { signature: source.sign(round), at: clock() };
    },
  };
}
