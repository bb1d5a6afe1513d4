import { LedgerRules } from '../audit/ledger-rules.ts';
import type { AuditedEvent } from '../audit/rules/rule.ts';
import { must, Violation } from '../audit/rules/violation.ts';
import type { StoredEvent } from '../envelope.ts';
import { answersCheck } from './checks/answers.ts';
import { chainCheck } from './checks/chain.ts';
import { checkEnds } from './checks/ends.ts';
import { checkErasures } from './checks/erasures.ts';
import { rightsOfAccountsCheck } from './checks/rights-of-accounts.ts';
import type { Watch } from './checks/watch-handler.ts';
import type { Plan } from './plan.ts';
import type { Ground } from './replica/ground.ts';
import { asItIs, type Mends } from './replica/mends.ts';
import { ReadModels } from './replica/read-models.ts';
import { type Replica, startReplica } from './replica/replica.ts';
import { adminOf } from './workload/circle.ts';
import { type Answer, type Clients, send, sendStep } from './workload/client.ts';
import { describe, type Step, SUPER_ADMIN } from './workload/step.ts';
import { simulatedBeacon } from './world/beacon.ts';
import { Database } from './world/database.ts';
import { type CallFault, drawnLuck, givenLuck, type Luck, type ReplicaFault } from './world/luck.ts';
import { type Landed, MemoryLog } from './world/memory-log.ts';
import { chanceOf } from './world/random.ts';
import { Endless } from './world/scheduler.ts';
import { World } from './world/world.ts';

export type Outcome = {
  /** Undefined when everything held. */
  readonly violation: string | undefined;
  /** How many steps had been sent when it was found. */
  readonly stepsSent: number;
  readonly events: number;
  /** What the ledger holds in the end, in its order. */
  readonly ledger: readonly StoredEvent[];
  /** What happened, line by line, with virtual milliseconds. */
  readonly trace: readonly string[];
  /** The faults of calls that were met. */
  readonly callFaults: ReadonlyMap<string, CallFault>;
};

/** Milliseconds behind the last step at which nothing goes wrong any more, and that it is left to itself then. */
const HEALS = 15_000;
const ASKS_AGAIN = 25_000;
const RESTS = 120_000;
/** Calls of one run: many times what any took. */
const CALL_LIMIT = 400_000;

