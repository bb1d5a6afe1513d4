import { once } from 'node:events';
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
  const readable = exports.open(whole, asItIs);
  readable.once('readable', () => undefined);
  const [error] = await once(readable, 'error', {}).catch((thrown: unknown) => [thrown]);
  expect(String(error)).toContain('nobody takes the export');
  expect(asked.pages).toBeLessThan(5);
  expect(readable.destroyed).toBe(true);
});

test('so many are sent at once and no more, until one of them is over', async () => {
  const { pages } = endless();
  const exports = ledgerExports(pages, 60_000);
  const first = exports.open(whole, asItIs);
  const second = exports.open(whole, asItIs);
  expect(() => exports.open(whole, asItIs)).toThrow(expect.objectContaining({ status: 429 }));
  // A receiver who has gone.
  first.destroy();
  await once(first, 'close');
  const third = exports.open({ from: 0, to: 60 }, asItIs);
  let text = '';
  for await (const piece of third) text += String(piece);
  expect(text.trimEnd().split('\n')).toHaveLength(62);
  second.destroy();
});
