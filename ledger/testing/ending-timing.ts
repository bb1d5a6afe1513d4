import type { EventStore } from '../event-store.ts';
import { systemTiming, type Timing } from '../timing.ts';

/** Time as it is, until a test says that everybody's is up: then whoever waits gives up at once. */
export function endingTiming(): Timing & { readonly end: () => void } {
  const A_DAY = 86_400_000;
  const waiting = new Set<() => void>();
  let isOver = false;
  return {
    now: () => systemTiming.now() + (isOver ? A_DAY : 0),
    after(milliseconds, call) {
      const due = () => {
        waiting.delete(due);
        cancel();
        call();
      };
      const cancel = systemTiming.after(isOver ? 0 : milliseconds, due);
      waiting.add(due);
      return () => {
        waiting.delete(due);
        cancel();
      };
    },
    random: systemTiming.random,
    end() {
      isOver = true;
      for (const due of waiting) due();
    },
  };
}

/** An event store that takes so many appends and then none: the program dies there, and its time is up. */
export function dyingAfter(
  appends: number,
  living: EventStore,
): { readonly store: EventStore; readonly timing: Timing } {
  const timing = endingTiming();
  let left = appends;
  const store: EventStore = {
    ...living,
    async append(...append) {
      if (left-- > 0) return living.append(...append);
      timing.end();
      return { kind: 'unknown', cause: new Error('killed') };
    },
  };
  return { store, timing };
}