/** Runs a plan until all is quiet, or something was wrong. */
export async function simulate(plan: Plan, mends: Mends = asItIs): Promise<Outcome> {
  const chance = chanceOf(plan.seed);
  const luck = luckOf(plan);
  const world = new World(chance, luck, plan.weaknesses, plan.dropsEarlyRetries);
  let violation: string | undefined;
  const guard = (check: () => void) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      violation ??= error.message;
    }
  };
  const circle = { chance };
  const superAdmin = adminOf(circle, SUPER_ADMIN);
  const rules = new LedgerRules({ superAdmin });
  const checks: ((landed: Landed) => void)[] = [
    chainCheck(),
    rightsOfAccountsCheck(),
    ({ event }) => {
      // The log holds what `upcast` gave.
      const broken = rules.add(event as unknown as AuditedEvent);
      must(broken === undefined, broken?.reason ?? '');
    },
  ];
  const log = new MemoryLog((landed) => {
    for (const one of landed) {
      const { stream, revision, type } = one.event;
      world.note(`${type} at ${stream}:${revision} by ${one.sentBy}`);
      for (const check of checks) guard(() => check(one));
    }
    readModels.follow(log.landed.length);
    world.tellWatchers();
  }, mends.identityOf);
  const readModels = new ReadModels(world, log);
  const answers = answersCheck(log, (errand) => world.sawThePast(errand));
  checks.push(answers.onLanded);
  const watch: Watch = {
    length: () => log.landed.length,
    onAsked: answers.onAsked,
    onResult: (...told) => guard(() => answers.onResult(...told)),
    onRefusal: (...told) => guard(() => answers.onRefusal(...told)),
    onBug: (error, where) => {
      violation ??= `${where} met a fault of the program: ${textOf(error)}`;
    },
  };
  const ground: Ground = {
    world,
    log,
    database: new Database(world),
    readModels,
    openActs: { rows: new Map(), lastRemoval: -1n },
    checkpoints: new Map(),
    raffles: { seeds: new Map(), frozen: new Map(), requests: new Map(), refusedRequests: new Set() },
    massActs: new Map(),
    vault: { keys: new Map(), erasures: new Map() },
    superAdmin,
    hasChain: plan.hasChain,
    beacon: plan.hasBeacon ? simulatedBeacon() : undefined,
  };

  const replicas = startReplicas(plan, ground, mends, watch);
  const unanswered = new Map<string, Step>();
  const answered = new Set<string>();
  let stepsSent = 0;
  const clients: Clients = {
    ground,
    circle,
    steps: new Map(plan.steps.map((step) => [step.id, step])),
    replicaAt: (index) => replicas.at(index),
    replicas: plan.replicas,
    watch,
    onAnswer: (step: Step, _sending: string, answer: Answer) => {
      if (answer !== 'unknown') {
        answered.add(step.id);
        unanswered.delete(step.id);
      } else if (!answered.has(step.id)) unanswered.set(step.id, step);
    },
  };
  for (const step of plan.steps) {
    world.after(step.at, () => {
      stepsSent += 1;
      world.note(describe(step));
      sendStep(clients, step);
    });
  }
  const healsAt = (plan.steps.at(-1)?.at ?? 0) + HEALS;
  world.after(healsAt, () => {
    luck.heal();
    world.note('all is well again');
    replicas.heal();
  });
  // Whoever never learned what became of their act asks once more. A raffle takes longer than one answer may: read models
  // that are slow keep it waiting after each of its events.
  world.after(healsAt + ASKS_AGAIN, () => {
    for (const step of unanswered.values()) send(clients, step, `${step.id}.last`, 6);
  });
  try {
    const isOver = () => violation !== undefined || world.now > healsAt + RESTS;
    await world.scheduler.run(isOver, CALL_LIMIT);
  } catch (error) {
    if (!(error instanceof Endless)) throw error;
    violation ??= error.message;
  }
  if (violation === undefined) {
    guard(() => must(unanswered.size === 0, `${[...unanswered.keys()].join()} never had an answer`));
    guard(() => checkEnds(log));
    guard(() => checkErasures(log, ground.vault.keys));
    const broken = rules.end();
    guard(() => must(broken === undefined, broken?.reason ?? ''));
  }
  replicas.end();
  if (violation !== undefined) world.note(`WRONG: ${violation}`);
  const ledger = log.landed.map(({ event }) => event);
  return { violation, stepsSent, events: ledger.length, ledger, trace: world.trace, callFaults: luck.drawn };
}

function luckOf({ seed, callFaults }: Plan): Luck {
  if ('rate' in callFaults) return drawnLuck(chanceOf(seed), callFaults.rate);
  return givenLuck(callFaults);
}

/** Milliseconds that a replica which died is down. */
const DOWN = 300;

/** Those that die start again, with nothing in their memory. */
function startReplicas(plan: Plan, ground: Ground, mends: Mends, watch: Watch) {
  const { world, log } = ground;
  let isHealed = false;
  let isEnded = false;
  const running: (Replica | undefined)[] = [];
  const start = (index: number, birth: number) => {
    if (isEnded) return;
    // Seconds, as clocks that nobody looks after.
    const ahead = Math.floor((world.chance.of(`clock/${index}`) - 0.5) * 6_000);
    const name = `r${index}.${birth}`;
    world.note(`${name} starts`);
    const replica = startReplica({ ground, name, ahead, mends, watch });
    running[index] = replica;
    replica.life.onEnd(() => {
      running[index] = undefined;
      if (isEnded) return;
      world.note(`${name} dies`);
      const down = isHealed ? 0 : DOWN + world.chance.of(`down/${name}`) * 5_000;
      world.after(down, () => start(index, birth + 1));
    });
  };
  for (let index = 0; index < plan.replicas; index++) world.after(0, () => start(index, 0));
  for (const fault of plan.replicaFaults) {
    world.after(fault.at, () => {
      const life = running[fault.replica]?.life;
      if (!life || isHealed) return;
      world.note(`r${fault.replica}: ${fault.kind}`);
      strike(fault, ground, life);
    });
  }
  return {
    at: (index: number) => running[index],
    heal() {
      isHealed = true;
      for (const replica of running) if (replica) world.depose(replica.life, undefined);
    },
    end() {
      isEnded = true;
      for (const replica of running) replica?.life.end();
    },
  };

  function strike({ kind, lasts }: ReplicaFault, _ground: Ground, life: Replica['life']): void {
    if (kind === 'it dies') life.end();
    if (kind === 'it stands still') life.standStill(lasts);
    if (kind === 'it is connected to a deposed leader') {
      world.depose(life, log.landed.length);
      world.after(lasts, () => {
        world.depose(life, undefined);
        world.tellWatchers();
      });
    }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
