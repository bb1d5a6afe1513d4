import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportText } from '../../../ledger/audit/testing/audit-text.ts';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { shortLedger } from '../../../ledger/proof/audit/testing/short-ledger.ts';
import { type MovedPositions, movePositions, moveRow, type NamedPlaces } from './move-positions.ts';

const ledger = shortLedger(5);

/** The same events in a store whose positions are so far apart. */
const inStepsOf = (step: number): readonly ExportedEvent[] =>
  ledger.map((event, n) => ({ ...event, position: `C:${(n + 1) * step}/P:${(n + 1) * step}` }));

let folder: string;
let before: string;
let now: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-moved-'));
  before = join(folder, 'before.ndjson');
  now = join(folder, 'now.ndjson');
  await writeFile(before, await exportText(inStepsOf(100)));
  await writeFile(now, await exportText(inStepsOf(7)));
});
afterAll(() => rm(folder, { recursive: true }));

const idOf = (n: number): string => ledger[n]?.id ?? '';
const moved = ({
  positions = [],
  events = new Set<string>(),
}: Partial<NamedPlaces>): Promise<MovedPositions> => movePositions(before, now, { positions, events });
const placed = (place: number, more: object = {}) =>
  JSON.stringify({ commit: place, prepare: place, ...more });

test('a position moves to that of the same event, and one that is no event’s to that of the event before', async () => {
  const places = [50, 100, 250, 999];
  const positions = places.map((place) => ({ commit: BigInt(place), prepare: BigInt(place) }));
  const all = await moved({ positions });
  expect(places.map((place) => moveRow(placed(place), all))).toEqual(
    [7, 7, 14, 35].map((place) => placed(place)),
  );
});

test('what is known of an event goes to where that stands, also where it was written down in another store than the backup is of', async () => {
  const [first, last] = [{ event_id: idOf(1) }, { event_id: idOf(4) }];
  const all = await moved({ events: new Set([idOf(1), idOf(4)]) });
  // In the store of the backup another event stands there, and none.
  expect(moveRow(placed(400, first), all)).toBe(placed(14, first));
  expect(moveRow(placed(123_456, last), all)).toBe(placed(35, last));
});

test('what is known of an event that the ledger lacks is left out, whichever event stands at its place', async () => {
  const gone = '00000000-0000-4000-8000-000000000001';
  const all = await moved({ events: new Set([gone]) });
  expect(moveRow(placed(300, { event_id: gone }), all)).toBeUndefined();
});
