import {
  CommandForgotten,
  DomainError,
  IdempotencyKeyReused,
  LedgerUnavailable,
} from '../../domain-error.ts';
import type { Watch } from '../checks/watch-handler.ts';
import type { Ground } from '../replica/ground.ts';
import type { Replica } from '../replica/replica.ts';
import { runErrand } from '../world/errand.ts';
import type { Circle } from './circle.ts';
import { perform } from './perform.ts';
import type { Step } from './step.ts';

/** What a person learns of one sending. */
export type Answer = 'done' | 'refused' | 'unknown';

export type Clients = {
  readonly ground: Ground;
  readonly circle: Circle;
  readonly steps: ReadonlyMap<string, Step>;
  /** Undefined while it is down. */
  readonly replicaAt: (index: number) => Replica | undefined;
  readonly replicas: number;
  readonly watch: Watch;
  readonly onAnswer: (step: Step, sending: string, answer: Answer) => void;
};

/** Milliseconds until a person's browser gives up an answer. */
const PATIENCE = 6_000;

/** Sends a step as often as it says, each copy on its own. */
export function sendStep(clients: Clients, step: Step): void {
  for (let copy = 0; copy < step.copies; copy++) send(clients, step, `${step.id}.${copy}`, step.tries);
}

/** Sends it, and again under the same key while nothing certain is known and tries are left. */
export function send(clients: Clients, step: Step, name: string, tries: number): void {
  const { ground, onAnswer } = clients;
  const { world } = ground;
  const sending = `${name}.${tries}`;
  let isOver = false;
  const end = (answer: Answer) => {
    if (isOver) return;
    isOver = true;
    world.note(`${sending} ${answer}`);
    onAnswer(step, sending, answer);
    if (answer !== 'unknown' || tries <= 1) return;
    world.after(20 + world.chance.of(`again/${sending}`) ** 3 * 20_000, () =>
      send(clients, step, name, tries - 1),
    );
  };
  world.after(PATIENCE, () => end('unknown'));
  const replica = clients.replicaAt(world.chance.below(clients.replicas, `to/${sending}`));
  if (!replica) {
    world.after(5, () => end('unknown'));
    return;
  }
  void runErrand(sending, () => ask(clients, step, replica, sending)).then((answer) =>
    world.after(1, () => end(answer)),
  );
}

async function ask(clients: Clients, step: Step, replica: Replica, sending: string): Promise<Answer> {
  const { ground, circle, steps, watch } = clients;
  try {
    await perform(step, { ground, circle, steps, replica, sending });
    return 'done';
  } catch (error) {
    if (error instanceof CommandForgotten) watch.onBug(error, sending);
    if (error instanceof DomainError || error instanceof IdempotencyKeyReused) return 'refused';
    if (!(error instanceof LedgerUnavailable)) watch.onBug(error, sending);
    return 'unknown';
  }
}
