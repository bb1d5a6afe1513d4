import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { type Random, seededRandom } from '../../embedded/demo-data/random.ts';
import type { Fleet } from './fleet.ts';

/** How often each kind of fault was injected. */
export type Troubles = Readonly<Record<string, number>>;

/** Kills processes and breaks networks at random until `over`; then every network is whole again. */
export async function makeTrouble(fleet: Fleet, seed: string, over: AbortSignal): Promise<Troubles> {
  const counted: Record<string, number> = {};
  const count = (what: string) => {
    counted[what] = (counted[what] ?? 0) + 1;
  };
  const { apis, projector, networks } = fleet;
  await Promise.all([
    ...networks.map(({ name, proxy }) => breakNetwork(proxy, seededRandom(`${seed}/${name}`), over, count)),
    killNowAndThen([...apis, ...apis, projector], seededRandom(`${seed}/kills`), over),
  ]);
  return counted;
}

async function killNowAndThen(
  programs: readonly { kill(): void }[],
  random: Random,
  over: AbortSignal,
): Promise<void> {
  while (await waited(random.between(2_000, 9_000), over)) random.pick(programs).kill();
}

async function breakNetwork(
  proxy: FaultProxy,
  random: Random,
  over: AbortSignal,
  count: (what: string) => void,
): Promise<void> {
  while (await waited(random.between(1_000, 10_000), over)) {
    const fault = random.pick(FAULTS)(random);
    count(fault.kind);
    if (fault.kind === 'reset') {
      proxy.reset();
      continue;
    }
    proxy.inject(fault);
    // Now and then so long that whoever waits must give up.
    await waited(random.chance(0.2) ? random.between(3_000, 6_000) : random.between(200, 2_000), over);
    proxy.heal();
  }
}

const FAULTS: readonly ((random: Random) => Fault | { readonly kind: 'reset' })[] = [
  () => ({ kind: 'reset' }),
  () => ({ kind: 'black-hole' }),
  () => ({ kind: 'black-hole', direction: 'to-client' }),
  () => ({ kind: 'black-hole', direction: 'to-server' }),
  (random) => ({ kind: 'slow', milliseconds: random.between(2, 150) }),
  (random) => ({ kind: 'cut', afterBytes: random.between(1, 5_000), direction: 'to-client' }),
  (random) => ({ kind: 'cut', afterBytes: random.between(1, 5_000), direction: 'to-server' }),
  // What such an append, or such a query, has done is not heard of.
  (random) => ({ kind: 'lost-answer', to: random.pick(LOST) }),
];

const LOST = [
  'RewardGranted',
  'RewardsClaimed',
  'UsernameChanged',
  'AdminRemoved',
  'RaffleDrawn',
  'auth.open_acts',
  'auth.idempotency_keys',
];

/** False when the time is over before. */
async function waited(milliseconds: number, over: AbortSignal): Promise<boolean> {
  await sleep(milliseconds, undefined, { signal: over }).catch(() => undefined);
  return !over.aborted;
}
