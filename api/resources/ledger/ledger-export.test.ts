import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { ledgerExports } from './ledger-export.ts';

const event = (n: number): ExportedEvent => ({
  position: `C:${n}/P:${n}`,
  id: crypto.randomUUID(),
  type: 'WhitelistJoined',
  stream: `account-${crypto.randomUUID()}`,
  revision: 0,
  data: {},
  metadata: { text: 'x'.repeat(1_000) },
});

/** Pages without end, and how many were asked for. */
function endless() {
  const asked = { pages: 0 };
  async function* pages() {
    for (;;) {
      asked.pages += 1;
      yield Array.from({ length: 50 }, (_, n) => event(asked.pages * 50 + n));
    }
  }
  return { asked, pages };
}

const whole = { from: 0, to: null };
const asItIs = async (checkpoint: string) => checkpoint;

test('no page is read before its receiver takes it, and who takes nothing is let go', async () => {
  const { asked, pages } = endless();
  const exports = ledgerExports(pages, 50);
  const readable = exports.open('a', whole, asItIs);
  readable.once('readable', () => undefined);
  const [error] = await once(readable, 'error', {}).catch((thrown: unknown) => [thrown]);
  expect(String(error)).toContain('nobody takes the export');
  expect(asked.pages).toBeLessThan(5);
  expect(readable.destroyed).toBe(true);
});

test('so many are sent at once and no more, of one caller and in all, until one of them is over', async () => {
  const { pages } = endless();
  const exports = ledgerExports(pages, 60_000);
  const openTo = (caller: string) => exports.open(caller, whole, asItIs);
  const [first, second] = [openTo('a'), openTo('a')];
  const refusal = expect.objectContaining({ status: 429 });
  expect(() => openTo('a')).toThrow(refusal);
  // Whoever else comes finds a place beside them.
  const others = ['b', 'b', 'c', 'c', 'd', 'd'].map(openTo);
  expect(() => openTo('e')).toThrow(refusal);
  // A receiver who has gone.
  first.destroy();
  await once(first, 'close');
  const third = exports.open('a', { from: 0, to: 60 }, asItIs);
  let text = '';
  for await (const piece of third) text += String(piece);
  expect(text.trimEnd().split('\n')).toHaveLength(62);
  for (const open of [second, ...others]) open.destroy();
});

test('receivers who take nothing keep none from those who take all', async () => {
  const { pages } = endless();
  const exports = ledgerExports(pages, 60_000);
  const stalled = ['a', 'a', 'b', 'b'].map((caller) => exports.open(caller, whole, asItIs));
  await Promise.all(stalled.map((readable) => once(readable, 'readable')));
  let text = '';
  for await (const piece of exports.open('c', { from: 0, to: 500 }, asItIs)) text += String(piece);
  expect(text.trimEnd().split('\n')).toHaveLength(502);
  for (const open of stalled) open.destroy();
});

test('a part that is far ahead is looked for no longer than its receiver waits', async () => {
  const long = 2_000;
  let asked = 0;
  async function* pages() {
    while (asked < long) {
      asked += 1;
      if (asked === 2) readable.destroy();
      await turn();
      yield [event(asked)];
    }
  }
  const readable = ledgerExports(pages, 60_000).open('a', { from: 1_000_000, to: null }, asItIs);
  const closed = once(readable, 'close');
  readable.on('data', () => undefined);
  await closed;
  expect(asked).toBeLessThan(long);
});
