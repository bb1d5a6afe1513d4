import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseBusy } from './bounded-pool.ts';
import { gather } from './gather.ts';
import { answerWithin, timeToAnswer } from './time-to-answer.ts';

/** Statements that are answered when the test says so, by what their questions are. */
function held() {
  const asked: { readonly questions: readonly number[]; answer(): void; fail(error: unknown): void }[] = [];
  const ask = (questions: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      asked.push({ questions, answer: () => resolve(questions.map(String)), fail: reject });
    });
  return { asked, ask };
}

const ALONE = { atOnce: 1 };

test('what is asked at the same time is one statement, and each gets its own answer', async () => {
  const { asked, ask } = held();
  const one = gather(ask);
  const answers = Promise.all([one(1), one(2), one(1)]);
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]?.questions).toEqual([1, 2, 1]);
  asked[0]?.answer();
  expect(await answers).toEqual(['1', '2', '1']);
});

test('what is asked while a statement is under way is answered by a later one, never by that', async () => {
  const { asked, ask } = held();
  const one = gather(ask, ALONE);
  const first = one(1);
  await expect.poll(() => asked.length).toBe(1);
  const second = one(1);
  asked[0]?.answer();
  expect(await first).toBe('1');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await second).toBe('1');
});

test('a question that Postgres refuses fails alone', async () => {
  const one = gather(async (questions: readonly number[]) => {
    if (questions.includes(2)) throw new pg.DatabaseError('invalid input', 0, 'error');
    return questions.map(String);
  });
  const answers = await Promise.allSettled([one(1), one(2), one(3)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a statement without an answer is asked for nobody a second time', async () => {
  const { asked, ask } = held();
  const one = gather(ask);
  const answers = Promise.allSettled([one(1), one(2)]);
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.fail(new Error('the connection is lost'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toHaveLength(1);
});

test('nobody waits beyond the own time, and a statement has a time of its own', async () => {
  const { asked, ask } = held();
  const left: number[] = [];
  const one = gather(
    (questions: readonly number[]) => {
      left.push(timeToAnswer());
      return ask(questions);
    },
    { ...ALONE, patience: 60_000 },
  );
  const patient = one(1);
  await expect(answerWithin(20, () => one(2))).rejects.toBeInstanceOf(DatabaseBusy);
  await expect.poll(() => asked.length).toBe(1);
  expect(left[0]).toBeGreaterThan(50_000);
  asked[0]?.answer();
  expect(await patient).toBe('1');
});

test('the askers of one statement do not give it their time: it is nobody’s own', async () => {
  const left: number[] = [];
  const one = gather(
    async (questions: readonly number[]) => {
      left.push(timeToAnswer());
      return questions.map(String);
    },
    { patience: 60_000 },
  );
  await answerWithin(50, () => one(1));
  expect(left[0]).toBeGreaterThan(50_000);
});

test('beyond a number of waiters the next are refused at once', async () => {
  const { asked, ask } = held();
  const one = gather(ask, { ...ALONE, maxWaiting: 2 });
  const first = one(1);
  await expect.poll(() => asked.length).toBe(1);
  const others = [one(2), one(3)];
  await expect(one(4)).rejects.toBeInstanceOf(DatabaseBusy);
  asked[0]?.answer();
  await first;
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await Promise.all(others)).toEqual(['2', '3']);
});

test('an answer whose asker has gone is given back', async () => {
  const { asked, ask } = held();
  const late: string[] = [];
  const one = gather(ask, {
    late: (answer) => late.push(answer),
    refusal: (reason) => new RangeError(reason),
  });
  await expect(answerWithin(20, () => one(7))).rejects.toBeInstanceOf(RangeError);
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  await expect.poll(() => late).toEqual(['7']);
});
