import { LedgerFull, LedgerUnavailable } from '../domain-error.ts';
import { pooled } from '../pooled.ts';

/** How many are under way at once on a store that keeps up. */
const MOST_AT_ONCE = 64;

/** A page is saved about once a second: what a slow store does is seen to move, and a fast one is not kept waiting. */
const MOST_OF_A_PAGE = 500;
const PAGE_MS = 1_000;

/** What of a page is done. */
type Done<Result> = {
  /** Of the items from the first on that are all done. */
  readonly results: readonly Result[];
  /** Why there are not more. */
  readonly failure: { readonly reason: unknown } | undefined;
};

/**
 * The pace of long work of many small commands. A command that the store leaves without an answer is told again by
 * itself, with a quarter of what was under way at once: all of them again, and as many at once, would keep a store that
 * is short of breath from ever coming to an end. Where one alone is left without an answer, or a command fails for
 * another reason, the work is over for now.
 * @param now milliseconds, by a clock that never goes back
 */
export function createPace(now: () => number = () => performance.now()) {
  let atOnce = MOST_AT_ONCE;
  let page = MOST_AT_ONCE;

  return {
    /** How many items to ask for next. */
    page: () => page,

    async run<Item, Result>(
      items: readonly Item[],
      work: (item: Item) => Promise<Result>,
    ): Promise<Done<Result>> {
      const began = now();
      const done = new Map<number, Result>();
      let failure: Done<Result>['failure'];
      for (;;) {
        const left = [...items.entries()].filter(([index]) => !done.has(index));
        failure = await failureOf(
          pooled(left, atOnce, async ([index, item]) => {
            done.set(index, await work(item));
          }),
        );
        if (!failure || atOnce === 1 || !isOutOfBreath(failure.reason)) break;
        atOnce = Math.max(1, atOnce / 4);
      }
      if (!failure) {
        atOnce = Math.min(MOST_AT_ONCE, atOnce * 2);
        const inTime = Math.round((items.length * PAGE_MS) / Math.max(1, now() - began));
        page = Math.min(MOST_OF_A_PAGE, Math.max(atOnce, inTime));
      }
      const results: Result[] = [];
      for (let index = 0; done.has(index); index++) results.push(done.get(index) as Result);
      return { results, failure };
    },
  };
}

async function failureOf(work: Promise<unknown>): Promise<{ readonly reason: unknown } | undefined> {
  try {
    await work;
    return undefined;
  } catch (reason) {
    return { reason };
  }
}

/** A full disk is no shortness of breath: nothing that is told again soon finds room there. */
const isOutOfBreath = (reason: unknown): boolean =>
  reason instanceof LedgerUnavailable && !(reason instanceof LedgerFull);
