import pg from 'pg';
import { expect, test } from 'vitest';
import { answerWithin } from '../../projector/time-to-answer.ts';
import { oneReading } from './one-reading.ts';

/** Readings that are answered when the test says so, by what is asked. */
function held() {
  const begun: { readonly question: string; answer(text: string): void; fail(error: unknown): void }[] = [];
  const read = (question: string) =>
    new Promise<{ text: string }>((answer, fail) => {
      begun.push({ question, answer: (text) => answer({ text }), fail });
    });
  const told = oneReading((question: string) => question.toLowerCase(), read);
  const ask = async (question: string) => (await told(question)).text;
  return { begun, ask };
}

/** More than a statement of other questions takes along, and than may wait for one. */
const MANY = 600;

test('those who ask the same in the same moment are told by one reading, whoever asks something else by another', async () => {
  const { begun, ask } = held();
  const answers = Promise.all([ask('page 1'), ask('page 2'), ask('Page 1')]);
  await expect.poll(() => begun.map(({ question }) => question)).toEqual(['page 1', 'page 2']);
  for (const { question, answer } of begun) answer(`all of ${question}`);
  expect(await answers).toEqual(['all of page 1', 'all of page 2', 'all of page 1']);
});

test('nobody is told by a reading that began before the asking, and nothing is kept', async () => {
  const { begun, ask } = held();
  const early = ask('page');
  await expect.poll(() => begun.length).toBe(1);
  const later = Promise.all([ask('page'), ask('page')]);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.answer('new');
  begun[0]?.answer('old');
  expect([await early, await later]).toEqual(['old', ['new', 'new']]);
  const last = ask('page');
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.answer('newest');
  expect(await last).toBe('newest');
});

test('at the most two readings of one question are under way, and all who wait are told by the next', async () => {
  const { begun, ask } = held();
  const asked: Promise<string>[] = [];
  for (const count of [1, 2]) {
    asked.push(ask('page'));
    await expect.poll(() => begun.length).toBe(count);
  }
  for (let n = 0; n < MANY; n++) asked.push(ask('page'));
  begun[0]?.answer('first');
  await expect.poll(() => begun.length).toBe(3);
  begun[1]?.answer('second');
  begun[2]?.answer('third');
  expect(await Promise.all(asked)).toEqual(['first', 'second', ...Array(MANY).fill('third')]);
  expect(begun).toHaveLength(3);
});

test('a failure is told to all who asked, and is not tried again for each of them', async () => {
  const { begun, ask } = held();
  const answers = Promise.allSettled([ask('page'), ask('page'), ask('page')]);
  await expect.poll(() => begun.length).toBe(1);
  const refused = new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error');
  begun[0]?.fail(refused);
  expect(await answers).toEqual(Array(3).fill({ status: 'rejected', reason: refused }));
  expect(begun).toHaveLength(1);
  const next = ask('page');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.answer('there');
  expect(await next).toBe('there');
});

test('whoever has no time left goes, and the others are told all the same', async () => {
  const { begun, ask } = held();
  const patient = ask('page');
  const hasty = expect(answerWithin(20, () => ask('page'))).rejects.toThrow('no answer in time');
  await expect.poll(() => begun.length).toBe(1);
  await hasty;
  begun[0]?.answer('there');
  expect(await patient).toBe('there');
});
