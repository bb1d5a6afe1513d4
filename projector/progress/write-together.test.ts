import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tellingTheFirst } from '../answered.ts';
import { ArrayParameter } from '../array-parameter.ts';
import type { Database } from '../database.ts';
import { writeTogether, writtenBy } from './write-together.ts';

function spied(canMerge = true) {
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const db = {
    query: async (text: string, values: readonly unknown[] = []) => {
      sent.push({ text: text.replaceAll(/\s+/g, ' '), values });
      return { rows: [], rowCount: 0 };
    },
  } as unknown as Database; // all that is asked of it here
  return { sent, together: writeTogether(tellingTheFirst(db), canMerge) };
}

/** A Postgres that answers nothing until it is told to, and what it was asked. */
function waiting() {
  const sent: { text: string; answer: PromiseWithResolvers<{ rows: unknown[] }> }[] = [];
  const db = {
    query: (text: string) => {
      const answer = Promise.withResolvers<{ rows: unknown[] }>();
      sent.push({ text: text.replaceAll(/\s+/g, ' '), answer });
      return answer.promise;
    },
  } as unknown as Database; // all that is asked of it here
  return { sent, together: writeTogether(tellingTheFirst(db), true) };
}

const insert = (table: string) => `insert into ${table} select * from unnest($1::text[])`;
/** Of some 60,000 bytes. */
const large = () => [
  new ArrayParameter(
    'text',
    Array.from({ length: 2_000 }, () => 'x'.repeat(26)),
  ),
];
const small = () => [new ArrayParameter('text', ['x'])];

const LAST = { text: 'select pg_notify($1, $2)', values: ['channel', 'news'] };

test('writes to different tables are one statement, their values in their places', async () => {
  const { sent, together } = spied();
  await together.query('insert into a select * from unnest($1::text[], $2::text[])', [['x'], ['y']]);
  await together.query('update b set one = $1 where two = $1', [7]);
  await together.end(LAST);
  expect(sent).toEqual([
    {
      text:
        'with write_0 as (insert into a select * from unnest($1::text[], $2::text[])), ' +
        'write_1 as (update b set one = $3 where two = $3) select pg_notify($4, $5)',
      values: [['x'], ['y'], 7, 'channel', 'news'],
    },
  ]);
});

test('what mentions a table that waits to be written is sent after the write', async () => {
  const { sent, together } = spied();
  await together.query('insert into a values ($1)', [1]);
  await together.query('select from other');
  await together.query('insert into b select * from a where x = $1', [2]);
  await together.query('select from b');
  await together.end(LAST);
  expect(sent.map(({ text }) => text)).toEqual([
    'select from other',
    'insert into a values ($1)',
    'insert into b select * from a where x = $1',
    'select from b',
    'select pg_notify($1, $2)',
  ]);
});

test('much to write goes out while nothing is answered yet, with the little that waits, and what is asked goes behind it', async () => {
  const { sent, together } = waiting();
  await together.query(insert('a'), small());
  await together.query(insert('b'), small());
  expect(sent).toHaveLength(0);
  await together.query(insert('c'), large());
  await together.query(insert('d'), large());
  const question = together.query('select from other');
  const ended = together.end(LAST);
  expect(sent.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^with write_0 as \(insert into a .* write_1 as \(insert into b .* write_2 as \(insert into c /,
    ),
    expect.stringMatching(/^insert into d /),
    'select from other',
    'select pg_notify($1, $2)',
  ]);
  for (const { answer } of sent) answer.resolve({ rows: [] });
  await question;
  await ended;
});

test('it has not ended before every one of its writes is answered', async () => {
  const { sent, together } = waiting();
  await together.query(insert('a'), large());
  let hasEnded = false;
  const ended = together.end(LAST).then(() => {
    hasEnded = true;
  });
  sent[1]?.answer.resolve({ rows: [] });
  await turn();
  expect(hasEnded).toBe(false);
  sent[0]?.answer.resolve({ rows: [] });
  await ended;
});

test('the first that fails is what is told, whatever is asked behind it, and nothing more is sent', async () => {
  const { sent, together } = waiting();
  await together.query(insert('a'), large());
  await together.query(insert('b'), large());
  const question = together.query('select from other');
  const ended = together.end(LAST);
  sent[0]?.answer.reject(new Error('the disk is full'));
  for (const { answer } of sent.slice(1)) answer.reject(new Error('the transaction is aborted'));
  await expect(question).rejects.toThrow('the disk is full');
  await expect(ended).rejects.toThrow('the disk is full');
  await expect(together.query(insert('c'), large())).rejects.toThrow('the disk is full');
  await expect(together.query('select from other')).rejects.toThrow('the disk is full');
  expect(sent).toHaveLength(4);
});

test('two writes to one table are two statements, in their order', async () => {
  const { sent, together } = spied();
  await together.query('insert into a values ($1) on conflict do update set x = 1', [1]);
  await together.query('update a set x = $1', [2]);
  await together.end(LAST);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.text).toMatch(/^insert into a/);
  expect(sent[1]?.text).toMatch(/^with write_0 as \(update a set x = \$1\)/);
});

test('a table whose name begins with another one’s is another table', async () => {
  const { sent, together } = spied();
  await together.query('insert into board values ($1)', [1]);
  await together.query('select from board_places');
  expect(sent.map(({ text }) => text)).toEqual(['select from board_places']);
});

test('whoever asks what was written is answered; an older Postgres merges alone', async () => {
  const { sent, together } = spied(false);
  await together.query('insert into a values (1) returning id');
  await together.query('merge into b using c on true when matched then update set x = 1');
  expect(sent).toHaveLength(2);
});

test('the tables of a statement are those that it writes to', () => {
  expect(writtenBy('insert into a values (1) on conflict (x) do update set y = 1')).toEqual(['a']);
  expect(writtenBy('merge into a as known using b on true when matched then update set y = 1')).toEqual([
    'a',
  ]);
  expect(writtenBy('with gone as (delete from a) insert into b select 1')).toEqual(['a', 'b']);
  expect(writtenBy('select one from a')).toEqual([]);
});
