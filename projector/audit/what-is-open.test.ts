import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { livedLedger } from '../../ledger/audit/testing/acts-behind.ts';
import { exportText } from '../../ledger/audit/testing/audit-text.ts';
import type { ExportedEvent } from '../../ledger/proof/audit/exported-event.ts';
import { verify } from './verify.ts';

let folder: string;
let plain: readonly ExportedEvent[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-audit-open-'));
  plain = await livedLedger();
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** What the verdict on a ledger rests on, of what says so much. */
async function assumedOf(events: readonly ExportedEvent[], about: RegExp): Promise<string[]> {
  const file = join(folder, 'ledger.ndjson');
  await writeFile(file, await exportText(events));
  const verdict = await verify(file, { checkpoint: [], moved: false });
  if (verdict.verdict !== 'sound') throw new Error(JSON.stringify(verdict.fault));
  return verdict.assumed.filter((text) => about.test(text));
}

/** Up to the first event of the type that is such a one, and with it. */
const upTo = (type: string, is: (event: ExportedEvent) => boolean = () => true) =>
  plain.slice(0, plain.findIndex((event) => event.type === type && is(event)) + 1);

/** Of a type whose data are of that kind. */
const dataOf = <Data>(event: ExportedEvent | undefined) => event?.data as Data;

test('a raffle that was begun and not drawn, and a prize that was drawn and not paid, are said with the verdict', async () => {
  const { number } = dataOf<{ number: number }>(plain.find(({ type }) => type === 'RaffleCommitted'));
  const goesOn = `That raffle ${number} goes on: it was begun, and is neither drawn nor given up.`;
  expect(await assumedOf(upTo('RaffleCommitted'), /raffle/)).toContain(goesOn);
  expect(await assumedOf(upTo('EntriesFrozen'), /raffle/)).toContain(goesOn);

  const winnersOf = (event: ExportedEvent) => dataOf<{ winners: readonly object[] }>(event).winners.length;
  const drawn = upTo('RaffleDrawn', (event) => winnersOf(event) > 0);
  const draw = drawn.slice(-1)[0];
  if (!draw) throw new Error('the ledger has no draw');
  const unpaid = winnersOf(draw) === 1 ? '1 prize' : `${winnersOf(draw)} prizes`;
  expect(await assumedOf(drawn, /neither paid/)).toEqual([
    expect.stringMatching(`^That ${unpaid} of drawn raffles will be paid, the first one place 1 of raffle`),
  ]);
  expect(await assumedOf(drawn, /goes on/)).toEqual([]);
  const [first = ''] = await assumedOf(drawn, /neither paid/);
  const itsRaffle = /place 1 of raffle \d+/.exec(first)?.[0] ?? first;
  const over = upTo('RaffleCompleted', ({ stream }) => stream === draw.stream);
  expect((await assumedOf(over, /neither paid/)).join()).not.toContain(itsRaffle);
});
