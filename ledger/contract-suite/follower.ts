import type {
  AllStreamSubscription,
  Position,
  ResolvedEvent,
  StreamSubscription,
} from '@eventstore/db-client';

export type Follower = {
  readonly events: ResolvedEvent[];
  /** 'caughtUp', 'confirmation' and 'event' in the order in which they came. */
  readonly signals: string[];
  /** Resolves when the condition holds; it is looked at after everything that arrives. */
  until(condition: (follower: Follower) => boolean): Promise<void>;
  /** The error that ended the subscription. */
  readonly failed: Promise<unknown>;
  /** Call from `checkpointReached`. */
  note(signal: string, position?: Position): void;
  stop(): Promise<void>;
};

/** Follows a subscription and lets a test wait for what it shows. */
export function follow(subscription: AllStreamSubscription | StreamSubscription): Follower {
  const waiting = new Set<() => void>();
  const failed = Promise.withResolvers<unknown>();
  const follower: Follower = {
    events: [],
    signals: [],
    failed: failed.promise,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!condition(follower)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        failed.promise.then(reject);
        look();
      }),
    note: (signal) => {
      follower.signals.push(signal);
      for (const look of [...waiting]) look();
    },
    stop: () => subscription.unsubscribe(),
  };
  subscription.on('caughtUp', () => follower.note('caughtUp'));
  subscription.on('confirmation', () => follower.note('confirmation'));
  subscription.on('error', (error) => failed.resolve(error));
  subscription.on('data', (event: ResolvedEvent) => {
    follower.events.push(event);
    follower.note('event');
  });
  return follower;
}
