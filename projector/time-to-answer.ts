import { AsyncLocalStorage } from 'node:async_hooks';

type Due = {
  /** When the answer to what runs now must be there, in milliseconds of `performance.now()`; undefined: nobody waits. */
  at: number | undefined;
  /** How much is going on that is not counted, and since when the time that it takes is not given back yet. */
  others: number;
  since: number;
};

const due = new AsyncLocalStorage<Due>();

/**
 * Does work for somebody who waits so long and no longer: until it has ended, no question to Postgres that comes of it
 * waits beyond that moment. What it leaves behind (a file that is still being sent) is bound by it no more.
 * @param milliseconds from now
 */
export async function answerWithin<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const mine: Due = { at: performance.now() + milliseconds, others: 0, since: 0 };
  try {
    return await due.run(mine, work);
  } finally {
    mine.at = undefined;
  }
}

/** For work that takes as long as somebody sends, as an upload does: what comes of it has no common end. */
export function takeAnyTime(): void {
  const mine = due.getStore();
  if (mine) mine.at = undefined;
}

/**
 * Does what has a limit of its own and nothing to do with Postgres, as taking a body or asking another platform: it is
 * not taken from the time to answer. What goes on side by side takes its time once, however much it is.
 */
export async function uncounted<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = due.getStore();
  if (mine && mine.others++ === 0) mine.since = performance.now();
  try {
    return await work();
  } finally {
    if (mine) giveBack(mine);
  }
}

function giveBack(mine: Due): void {
  const now = performance.now();
  if (mine.at !== undefined) mine.at += now - mine.since;
  mine.since = now;
  mine.others--;
}

/** Milliseconds that are left of the time to answer; infinite where nobody waits. */
export function timeToAnswer(): number {
  const at = due.getStore()?.at;
  return at === undefined ? Number.POSITIVE_INFINITY : Math.max(0, at - performance.now());
}
