import { expect, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { commandIdIn, EventForms, prevHashIn } from './event-forms.ts';
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

test('forms that take turns are each recognised, and the ids within are read', () => {
  const forms = new EventForms();
  const [before, after] = [`sha256-jcs:${'b'.repeat(64)}`, `sha256-jcs:${'c'.repeat(64)}`];
  const events = ['grantId', 'userId', 'amount'].flatMap((first, n) => {
    const others = ['grantId', 'userId', 'amount', 'limit'].filter((name) => name !== first);
    const event = eventWith([first, ...others], n);
    return [null, before].map((prevHash) => ({
      ...event,
      metadata: { ...(event.metadata as object), prevHash },
    }));
  });
  for (const event of events) forms.learn(event);
  for (let round = 0; round < 3; round++) {
    for (const event of events) {
      const line = exportLine(event);
      const found = forms.recognise(line);
      expect(found).toEqual({
        ...{ position: event.position, id: ID, type: 'RewardReserved', stream: event.stream },
        revision: event.revision,
        texts: { data: canonicalJson(event.data), metadata: canonicalJson(event.metadata) },
        dataAt: line.indexOf(':{') + 1,
        metadataAt: line.indexOf('"metadata":') + '"metadata":'.length,
      });
      // The same line within a text.
      expect(forms.recognise(`\n${line}\n${line}`, 1, line.length + 1)?.texts).toEqual(found?.texts);
      expect(forms.recognise(`\n${line}\n${line}`, 1, line.length)).toBeUndefined();
      expect(found && commandIdIn(found.texts)).toBe(ID);
      expect(found && prevHashIn(found.texts)).toBe(event.metadata.prevHash);
    }
  }
  // Of a form that was learned, with another hash in it.
  const next = { ...events[1]!, metadata: { ...events[1]!.metadata, prevHash: after } };
  expect(prevHashIn(forms.recognise(exportLine(next))!.texts)).toBe(after);
});

test('an export whose members stand in ever other orders takes nothing from those that are read after it', () => {
  const all = orders(Object.keys(members)).map(eventWith);
  for (const events of [all, all.toReversed()]) {
    const forms = new EventForms();
    for (const event of events) forms.learn(event);
    for (const [n, event] of events.entries()) {
      const found = forms.recognise(exportLine(event));
      expect(found?.texts.data, `${n}`).toBe(n < 12 ? canonicalJson(event.data) : undefined);
    }
  }
});

test('what is no event as the program writes it is recognised nowhere', () => {
  const forms = new EventForms();
  const event = eventWith(['grantId', 'userId', 'amount', 'limit'], 0);
  forms.learn(event);
  forms.learn({ ...event, type: 'Unheard' });
  const line = exportLine(event);
  expect(forms.recognise(line)).toBeDefined();
  const created = exportLine({ ...event, created: '2026-02-28T23:59:59.999Z' });
  expect(forms.recognise(created)).toBeDefined();
  for (const other of [
    line.slice(0, -1),
    `${line} `,
    `${line}}`,
    ` ${line}`,
    line.replace(',"metadata":', ',"metadatas":'),
    line.replace('"type":"RewardReserved"', '"type":"Unheard"'),
    line.replace('"C:1/P:1"', '"C:01/P:1"'),
    line.replace('"revision":0', '"revision":-1'),
    created.replace('02-28', '02-30'),
    created.replace('T23', 'T24'),
    created.replace('Z"', '"'),
  ])
    expect(forms.recognise(other), other.slice(0, 200)).toBeUndefined();
});
