import { expect, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { EventForms } from './event-forms.ts';
import { type ExportedEvent, exportLine, parseExportLine } from './exported-event.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const members = { grantId: ID, userId: ID, amount: '1', limit: '100' };

/** All orders of some names. */
function orders(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name) =>
    orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
  );
}

function eventWith(order: readonly string[], revision: number): ExportedEvent {
  return {
    position: `C:${revision + 1}/P:${revision + 1}`,
    id: ID,
    type: 'RewardReserved',
    stream: 'rewards-by-hand-2026-03-01',
    revision,
    data: Object.fromEntries(
      Object.entries(members).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
    ),
    metadata: {
      schemaVersion: 1,
      commandId: ID,
      inputHash: 'a'.repeat(64),
      actor: { kind: 'admin', wallet: `0x${'5'.repeat(40)}` },
      occurredAt: '2026-03-01T10:00:00.000Z',
      prevHash: null,
      correlationId: ID,
    },
  };
}

test('a ledger whose members stand in ever other orders teaches a dozen of them, and the rest is read as any line', () => {
  const forms = new EventForms();
  const events = orders(Object.keys(members)).map(eventWith);
  for (const event of events) forms.learn(event);
  const recognised = events.map((event) => forms.recognise(exportLine(event)));
  expect(recognised.map((one) => one !== undefined)).toEqual(events.map((_, n) => n < 12));
  for (const [n, one] of recognised.entries()) {
    const event = events[n];
    if (!one || !event) continue;
    expect(one.texts).toEqual({ data: canonicalJson(event.data), metadata: canonicalJson(event.metadata) });
    expect(parseExportLine(exportLine(event))).toMatchObject({ event: { revision: one.revision } });
  }
  // Of another type as many again.
  const other = { ...eventWith(['amount'], 0), type: 'CheckedIn', data: { day: '2026-03-01', streak: 1 } };
  forms.learn(other);
  expect(forms.recognise(exportLine(other))?.texts.data).toBe('{"day":"2026-03-01","streak":1}');
});
