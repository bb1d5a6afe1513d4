import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseBusy } from './bounded-pool.ts';
import { answerWithin, timeToAnswer } from './time-to-answer.ts';

/** Asks one question; its answer was looked for after the asking. */
export type Gathered<Question, Answer> = (question: Question) => Promise<Answer>;

export type GatherOptions<Answer> = {
  /** Statements under way at once; what is asked meanwhile goes with the next. */
  readonly atOnce?: number;
  /** Questions of one statement. */
  readonly most?: number;
  /** Askers that wait for a statement to begin; more are refused. */
  readonly maxWaiting?: number;
  /** Milliseconds that one statement may take with its wait for a connection. */
  readonly patience?: number;
  /** Given an answer that comes when its asker has gone, for one that must be given back. */
  readonly late?: (answer: Answer) => void;
  /** What an asker is told that waits in vain; DatabaseBusy if not given. */
  readonly refusal?: (reason: string) => Error;
};

type Waiting<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Puts questions that are asked at the same time into one statement: alone a question goes out at once, and the more
 * there is to ask the more goes with each statement. None is answered by a statement that began before it was asked, so
 * that what was true a moment ago is no answer.
 *
 * Each asker waits as long as it may and no longer. Where Postgres refuses a statement, each of its questions is asked
 * once more by itself: what is wrong with one is not the others' fault.
 * @param ask all of them in one statement, which does everything or nothing; answers in the order of the questions
 */
export function gather<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  options: GatherOptions<Answer> = {},
): Gathered<Question, Answer> {
  const { atOnce = 2, most = 200, maxWaiting = 500, patience = 4_000, late } = options;
  const { refusal = (reason) => new DatabaseBusy(reason) } = options;
  // A statement belongs to nobody's request alone, and its time is its own.
  const asNobody = AsyncLocalStorage.snapshot();
  const waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  const answer = async (batch: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await answerWithin(patience, () => ask(batch.map(({ question }) => question)));
      for (const [at, { resolve, reject }] of batch.entries()) {
        // Answers may be undefined themselves, so they are counted.
        if (at < answers.length) resolve(answers[at] as Answer);
        else reject(new Error(`${batch.length} questions have ${answers.length} answers`));
      }
    } catch (error) {
      if (batch.length === 1 || !(error instanceof pg.DatabaseError)) {
        for (const { reject } of batch) reject(error);
      } else for (const one of batch) await answer([one]);
    }
  };
  const begin = () => {
    while (underWay < atOnce && waiting.length > 0) {
      underWay += 1;
      void answer(waiting.splice(0, most)).finally(() => {
        underWay -= 1;
        begin();
      });
    }
  };
  const beginSoon = async () => {
    // What came in the same moment goes with it.
    await turn();
    isDue = false;
    begin();
  };

  return (question) => {
    const left = timeToAnswer();
    if (left === 0) return Promise.reject(refusal('no time is left'));
    if (waiting.length >= maxWaiting) {
      return Promise.reject(refusal(`${maxWaiting} others wait to ask the same`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let hasGone = false;
    const mine: Waiting<Question, Answer> = {
      question,
      reject,
      resolve: (answer) => (hasGone ? late?.(answer) : resolve(answer)),
    };
    waiting.push(mine);
    if (!isDue && underWay < atOnce) {
      isDue = true;
      void asNobody(beginSoon);
    }
    if (left === Number.POSITIVE_INFINITY) return promise;
    const tooLate = setTimeout(() => {
      hasGone = true;
      const at = waiting.indexOf(mine);
      if (at >= 0) waiting.splice(at, 1);
      reject(refusal('no answer in time'));
    }, left);
    return promise.finally(() => clearTimeout(tooLate));
  };
}

/**
 * The same for what all ask alike: those who ask at the same time are told by one reading. A failure is told to all of them, and
 * not asked once more for each, as it is where their questions differ.
 * @param read is told how many wait for it
 */
export function gatherAlike<Answer>(
  read: (askers: number) => Promise<Answer>,
  options: Omit<GatherOptions<PromiseSettledResult<Answer>>, 'late'> = {},
): () => Promise<Answer> {
  const reading = gather(async (askers: readonly undefined[]) => {
    const [outcome] = await Promise.allSettled([read(askers.length)]);
    return askers.map(() => outcome);
  }, options);
  return async () => {
    const outcome = await reading(undefined);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}
