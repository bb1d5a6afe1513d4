import { AsyncLocalStorage } from 'node:async_hooks';

type Due = {
  /** When the answer to what runs now must be there, in milliseconds of `performance.now()`; undefined: nobody waits. */
  at: number | undefined;
  /** When all of it must be over, what is not counted included; in the same milliseconds. */
  end: number;
  /** How much is going on that is not counted, and since when the time that it takes is not given back yet. */
  others: number;
  since: number;
};

const due = new AsyncLocalStorage<Due>();

/**
 * Does work for somebody who waits so long and no longer: until it has ended, no question to Postgres that comes of it
 * waits beyond that moment. What it leaves behind (a file that is still being sent) is bound by it no more.
 * @param milliseconds from now
 * @param inAll from now, with what is `uncounted`: nothing that looks at `timeInAll` waits beyond that
 */
export async function answerWithin<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  inAll = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const now = performance.now();
  const mine: Due = { at: now + milliseconds, end: now + inAll, others: 0, since: 0 };
  try {
    return await due.run(mine, work);
  } finally {
    unbound(mine);
  }
}

/** For work that takes as long as somebody sends, as an upload does: what comes of it has no common end. */
export function takeAnyTime(): void {
  const mine = due.getStore();
  if (mine) unbound(mine);
}

function unbound(mine: Due): void {
  mine.at = undefined;
  mine.end = Number.POSITIVE_INFINITY;
}

/** Waits for what somebody still sends: the time of who waits for an answer has not begun. */
export async function whileItComes<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = due.getStore();
  const began = performance.now();
  try {
    return await uncounted(work);
  } finally {
    if (mine) mine.end += performance.now() - began;
  }
}

/**
 * Does what has a limit of its own and nothing to do with Postgres, as a command or asking another platform: it is not
 * taken from the time to answer, and still has its end with all of it. What goes on side by side takes its time once, however much it is.
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
  return at === undefined ? Number.POSITIVE_INFINITY : Math.min(timeInAll(), leftUntil(at));
}

/** Milliseconds until all must be over, whatever was counted; infinite where nobody waits. */
export function timeInAll(): number {
  return leftUntil(due.getStore()?.end ?? Number.POSITIVE_INFINITY);
}

const leftUntil = (moment: number): number => Math.max(0, moment - performance.now());
