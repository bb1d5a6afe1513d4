import { expect, test } from 'vitest';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { Database } from '../../../projector/database.ts';
import { createPublicFigures } from './public-figures.ts';

test('the figures are asked for once at each position of the ledger, however many ask', async () => {
  let queries = 0;
  let position: LedgerPosition | undefined;
  const db = {
    async query() {
      queries += 1;
      const asked = queries;
      await new Promise((resolve) => setImmediate(resolve));
      return {
        rows: [
          { participants: String(asked), granted: '5', raffle_id: null, completed: null, winners: null },
        ],
      };
    },
  } as unknown as Database; // only `query` is called, and only its rows are read
  const figures = createPublicFigures(db, { position: () => position });
  const ask = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => figures.current()));
    return [...new Set(answers.map(({ participants }) => participants))];
  };
  // Before the read models have said where they are, nothing is kept.
  expect(await ask(10)).toEqual([1]);
  expect(await ask(1)).toEqual([2]);
  position = { commit: 1n, prepare: 1n };
  expect(await ask(10)).toEqual([3]);
  expect(await ask(10)).toEqual([3]);
  // Who comes when the ledger has moved does not get what was asked for before.
  const early = figures.current();
  position = { commit: 2n, prepare: 2n };
  expect((await early).participants).toBe(3);
  const slow = figures.current();
  position = { commit: 3n, prepare: 3n };
  expect((await figures.current()).participants).toBe(5);
  expect((await slow).participants).toBe(4);
  expect((await figures.current()).participants).toBe(5);
});
