import { parseEvo } from '../../../contracts/money.ts';
import type { AdminsState } from '../../admins/admins.ts';
import { readAdmins } from '../../admins/read-admins.ts';
import type { Authorize } from '../../authorize.ts';
import type { CommandContext } from '../../command-context.ts';
import { Deadline } from '../../deadline.ts';
import { DomainError, LedgerUnavailable } from '../../domain-error.ts';
import type { EventStore } from '../../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../../handle-command.ts';
import { massActProcess } from '../../processes/mass-acts.ts';
import type { Process } from '../../processes/process.ts';
import { referralRewards } from '../../processes/referral-rewards.ts';
import type { RafflePorts } from '../../raffles/raffle-ports.ts';
import { prizeNotes, raffleProcess } from '../../raffles/raffle-process.ts';
import { type BegunRaffle, commitNextSeed, finishRaffle } from '../../raffles/run-raffle.ts';
import { type Dismissals, rewardRequests } from '../../rewards-by-hand/pay-approved.ts';
import { takeRevision } from '../../take-revision.ts';
import type { Watch } from '../checks/watch-handler.ts';
import { watchHandler } from '../checks/watch-handler.ts';
import type { Database } from '../world/database.ts';
import { nextCall, runErrand } from '../world/errand.ts';
import { Life } from '../world/life.ts';
import { connect } from '../world/network.ts';
import { beaconPorts } from './beacon-ports.ts';
import { simulatedFence, simulatedPolicies } from './fence.ts';
import { leadProcesses } from './follow.ts';
import type { Ground } from './ground.ts';
import { massActPorts } from './mass-act-ports.ts';
import type { Mends } from './mends.ts';
import { rafflePorts } from './raffle-ports.ts';
import { eraseKeys, type SimulatedVault, simulatedVault } from './vault.ts';

/** A replica of the program while it lives: what its routes have to work with. */
export type Replica = {
  readonly life: Life;
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly database: Database;
  readonly raffles: RafflePorts;
  readonly vault: SimulatedVault;
  readonly dismissals: Dismissals;
  /** For a right of this wallet. */
  readonly requireAdmin: (wallet: string) => Authorize;
  /** The same, for an act beside which there is no other. */
  readonly requireAdminAlone: (wallet: string) => Authorize;
  /** The same, for an act that spares who has a right. */
  readonly requireAdminOver: (wallet: string, look: (rights: AdminsState) => void) => Authorize;
  /** The same, for giving a right to a wallet. */
  readonly requireAdminToGive: (wallet: string, look: (deadline: Deadline) => Promise<void>) => Authorize;
  readonly holdActs: Authorize;
  readonly finish: (begun: BegunRaffle, context: CommandContext) => ReturnType<typeof finishRaffle>;
  /** RFC 3339, by its own clock. */
  readonly clock: () => string;
  /** The time of one request. */
  readonly deadline: () => Deadline;
};

export type ReplicaOptions = {
  readonly ground: Ground;
  readonly name: string;
  /** Milliseconds that its clock is ahead of the world's. */
  readonly ahead: number;
  readonly mends: Mends;
  readonly watch: Watch;
};

/** Base units, as the setting `MAX_ACCOUNT`. */
export const MOST_BY_HAND = parseEvo('1000000');

/** Starts a replica with nothing in its memory. */
export function startReplica({ ground, name, ahead, mends, watch }: ReplicaOptions): Replica {
  const { world, log, database } = ground;
  const life = new Life(world.scheduler);
  const store = mends.store(connect(world, log, life));
  const timing = life.timing(world.chance);
  const handler = watchHandler(mends.handler(createCommandHandler(store, { timing }), store), watch);
  const clock = () => world.clock(ahead);
  const close = mends.close((act) =>
    takeRevision(store, act, clock(), new Deadline(undefined, undefined, timing)),
  );
  const newId = () => world.chance.uuid(nextCall('new act'));
  const fence = simulatedFence(database, ground.openActs, life, newId, close);
  const policies = simulatedPolicies(ground.superAdmin, (deadline) => readAdmins(handler, deadline), fence);
  const raffles: RafflePorts = {
    ...rafflePorts(world, database, ground.raffles, ground.readModels, life, ground.hasChain),
    ...beaconPorts(world, ground.beacon, life, clock),
  };
  const finish: Replica['finish'] = (begun, context) =>
    finishRaffle(handler, raffles, begun, { ...context, occurredAt: clock() });
  const vault = simulatedVault(ground, life, handler, store);
  // Nobody dismisses anything: the lock alone is had.
  const dismissals: Dismissals = { isDismissed: async () => false, hold: policies.hold };
  const processes: readonly Process[] = [
    referralRewards(store, handler),
    prizeNotes(handler),
    massActProcess(store, handler, massActPorts(database, ground.massActs, ground.readModels, life)),
    raffleProcess(finish),
    parking(rewardRequests(handler, { most: MOST_BY_HAND, dismissals })),
    eraseKeys(vault),
  ];
  const replica: Replica = {
    life,
    store,
    handler,
    database,
    raffles,
    vault,
    dismissals,
    requireAdmin: (wallet) => mends.authorize(policies.requireAdmin(wallet)),
    requireAdminAlone: (wallet) =>
      mends.authorize(mends.alone(policies.requireAdminAlone(wallet), policies.requireAdmin(wallet))),
    requireAdminOver: (wallet, look) =>
      mends.authorize(mends.sparing(policies.requireAdminOver(wallet, look), policies.requireAdmin(wallet))),
    requireAdminToGive: (wallet, look) =>
      mends.authorize(
        mends.sparing(policies.requireAdminToGive(wallet, look), policies.requireAdmin(wallet)),
      ),
    holdActs: policies.holdActs,
    finish,
    clock,
    deadline: () => new Deadline(undefined, undefined, timing),
  };
  const { checkpoints } = ground;
  const onBug = watch.onBug;
  void leadProcesses({
    world,
    database,
    checkpoints,
    life,
    name,
    store,
    processes,
    onBug,
  });
  void runErrand(`${name}/first seed`, () => keepFirstSeed(replica, watch));
  return replica;
}

/** What an account refuses is put away, as the program puts it away for an admin. */
function parking(process: Process): Process {
  return {
    ...process,
    async handle(event, stopping) {
      await process.handle(event, stopping).catch((refusal: unknown) => {
        if (!(refusal instanceof DomainError)) throw refusal;
      });
    },
  };
}

async function keepFirstSeed({ handler, raffles, clock, life }: Replica, { onBug }: Watch): Promise<void> {
  for (;;) {
    const commandId = '00000000-0000-4000-8000-000000000001';
    const context = {
      commandId,
      actor: { kind: 'system' },
      occurredAt: clock(),
      correlationId: commandId,
    } as const;
    try {
      return await commitNextSeed(handler, raffles, 1, context);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) onBug(error, 'the first seed');
      await life.pause(2_000);
    }
  }
}
