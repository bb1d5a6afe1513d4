import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RewardSource } from '../contracts/events/account.ts';
import { LedgerCorrupt } from './domain-error.ts';
import { type Envelope, envelop, type StoredEvent, storedHash } from './envelope.ts';
import { eventHash } from './proof/event-hash.ts';

const envelope: Envelope = {
  stream: 'account-1',
  commandId: randomUUID(),
  inputHash: '0'.repeat(64),
  actor: { kind: 'user' },
  occurredAt: '2026-01-05T10:00:00.000Z',
  correlationId: randomUUID(),
};
const grant = (reason: string) => ({
  type: 'RewardGranted',
  data: {
    grantId: '5bfcd9a2-90a5-4bd0-9a4e-3a1a1cf0a111',
    amount: '1',
    source: 'admin' as RewardSource,
    reason,
  },
});
const idsOf = (changed: Partial<Envelope>, reason = 'x') =>
  envelop([grant(reason), grant(reason)], { ...envelope, ...changed }, undefined).events.map(({ id }) => id);

test('the same events of the same command have the same ids; another byte anywhere gives others', () => {
  const ids = idsOf({});
  expect(idsOf({})).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
  const others = [
    idsOf({}, 'y'),
    idsOf({ occurredAt: '2026-01-05T10:00:00.001Z' }),
    idsOf({ commandId: randomUUID() }),
    idsOf({ stream: 'account-2' }),
    idsOf({ correlationId: randomUUID() }),
    idsOf({ actor: { kind: 'admin' } }),
    idsOf({ right: { role: 'admin', adminsRevision: 3 } }),
    idsOf({ cause: { process: 'x', position: { commit: 1n, prepare: 1n } } }),
  ];
  expect(new Set([ids, ...others].flat()).size).toBe(2 + 2 * others.length);
});

test('the same events after another event have other ids: an id is of one place', () => {
  const end = { revision: 0n, hash: `sha256-jcs:${'1'.repeat(64)}` };
  const there = envelop([grant('x')], envelope, end).events[0]?.id;
  expect(there).not.toBe(envelop([grant('x')], envelope, undefined).events[0]?.id);
  expect(there).not.toBe(
    envelop([grant('x')], envelope, { ...end, hash: `${end.hash.slice(0, -1)}2` }).events[0]?.id,
  );
});

test('each event names the hash of the one before, and the end is the hash of the last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), { minLength: 1, maxLength: 8 }),
      (reasons) => {
        const { events, end } = envelop(reasons.map(grant), envelope, undefined);
        let before: string | null = null;
        for (const [index, event] of events.entries()) {
          expect(event.metadata.prevHash).toBe(before);
          before = eventHash({ ...event, stream: envelope.stream, revision: BigInt(index) });
        }
        expect(end).toEqual({ revision: BigInt(reasons.length - 1), hash: before });
      },
    ),
  );
});

test('the hash of an event is that of what was written, whatever a newer version makes of it', () => {
  const written = { data: { amount: '1' }, metadata: { schemaVersion: 1 } };
  const place = { id: randomUUID(), type: 'RewardGranted', stream: 'account-1', revision: 4n };
  const [enveloped] = envelop([grant('as it is read now')], envelope, undefined).events;
  if (!enveloped) throw new Error('one event was enveloped');
  const read: Omit<StoredEvent, 'position'> = { ...enveloped, ...place, written };
  expect(storedHash(read)).toBe(eventHash({ ...place, ...written }));
  expect(storedHash(read)).not.toBe(eventHash(read));
});

test.each([
  ['an amount below nought', { ...grant('x'), data: { ...grant('x').data, amount: '-1' } }],
  ['a member that is missing', { ...grant('x'), data: { amount: '1' } }],
  ['a type that nobody knows', { ...grant('x'), type: 'RewardTripled' }],
  ['a type of every object', { ...grant('x'), type: 'constructor' }],
])('what no reader could read is never written: %s', (_, event) => {
  expect(() => envelop([grant('x'), event], envelope, undefined)).toThrow(LedgerCorrupt);
});
