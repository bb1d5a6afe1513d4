import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { account } from './accounts/account.ts';
import { claimRewards } from './accounts/claim-rewards.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { LedgerCorrupt } from './domain-error.ts';
import { type StoredEvent, storedHash } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { newWallet, testContext } from './testing/start-ledger.ts';
import { upcast } from './upcast.ts';

/** A store in memory, of whose events a test may change any. */
function editableStore() {
  const streams = new Map<string, StoredEvent[]>();
  let position = 0n;
  const unused = () => Promise.reject(new Error('no part of these tests'));
  const store: EventStore = {
    async append(stream, events, expected) {
      const known = streams.get(stream) ?? [];
      if (BigInt(known.length) !== (expected ?? -1n) + 1n) return { kind: 'conflict' };
      for (const event of events) {
        position++;
        const revision = BigInt(known.length);
        known.push({ ...event, stream, revision, position: { commit: position, prepare: position } });
      }
      streams.set(stream, known);
      return { kind: 'appended', position: { commit: position, prepare: position } };
    },
    readPage: async (stream, from, maxCount) =>
      structuredClone(streams.get(stream) ?? [])
        .filter(({ revision }) => revision >= from)
        .slice(0, maxCount)
        .map(asRead),
    ...{ readLast: unused, readAt: unused, head: unused, close: async () => undefined, node: () => 1 },
    readStream: unused as never,
    subscribe: unused as never,
  };
  return { store, streams };
}

/** As the event store's client gives it to the program. */
function asRead(event: StoredEvent): StoredEvent {
  const { data, metadata } = event;
  const read = upcast(event.type, data, metadata);
  return {
    ...{ ...event, ...read.event, metadata: read.metadata },
    ...(!read.isNewest && { written: { data, metadata } }),
  };
}

let store: EventStore;
let events: StoredEvent[];
let userId: string;
let stream: string;

beforeAll(async () => {
  const editable = editableStore();
  store = editable.store;
  const handler = createCommandHandler(store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
  const grant = { userId, reason: 'For the test', dryRun: false, authorize: async () => undefined };
  for (const amount of [5n, 7n, 9n]) {
    await grantByAdmin(handler, { ...grant, amount: amount * ONE_EVO }, testContext());
  }
  await claimRewards(handler, userId, testContext());
  stream = streamOf('account', userId);
  events = editable.streams.get(stream) ?? [];
});

/** The next command on the stream, in a process that has not read it before. */
const nextCommand = () => createCommandHandler(store).read(stream, account);

/** Every way to change one value in it: a text, a number or null that is another one, a member that is gone or new. */
function* changesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    yield `${value}0`;
    yield value.replace(/[0-9a-z]/, (first) => (first === '9' || first === 'z' ? 'a' : '9'));
  } else if (typeof value === 'number') yield value + 1;
  else if (value === null) yield 'something';
  else if (typeof value === 'object') {
    yield { ...value, added: 1 };
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...without } = value as Record<string, unknown>;
      yield without;
      for (const changed of changesOf(member)) yield { ...value, [key]: changed };
    }
  }
}

test('as it was written it is read', async () => {
  expect(events.length).toBeGreaterThanOrEqual(6);
  await expect(nextCommand()).resolves.toBeDefined();
});

describe('any one change of any event is refused at the next command', () => {
  test.each(['data', 'metadata'] as const)('in its %s', async (part) => {
    let changes = 0;
    for (const event of [...events]) {
      const at = Number(event.revision);
      for (const changed of changesOf(event[part])) {
        events[at] = { ...event, [part]: changed } as StoredEvent;
        const refused = nextCommand();
        await expect(refused, JSON.stringify({ at, changed })).rejects.toBeInstanceOf(LedgerCorrupt);
        changes++;
      }
      events[at] = event;
    }
    expect(changes).toBeGreaterThan(50);
  });

  test('in its type, its id, its place', async () => {
    for (const event of [...events]) {
      const at = Number(event.revision);
      for (const changed of [{ type: 'CheckedIn' }, { id: randomUUID() }, { stream: 'account-other' }]) {
        events[at] = { ...event, ...changed } as StoredEvent;
        await expect(nextCommand()).rejects.toBeInstanceOf(LedgerCorrupt);
      }
      events[at] = event;
    }
    const [third, fourth] = events.slice(2, 4);
    if (!third || !fourth) throw new Error('the stream is too short');
    events.splice(2, 2, { ...fourth, revision: 2n }, { ...third, revision: 3n });
    await expect(nextCommand()).rejects.toBeInstanceOf(LedgerCorrupt);
    events.splice(2, 2, third, fourth);
  });
});

test('what does not fit is named: the event, what it names, what was found, and who reads is told', async () => {
  const changed = events[2];
  const next = events[3];
  if (!changed || !next) throw new Error('the stream is too short');
  events[2] = { ...changed, data: { ...changed.data, amount: '900' } };
  const told: string[] = [];
  const handler = createCommandHandler(store, { onCorrupt: ({ message }) => told.push(message) });
  const claim = claimRewards(handler, userId, testContext());
  await expect(claim).rejects.toThrow(
    `RewardGranted ${next.id} at revision 3 of ${stream} names an event with the hash ${next.metadata.prevHash}, but the event before it, revision 2, has sha256-jcs:`,
  );
  expect(told).toHaveLength(1);
  events[2] = changed;
});

/** What the next command is told of the stream with something else in the place of one of its events. */
async function toldOf(at: number, change: Partial<StoredEvent>): Promise<string> {
  const event = events[at];
  if (!event) throw new Error('the stream is too short');
  events[at] = { ...event, ...change } as StoredEvent;
  const told = await nextCommand().then(
    () => 'nothing',
    (error: unknown) => (error instanceof LedgerCorrupt ? error.message : String(error)),
  );
  events[at] = event;
  return told;
}

test('an event of another stream, or one that is not the next, is named with the place where it stands', async () => {
  const event = events[2];
  const id = event?.id;
  expect(await toldOf(2, { stream: 'account-other' })).toBe(
    `${stream} has no revision 2: RewardGranted ${id} at revision 2 of account-other stands there`,
  );
  expect(await toldOf(2, { revision: 7n })).toBe(
    `${stream} has no revision 2: RewardGranted ${id} at revision 7 of ${stream} stands there`,
  );
});

test('a last event that was altered is named by its id, which no other event names', async () => {
  const last = events.length - 1;
  const event = events[last];
  expect(await toldOf(last, { data: { claimId: randomUUID(), amount: '900' } })).toBe(
    `RewardsClaimed ${event?.id} at revision ${last} of ${stream} has an id that does not follow from its data and metadata`,
  );
});

test('a first event that names one before it says that there is none', async () => {
  const [event] = events;
  const prevHash = event && storedHash(event);
  const metadata = { ...event?.metadata, prevHash } as StoredEvent['metadata'];
  expect(await toldOf(0, { metadata })).toBe(`the first event of ${stream} names one before it`);
});
